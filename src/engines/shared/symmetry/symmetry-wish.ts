import type { SymmetryWish } from './like-threads.js';

/** What the wish is read from. */
interface AskedForSymmetry {
  readonly options: { readonly symmetry?: boolean | null };
  readonly note?: (clause: string) => void;
}

/** As an option of a search; nothing where the user does not want it. */
export function symmetryWish(
  { options, note }: AskedForSymmetry,
  { exact }: Pick<SymmetryWish, 'exact'>,
): { readonly symmetry?: SymmetryWish } {
  if (options.symmetry === false) return {};
  return { symmetry: note === undefined ? { exact } : { exact, note } };
}
