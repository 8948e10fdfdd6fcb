import { not } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { contains, isEmpty, meet, narrowed, onlyMember, point } from '../../lang/expr/interval.js';
import type { Interval, KnownIntervals } from '../../lang/expr/interval.js';
import { isCompareOp, mirrored, oppositeOf } from '../../lang/expr/operators.js';
import { assertNever, getOrFail } from '../../support/invariant.js';
import { valuesOf } from '../shared/int32.js';

/** `int32` is the export's own: a computation left what an `int` of Promela holds. */
export const promelaFaults = ['div', 'bounds', 'range', 'int32'] as const;
export type PromelaFault = (typeof promelaFaults)[number];

/**
 * How a step that nobody can interrupt turns out, as a decision over the state before it. A step that cannot be completed
 * must not begin, so this is what its guard is made of.
 */
export type PromelaOutcome =
  | { readonly kind: 'go' }
  /** It would wait inside: the step is not taken. */
  | { readonly kind: 'block' }
  | { readonly kind: 'fault'; readonly fault: PromelaFault }
  | {
      readonly kind: 'test';
      readonly cond: Expr;
      readonly then: PromelaOutcome;
      readonly else: PromelaOutcome;
    }
  /** The program may do any of these. */
  | { readonly kind: 'choice'; readonly options: readonly PromelaOutcome[] }
  /** It cannot be told beforehand. */
  | { readonly kind: 'unknown' };

export const go: PromelaOutcome = { kind: 'go' };
export const block: PromelaOutcome = { kind: 'block' };
export const unknown: PromelaOutcome = { kind: 'unknown' };

const faults = new Map(promelaFaults.map((name) => [name, { kind: 'fault', fault: name } as const]));

export const fault = (name: PromelaFault): PromelaOutcome => getOrFail(faults, name);

export function test(cond: Expr, yes: PromelaOutcome, no: PromelaOutcome): PromelaOutcome {
  if (yes === no) return yes;
  if (cond.kind === 'bool') return cond.value ? yes : no;
  if (cond.kind === 'unary' && cond.op === '!') return test(cond.arg, no, yes);
  return { kind: 'test', cond, then: yes, else: no };
}

export function choice(options: readonly PromelaOutcome[]): PromelaOutcome {
  const flat = options.flatMap((o) => (o.kind === 'choice' ? o.options : [o]));
  const different = [...new Set(flat)].filter((o) => o.kind !== 'block');
  const [only, ...more] = different;
  if (only === undefined) return block;
  return more.length === 0 ? only : { kind: 'choice', options: different };
}

/** Outcomes larger than this would make guards that nobody can read. */
const maxSize = 300;

/** Without the tests that can turn out in one way only, knowing what `lookup` knows. */
export function simplified(outcome: PromelaOutcome, lookup: KnownIntervals): PromelaOutcome {
  return sizeOf(outcome, maxSize * 10) > maxSize * 10 ? unknown : withSize(pruned(outcome, lookup));
}

const withSize = (outcome: PromelaOutcome): PromelaOutcome =>
  sizeOf(outcome, maxSize) > maxSize ? unknown : outcome;

function pruned(outcome: PromelaOutcome, lookup: KnownIntervals): PromelaOutcome {
  switch (outcome.kind) {
    case 'go':
    case 'block':
    case 'fault':
    case 'unknown':
      return outcome;
    case 'choice':
      return choice(outcome.options.map((o) => pruned(o, lookup)));
    case 'test': {
      const { cond } = outcome;
      const value = onlyMember(valuesOf(cond, lookup));
      if (value !== null) return pruned(value === 1n ? outcome.then : outcome.else, lookup);
      const yes = pruned(outcome.then, assuming(cond, true, lookup));
      return test(cond, yes, pruned(outcome.else, assuming(cond, false, lookup)));
    }
    default:
      return assertNever(outcome);
  }
}

/** The outcomes that it may come to. */
function partsOf(outcome: PromelaOutcome): readonly PromelaOutcome[] {
  if (outcome.kind === 'test') return [outcome.then, outcome.else];
  return outcome.kind === 'choice' ? outcome.options : [];
}

/** The nodes of an outcome, counted up to a limit. */
function sizeOf(outcome: PromelaOutcome, limit: number): number {
  let size = 1;
  for (const part of partsOf(outcome)) {
    if (size > limit) break;
    size += sizeOf(part, limit - size);
  }
  return size;
}

export const hasUnknown = (outcome: PromelaOutcome): boolean =>
  outcome.kind === 'unknown' || partsOf(outcome).some(hasUnknown);

/** What is known where a condition is known to be true, or false. */
function assuming(cond: Expr, holds: boolean, lookup: KnownIntervals): KnownIntervals {
  const facts = new Map<Expr, Interval>([
    [cond, point(holds ? 1n : 0n)],
    [not(cond), point(holds ? 0n : 1n)],
  ]);
  learn(cond, holds, lookup, facts);
  return (expr) => facts.get(expr) ?? lookup(expr);
}

function learn(cond: Expr, holds: boolean, lookup: KnownIntervals, facts: Map<Expr, Interval>): void {
  if (cond.kind === 'unary' && cond.op === '!') learn(cond.arg, !holds, lookup, facts);
  if (cond.kind !== 'binary') return;
  const { op, left, right } = cond;
  if ((op === '&&' && holds) || (op === '||' && !holds)) {
    for (const part of [left, right]) {
      facts.set(part, point(holds ? 1n : 0n));
      learn(part, holds, lookup, facts);
    }
    return;
  }
  if (!isCompareOp(op)) return;
  const narrow = (expr: Expr, values: Interval): void => {
    const known = (e: Expr): Interval | null => facts.get(e) ?? lookup(e);
    const here = valuesOf(expr, known);
    const both = meet(here, values);
    if (!isEmpty(both) && !contains(both, here)) facts.set(expr, both);
  };
  const leftValues = valuesOf(left, lookup);
  const rightValues = valuesOf(right, lookup);
  const so = holds ? op : oppositeOf[op];
  narrow(left, narrowed(leftValues, so, rightValues));
  narrow(right, narrowed(rightValues, mirrored[so], leftValues));
}
