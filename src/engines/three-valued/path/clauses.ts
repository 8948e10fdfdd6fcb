import type { Formula } from '../../../lang/boolean/boolean-formula.js';
import type { BooleanProgram } from '../../../lang/boolean/boolean-program.js';
import { booleanId } from '../../../lang/expr/ids.js';
import type { BooleanId, LocationId } from '../../../lang/expr/ids.js';
import { SatSolver } from '../../../lang/expr/sat.js';
import type { SatLiteral } from '../../../lang/expr/sat.js';
import { assertNever, at, invariant } from '../../../support/invariant.js';

/** Answers `pc{t} == L`. */
type IsAt = (thread: number, label: number) => boolean;

/** Of threads that stand at these locations. */
export const whereabouts =
  ({ threads }: BooleanProgram, locations: readonly LocationId[]): IsAt =>
  (thread, label) =>
    thread !== 0 && at(at(threads, thread).locations, at(locations, thread)).label === label;

/** Formulas over variables that have literals, as clauses. */
export class Clauses {
  readonly solver = new SatSolver();
  readonly true: SatLiteral;
  /** What each variable is now. */
  readonly values: SatLiteral[] = [];
  /** Of the formulas that ask for it: only properties do. */
  isAt: IsAt | null = null;
  /** The literals of the `*` that were met, in the order of the text. */
  anys: SatLiteral[] = [];

  constructor() {
    this.true = this.fresh();
    this.solver.add([this.true]);
  }

  fresh(): SatLiteral {
    return this.solver.newVariable();
  }

  /** From here on the formula has this value. */
  assert(formula: Formula, value = true): void {
    const sign = value ? 1 : -1;
    if (formula.kind === 'not') this.assert(formula.part, !value);
    else if (formula.kind !== 'and' && formula.kind !== 'or') this.solver.add([sign * this.literal(formula)]);
    else if ((formula.kind === 'and') === value) for (const part of formula.parts) this.assert(part, value);
    else this.solver.add(formula.parts.map((part) => sign * this.literal(part)));
  }

  implies(formula: Formula, result: SatLiteral): void {
    if (formula.kind === 'or') for (const part of formula.parts) this.implies(part, result);
    else if (formula.kind === 'and')
      this.solver.add([...formula.parts.map((part) => -this.literal(part)), result]);
    else this.solver.add([-this.literal(formula), result]);
  }

  /** A literal with the value of the formula. Every `*` in it is met once. */
  literal(formula: Formula): SatLiteral {
    switch (formula.kind) {
      case 'constant':
        return formula.value ? this.true : -this.true;
      case 'literal': {
        const value = at(this.values, formula.variable);
        return formula.positive ? value : -value;
      }
      case 'any': {
        const any = this.fresh();
        this.anys.push(any);
        return any;
      }
      case 'at':
        invariant(this.isAt !== null, 'it is known where the threads are');
        return this.isAt(formula.thread, formula.label) ? this.true : -this.true;
      case 'not':
        return -this.literal(formula.part);
      case 'and':
        return -this.#disjunction(formula.parts.map((part) => -this.literal(part)));
      case 'or':
        return this.#disjunction(formula.parts.map((part) => this.literal(part)));
      default:
        return assertNever(formula);
    }
  }

  #disjunction(literals: readonly SatLiteral[]): SatLiteral {
    const result = this.fresh();
    for (const literal of literals) this.solver.add([-literal, result]);
    this.solver.add([-result, ...literals]);
    return result;
  }
}

/**
 * Whether some choice of what is not known makes the formula false; null: that is too hard to say. Kleene's tables do not
 * know that `x || !x` holds.
 */
export function canBeFalse(
  formula: Formula,
  isAt: IsAt,
  variables: number,
  valueOf: (variable: BooleanId) => boolean | null,
): boolean | null {
  const clauses = new Clauses();
  clauses.isAt = isAt;
  for (let v = 0; v < variables; v++) {
    const value = valueOf(booleanId(v));
    clauses.values[v] = value === null ? clauses.fresh() : value ? clauses.true : -clauses.true;
  }
  clauses.assert(formula, false);
  const { kind } = clauses.solver.solve(maxConflicts);
  return kind === 'unsure' ? null : kind === 'satisfiable';
}

const maxConflicts = 2_000;
