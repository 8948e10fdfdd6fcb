import { applyBinary } from '../lang/expr/eval.js';
import type { Expr } from '../lang/expr/expr.js';
import { hasTemporal } from '../lang/expr/expr.js';
import { settling } from '../lang/expr/operators.js';
import { InternalError, assertNever, at } from '../support/invariant.js';

/** A run as its states: those before `loop` once, then those from there on again and again. */
export interface PeriodicWord {
  readonly length: number;
  readonly loop: number;
  /** Whether a formula without temporal operators is true in a state; one without a value is not. */
  holds(formula: Expr, position: number): boolean;
}

/**
 * Whether a formula is true of the run, by its definition: every part in every state, least and greatest solutions by going
 * round until nothing changes. It shares no code with automata on purpose.
 */
export const isTrueOf = (formula: Expr, word: PeriodicWord): boolean => truths(formula, word)[0] === true;

type Truths = readonly boolean[];

function truths(formula: Expr, word: PeriodicWord): Truths {
  const positions = Array.from({ length: word.length }, (_, i) => i);
  if (!hasTemporal(formula)) return positions.map((i) => word.holds(formula, i));
  const of = (part: Expr): Truths => truths(part, word);
  const next = (i: number): number => (i + 1 < word.length ? i + 1 : word.loop);
  const solution = (start: boolean, step: (i: number, after: boolean) => boolean): Truths =>
    solved(positions, next, start, step);
  switch (formula.kind) {
    case 'temporal': {
      const arg = of(formula.arg);
      switch (formula.op) {
        case 'X':
          return positions.map((i) => arg[next(i)] === true);
        case 'F':
          return solution(false, (i, after) => arg[i] === true || after);
        case 'G':
          return solution(true, (i, after) => arg[i] === true && after);
        default:
          return assertNever(formula);
      }
    }
    case 'until': {
      const [left, right] = [of(formula.left), of(formula.right)];
      switch (formula.op) {
        case 'U':
          return solution(false, (i, after) => right[i] === true || (left[i] === true && after));
        case 'W':
          return solution(true, (i, after) => right[i] === true || (left[i] === true && after));
        case 'R':
          return solution(true, (i, after) => right[i] === true && (left[i] === true || after));
        default:
          return assertNever(formula);
      }
    }
    case 'unary':
      return of(formula.arg).map((value) => !value);
    case 'binary': {
      const [left, right] = [of(formula.left), of(formula.right)];
      const settled = settling(formula.op);
      return left.map((value, i) =>
        value === settled?.left
          ? settled.result
          : applyBinary(formula.op, BigInt(value), BigInt(at(right, i))) === 1n,
      );
    }
    default:
      throw new InternalError(`${formula.kind} has no temporal parts after expand-instances`);
  }
}

function solved(
  positions: readonly number[],
  next: (i: number) => number,
  start: boolean,
  step: (i: number, after: boolean) => boolean,
): Truths {
  const values = positions.map(() => start);
  for (let changed = true; changed;) {
    changed = false;
    for (const i of positions.toReversed()) {
      const value = step(i, values[next(i)] === true);
      if (value === values[i]) continue;
      values[i] = value;
      changed = true;
    }
  }
  return values;
}
