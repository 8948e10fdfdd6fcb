import { at } from '../../../support/invariant.js';
import { membersOf } from '../../../support/small-sets.js';
import { addSums } from './bounds.js';
import {
  areEqual,
  areUnequal,
  factAt,
  factSize,
  isBefore,
  isBelow,
  isNotExactly,
  isNumeric,
  keptFacts,
  termsIn,
} from './facts.js';
import type { CubeFact } from './facts.js';
import type { BackwardProblem } from './problem.js';
import { noTerm, symbolOf } from './term-codes.js';
import type { TermCode } from './term-codes.js';

/**
 * A stand-in is the value that a step wrote where it may write any (`X := .`). Before the step there has to be such a value: that is said
 * without it, as quantifiers are eliminated. Cubes speak of no stand-ins.
 */
export const isStandIn = (problem: BackwardProblem, code: TermCode): boolean =>
  code >= 0 && problem.isStandIn(symbolOf(code));

/** The facts with what stand-ins are equal to in their place; null: they contradict each other. */
export function withoutEqualStandIns(
  problem: BackwardProblem,
  facts: readonly number[],
): readonly number[] | null {
  let rest: readonly number[] | null = facts;
  while (rest !== null) {
    const next: readonly number[] = withFewerUnequal(problem, rest);
    const pair = equalStandIn(problem, next);
    if (pair === null) return next;
    rest = replaced(problem, next, pair);
  }
  return null;
}

interface EqualTerms {
  readonly standIn: TermCode;
  readonly other: TermCode;
}

function equalStandIn(problem: BackwardProblem, facts: readonly number[]): EqualTerms | null {
  for (let f = 0; f < facts.length; f += factSize) {
    const [kind, a, b] = factAt(facts, f);
    if (kind !== areEqual) continue;
    if (isStandIn(problem, a)) return { standIn: a, other: b };
    if (isStandIn(problem, b)) return { standIn: b, other: a };
  }
  return null;
}

/** Of a type with two values: what differs from the same stand-in is equal. */
function withFewerUnequal(problem: BackwardProblem, facts: readonly number[]): readonly number[] {
  const firsts = new Map<TermCode, TermCode>();
  const result: number[] = [];
  for (let f = 0; f < facts.length; f += factSize) {
    const [kind, a, b, c] = factAt(facts, f);
    const standIn =
      kind !== areUnequal ? noTerm : isStandIn(problem, a) ? a : isStandIn(problem, b) ? b : noTerm;
    const other = standIn === a ? b : a;
    const first = standIn === noTerm || !hasTwoValues(problem, standIn) ? undefined : firsts.get(standIn);
    if (first === undefined) {
      if (standIn !== noTerm) firsts.set(standIn, other);
      result.push(kind, a, b, c);
    } else if (first !== other) result.push(areEqual, Math.min(first, other), Math.max(first, other), 0);
  }
  return result;
}

const hasTwoValues = ({ full }: BackwardProblem, code: TermCode): boolean =>
  membersOf(at(full, symbolOf(code))).length === 2;

function replaced(
  problem: BackwardProblem,
  facts: readonly number[],
  { standIn, other }: EqualTerms,
): readonly number[] | null {
  const result: number[] = [];
  const renamed = (code: TermCode): TermCode => (code === standIn ? other : code);
  for (let f = 0; f < facts.length; f += factSize) {
    const [kind, a, b, c] = factAt(facts, f);
    if (kind === isBefore) {
      result.push(kind, a, b, c);
      continue;
    }
    const first = renamed(a);
    if (kind < areEqual) {
      result.push(kind, first, b, c);
      continue;
    }
    const second = renamed(b);
    if (isNumeric(kind)) {
      const fact = simplified(problem, [kind, first, second, c]);
      if (fact === null) return null;
      result.push(...fact);
    } else if (first !== second) result.push(kind, Math.min(first, second), Math.max(first, second), c);
    else if (kind === areUnequal) return null;
  }
  return result;
}

/** A comparison without terms that cancel each other; nothing: it always holds, null: it never does. */
function simplified({ bounds }: BackwardProblem, [kind, a, b, c]: CubeFact): readonly number[] | null {
  if (a !== b) return [kind, a, b, c];
  const { sum, limit, strict } = bounds.get(c);
  if (sum !== 0) return [kind, noTerm, noTerm, c];
  const holds = kind === isNotExactly ? limit !== 0 : limit > 0 || (limit === 0 && !strict);
  return holds ? [] : null;
}

/**
 * Comparisons of numbers without stand-ins, which are between their bounds (Fourier and Motzkin: exact for integers too, as all factors
 * are 1). Those stay that must not be something that is between their bounds. Null: the facts contradict each other.
 */
export function withoutNumericStandIns(
  problem: BackwardProblem,
  facts: readonly number[],
): readonly number[] | null {
  const standIns = termsIn(facts, (code) => isStandIn(problem, code));
  if (standIns.size === 0) return facts;
  let rest: readonly number[] | null = keptFacts(
    facts,
    (...fact) => !isOpenDifference(problem, fact) || !isTold(problem, fact, facts),
  );
  for (const standIn of standIns) {
    if (rest === null) return null;
    rest = eliminated(problem, rest, standIn);
  }
  return rest;
}

/** Whether it says that a stand-in is not a number, or not so far from something. */
export const isOpenDifference = (problem: BackwardProblem, [kind, a, b]: CubeFact): boolean =>
  kind === isNotExactly && (isStandIn(problem, a) || isStandIn(problem, b));

/** Whether a bound says that it is less, or that it is more. */
export function isTold(
  { bounds }: BackwardProblem,
  [, a, b, c]: CubeFact,
  facts: readonly number[],
): boolean {
  const { sum, limit } = bounds.get(c);
  const opposite = bounds.sumId(addSums([], at(bounds.sums, sum), -1));
  for (let f = 0; f < facts.length; f += factSize) {
    const [kind, x, y, bound] = factAt(facts, f);
    if (kind !== isBelow) continue;
    const there = bounds.get(bound);
    const excludes = (exactly: number): boolean =>
      there.limit < exactly || (there.limit === exactly && there.strict);
    if (x === a && y === b && there.sum === sum && excludes(limit)) return true;
    if (x === b && y === a && there.sum === opposite && excludes(-limit)) return true;
  }
  return false;
}

/** What is known of a stand-in: by the place of the fact. */
interface StandInFacts {
  readonly above: readonly CubeFact[];
  readonly below: readonly CubeFact[];
  readonly not: readonly CubeFact[];
}

function factsAbout(facts: readonly number[], standIn: TermCode): StandInFacts {
  const [above, below, not]: [CubeFact[], CubeFact[], CubeFact[]] = [[], [], []];
  for (let f = 0; f < facts.length; f += factSize) {
    const fact = factAt(facts, f);
    const [kind, a, b] = fact;
    if (a !== standIn && b !== standIn) continue;
    if (kind === isNotExactly) not.push(fact);
    else if (a === standIn) above.push(fact);
    else below.push(fact);
  }
  return { above, below, not };
}

function eliminated(
  problem: BackwardProblem,
  facts: readonly number[],
  standIn: TermCode,
): readonly number[] | null {
  const { above, below, not } = factsAbout(facts, standIn);
  const rest = keptFacts(facts, (_, a, b) => a !== standIn && b !== standIn);
  // Beyond the bounds of one side there are numbers without end.
  if (above.length === 0 || below.length === 0) return rest;
  const exactly = not.length === 0 ? null : bothBounds(problem, above, below);
  if (not.length > 0 && exactly === null) return facts;
  const made: CubeFact[] = above.flatMap((upper) => below.map((lower) => between(problem, upper, lower)));
  if (exactly !== null) made.push(...not.map((fact) => withValue(problem, fact, standIn, exactly)));
  for (const fact of made) {
    const simple = simplified(problem, fact);
    if (simple === null) return null;
    rest.push(...simple);
  }
  return rest;
}

/** An upper bound that is a lower one as well; null: there is none. */
function bothBounds(
  { bounds }: BackwardProblem,
  above: readonly CubeFact[],
  below: readonly CubeFact[],
): CubeFact | null {
  const isOpposite = ([, , b, c]: CubeFact, [, a, , d]: CubeFact): boolean => {
    const [upper, lower] = [bounds.get(c), bounds.get(d)];
    const sum = addSums(at(bounds.sums, upper.sum), at(bounds.sums, lower.sum), 1);
    const isTight = !upper.strict && !lower.strict && upper.limit === -lower.limit;
    return a === b && isTight && sum.length === 0;
  };
  return above.find((upper) => below.some((lower) => isOpposite(upper, lower))) ?? null;
}

/** `a - s <= k` and `s - b <= l` give `a - b <= k + l`; between two integers that are less there is one more. */
function between(
  { bounds, sorts }: BackwardProblem,
  [, standIn, b, upper]: CubeFact,
  [, a, , lower]: CubeFact,
): CubeFact {
  const [one, other] = [bounds.get(upper), bounds.get(lower)];
  const sum = bounds.sumId(addSums(at(bounds.sums, one.sum), at(bounds.sums, other.sum), 1));
  const isInteger = at(sorts, symbolOf(standIn)) !== 'real';
  const gap = isInteger && one.strict && other.strict ? 1 : 0;
  const bound = bounds.id(sum, one.limit + other.limit - gap, one.strict || other.strict);
  return [isBelow, a, b, bound];
}

/** That a number is not something, of a stand-in that is `b + limit - sum`. */
function withValue(
  { bounds }: BackwardProblem,
  [kind, x, y, c]: CubeFact,
  standIn: TermCode,
  [, , b, exactly]: CubeFact,
): CubeFact {
  const [here, value] = [bounds.get(c), bounds.get(exactly)];
  const sign = x === standIn ? 1 : -1;
  const sum = bounds.sumId(addSums(at(bounds.sums, here.sum), at(bounds.sums, value.sum), -sign));
  const bound = bounds.id(sum, here.limit - sign * value.limit, false);
  return x === standIn ? [kind, b, y, bound] : [kind, x, b, bound];
}
