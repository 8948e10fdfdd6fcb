import type { Formula } from '../../../lang/boolean/boolean-formula.js';
import { SatSolver } from '../../../lang/expr/sat.js';
import type { SatLiteral } from '../../../lang/expr/sat.js';
import { InternalError, assertNever, at } from '../../../support/invariant.js';

/** Formulas over variables that have literals, as clauses. */
export class Clauses {
  readonly solver = new SatSolver();
  readonly true: SatLiteral;
  /** What each variable is now. */
  readonly values: SatLiteral[] = [];
  /** The literals of the `*` that were met, in the order of the text. */
  anys: SatLiteral[] = [];

  constructor() {
    this.true = this.fresh();
    this.solver.add([this.true]);
  }

  fresh(): SatLiteral {
    return this.solver.newVariable();
  }

  assert(formula: Formula): void {
    if (formula.kind === 'and') for (const part of formula.parts) this.assert(part);
    else if (formula.kind === 'or') this.solver.add(formula.parts.map((part) => this.literal(part)));
    else if (formula.kind === 'not') this.deny(formula.part);
    else this.solver.add([this.literal(formula)]);
  }

  deny(formula: Formula): void {
    if (formula.kind === 'or') for (const part of formula.parts) this.deny(part);
    else if (formula.kind === 'and') this.solver.add(formula.parts.map((part) => -this.literal(part)));
    else if (formula.kind === 'not') this.assert(formula.part);
    else this.solver.add([-this.literal(formula)]);
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
        throw new InternalError('where threads are was put in before');
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
