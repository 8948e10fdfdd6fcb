import type { ProgramQuestion } from './question.js';
import type { SymmetryWish } from './shared/symmetry/like-threads.js';

/** As an option of a search; nothing where the user does not want it. */
export function symmetryWish(
  { options, note }: Pick<ProgramQuestion, 'options' | 'note'>,
  { exact }: Pick<SymmetryWish, 'exact'>,
): { readonly symmetry?: SymmetryWish } {
  if (options.symmetry === false) return {};
  return { symmetry: note === undefined ? { exact } : { exact, note } };
}
