import type { BooleanProgram } from '../../lang/boolean/boolean-program.js';
import type { Formula } from '../../lang/boolean/boolean-formula.js';
import { booleanId } from '../../lang/expr/ids.js';
import type { BooleanId, LocationId } from '../../lang/expr/ids.js';
import { assertNever, at } from '../../support/invariant.js';
import { Clauses } from './path/clauses.js';

type IsAt = (thread: number, label: number) => boolean;

/** Answers `pc{t} == L` for threads that stand at these locations. */
export const whereabouts =
  ({ threads }: BooleanProgram, locations: readonly LocationId[]): IsAt =>
  (thread, label) =>
    thread !== 0 && at(at(threads, thread).locations, at(locations, thread)).label === label;

/** The formula with what is known of where threads are. */
export function placed(formula: Formula, isAt: (thread: number, label: number) => boolean): Formula {
  switch (formula.kind) {
    case 'at':
      return { kind: 'constant', value: isAt(formula.thread, formula.label) };
    case 'not':
      return { kind: 'not', part: placed(formula.part, isAt) };
    case 'and':
    case 'or':
      return { kind: formula.kind, parts: formula.parts.map((part) => placed(part, isAt)) };
    case 'constant':
    case 'literal':
    case 'any':
      return formula;
    default:
      return assertNever(formula);
  }
}

/**
 * Whether some choice of what is not known makes the formula false; null: that is too hard to say. Kleene's tables do not
 * know that `x || !x` holds.
 */
export function canBeFalse(
  formula: Formula,
  variables: number,
  valueOf: (variable: BooleanId) => boolean | null,
): boolean | null {
  const clauses = new Clauses();
  for (let v = 0; v < variables; v++) {
    const value = valueOf(booleanId(v));
    clauses.values[v] = value === null ? clauses.fresh() : value ? clauses.true : -clauses.true;
  }
  clauses.deny(formula);
  const { kind } = clauses.solver.solve(maxConflicts);
  return kind === 'unsure' ? null : kind === 'satisfiable';
}

const maxConflicts = 2_000;
