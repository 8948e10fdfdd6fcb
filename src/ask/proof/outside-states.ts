import { CoverIndex } from '../../evidence/cover/cover-index.js';
import type { CoverPart, StateBox } from '../../lang/run/state-cover.js';

/** What is in all of the others and not in the part: what it has to leave out. */
export function outsideOf(
  part: CoverPart,
  others: readonly CoverPart[],
  width: number,
  watch: () => void,
): CoverPart {
  const everything: StateBox = Array.from({ length: width }, () => null);
  const inOthers = others.reduce<CoverPart>(
    (found, other) => {
      const index = new CoverIndex(other, width, watch);
      return found.flatMap((box) => index.within(box));
    },
    [everything],
  );
  const own = new CoverIndex(part, width, watch);
  return inOthers.flatMap((box) => own.missing(box));
}
