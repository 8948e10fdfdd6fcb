import type { Source } from '../../../diagnostics/span.js';

/** What a name may be declared as. */
export type SymbolKind =
  | 'const'
  | 'shared'
  | 'thread'
  | 'process'
  | 'parameter'
  | 'local'
  | 'counter'
  | 'binder'
  | 'label'
  | 'property'
  | 'enum'
  | 'member'
  | 'struct'
  | 'field'
  | 'procedure';

/** A part of a text, by offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A name where it is declared. */
export interface DeclaredSymbol extends TextRange {
  readonly kind: SymbolKind;
  readonly name: string;
  readonly source: Source;
  /** From its first word to the end of its block or statement. */
  readonly whole: TextRange;
  /** How it is declared, without initial value: `shared int[0..3]`, `thread P(me: 0..1)`. */
  readonly detail: string;
  /** The name of its type, if that has one, or of the thread that a binder is for. */
  readonly type: string | null;
  /** Null: of the file. */
  readonly owner: DeclaredSymbol | null;
  /** Where it is known, if not in all of what it belongs to. */
  readonly within: TextRange | null;
  /** The comment above it; empty: there is none. */
  readonly comment: string;
}

/** A name where it is used. */
export interface NameUse extends TextRange {
  readonly name: string;
  readonly source: Source;
  /** Null: nothing of that name was found. */
  readonly symbol: DeclaredSymbol | null;
  /** The item that it stands in. */
  readonly inside: DeclaredSymbol | null;
}

/** The names of a text and of what it includes, as far as the text tells: it may be half-typed. */
export interface Outline {
  readonly symbols: readonly DeclaredSymbol[];
  readonly uses: readonly NameUse[];
  /** The text itself, then what it includes, each once. */
  readonly sources: readonly Source[];
}
