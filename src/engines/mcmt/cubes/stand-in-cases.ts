import { at, invariant } from '../../../support/invariant.js';
import { numbersBelow } from '../../../support/lists.js';
import { membersOf } from '../../../support/small-sets.js';
import { addSums } from './bounds.js';
import type { CubeDraft } from './draft.js';
import { factAt, factSize, termsIn } from './facts.js';
import type { BackwardProblem } from './problem.js';
import { isOpenDifference, isStandIn, isTold } from './stand-ins.js';
import { symbolOf } from './term-codes.js';
import type { TermCode } from './term-codes.js';

/** What the draft says, in facts without stand-ins: the cases of which one holds. Null: a case that cannot be was gone through. */
export function* closedWithoutStandIns(draft: CubeDraft): Generator<Int32Array | null> {
  const facts = draft.close();
  const standIn = facts === null ? null : standInOf(draft.problem, facts);
  if (standIn === null) {
    yield facts;
    return;
  }
  for (const assume of casesOf(draft, standIn)) {
    const mark = draft.mark();
    if (assume(draft)) yield* closedWithoutStandIns(draft);
    draft.back(mark);
  }
}

/** Adds to a draft; false: that contradicts it. */
type Assumption = (draft: CubeDraft) => boolean;

/** What may be said of the stand-in more, case by case, where no conjunction says that there is such a value. */
function casesOf(draft: CubeDraft, standIn: TermCode): readonly Assumption[] {
  const { problem } = draft;
  const symbol = symbolOf(standIn);
  switch (at(problem.sorts, symbol)) {
    case 'set':
      return membersOf(draft.setOf(standIn)).map((value) => (here) => here.addIn(standIn, 1 << value));
    case 'large':
      return numbersBelow(at(problem.constructors, symbol)).map(
        (value) => (here) => here.addValue(true, standIn, value),
      );
    default:
      return sidesOf(draft);
  }
}

/** Less or more than a stand-in must not be, or something that must not be one. */
function sidesOf(draft: CubeDraft): readonly Assumption[] {
  const { problem } = draft;
  const { bounds } = problem;
  const facts = draft.others;
  for (let f = 0; f < facts.length; f += factSize) {
    const fact = factAt(facts, f);
    if (!isOpenDifference(problem, fact) || isTold(problem, fact, facts)) continue;
    const [, a, b, c] = fact;
    const { sum, limit } = bounds.get(c);
    const opposite = bounds.sumId(addSums([], at(bounds.sums, sum), -1));
    return [
      (here) => here.addBelow(a, b, sum, limit, true),
      (here) => here.addBelow(b, a, opposite, -limit, true),
    ];
  }
  invariant(false, 'a stand-in stays only where there is something that it must not be');
}

/** One that is still there. */
function standInOf(problem: BackwardProblem, facts: ArrayLike<number>): TermCode | null {
  const [one] = termsIn(facts, (code) => isStandIn(problem, code));
  return one ?? null;
}
