/** What a process of its own is asked. */
export type ApartOrder =
  | {
      readonly kind: 'verify';
      readonly path: string;
      /** As it is in an editor; null: as the file is. */
      readonly text: string | null;
      readonly options: ApartOptions;
    }
  /** The run that a file of evidence shows. */
  | { readonly kind: 'evidence'; readonly path: string };

/** Options as a program gives them (docs/library.md). */
export type ApartOptions = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export type ApartAnswer =
  /** As `verify --json` prints it. */
  | { readonly kind: 'document'; readonly document: unknown }
  | { readonly kind: 'failed'; readonly message: string };
