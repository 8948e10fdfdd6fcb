import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { EvalResult } from '../../../lang/expr/eval.js';
import { at, invariant } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';

/** Something that a formula speaks of, with the different things that it can be seen as. */
export interface Dimension {
  readonly options: readonly DimensionOption[];
  /** Whether several options may stand together in a box. */
  readonly joins: boolean;
}

export interface DimensionOption {
  /** What has this look: states of a thread, or one value of a cell. */
  readonly members: readonly number[];
  /** Makes it known. */
  readonly show: () => void;
  readonly hide: () => void;
}

/** For some dimensions the members that are meant; of the others any. */
export type MemberBox = ReadonlyMap<number, readonly number[]>;

const maxTries = 2_000_000;
const triesBetweenPauses = 100;

/**
 * Where the formula is not true, as few boxes that together hold each such combination of options. `value` evaluates the
 * formula on what is known; options of the same effect are joined, and dimensions without effect left out. It may take long,
 * so there are pauses.
 */
export function* falseBoxes(
  formula: Expr,
  dimensions: readonly Dimension[],
  value: (formula: Expr) => EvalResult | undefined,
): Generator<undefined, readonly MemberBox[]> {
  let tries = 0;
  function* from(d: number): Generator<undefined, readonly MemberBox[]> {
    if (tries % triesBetweenPauses === 0) yield;
    if (++tries > maxTries) {
      return unsupported(
        'a property has too many combinations of local values for the dual engine',
        null,
        'split it into several properties, or take --engine explicit',
      );
    }
    const now = value(formula);
    if (now !== undefined) return now === 1n ? [] : [new Map()];
    invariant(d < dimensions.length, 'with all dimensions known the formula has a value');
    const { options, joins } = at(dimensions, d);
    const byEffect = new Map<string, { boxes: readonly MemberBox[]; members: number[][] }>();
    for (const option of options) {
      option.show();
      const boxes = yield* from(d + 1);
      option.hide();
      // No box, and one box that says nothing, are not the same.
      const key = `${boxes.length} ${boxes.map(boxKey).join('/')}`;
      remembered(byEffect, key, () => ({ boxes, members: [] })).members.push([...option.members]);
    }
    const [only, ...others] = byEffect.values();
    if (only !== undefined && others.length === 0) return only.boxes;
    return [...byEffect.values()].flatMap(({ boxes, members }) =>
      (joins ? [members.flat()] : members).flatMap((list) =>
        boxes.map((box) => new Map([[d, list], ...box])),
      ),
    );
  }
  return yield* from(0);
}

const boxKey = (box: MemberBox): string => [...box].map(([d, members]) => `${d}:${members.join()}`).join(';');
