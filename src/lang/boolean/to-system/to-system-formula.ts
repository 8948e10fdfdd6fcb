import { atLabel, bool, conjunction, disjunction, falsity, not, truth } from '../../expr/expr.js';
import type { Expr } from '../../expr/expr.js';
import type { Formula } from '../boolean-formula.js';
import { threadId } from '../../expr/ids.js';
import type { BooleanId } from '../../expr/ids.js';
import { assertNever } from '../../../support/invariant.js';

/** What the atoms of a formula mean. */
export interface AtomMeaning {
  read(variable: BooleanId): Expr;
  /** Called once for each `*`, in the order of the text. */
  any(): Expr;
}

export function expressionOf(formula: Formula, atoms: AtomMeaning): Expr {
  switch (formula.kind) {
    case 'constant':
      return bool(formula.value);
    case 'literal': {
      const read = atoms.read(formula.variable);
      return formula.positive ? read : not(read);
    }
    case 'at':
      return atLabel(threadId(formula.thread), null, String(formula.label));
    case 'any':
      return atoms.any();
    case 'not':
      return not(expressionOf(formula.part, atoms));
    case 'and': {
      const parts = formula.parts.map((part) => expressionOf(part, atoms));
      return parts.includes(falsity) ? falsity : conjunction(parts);
    }
    case 'or': {
      const parts = formula.parts.map((part) => expressionOf(part, atoms));
      return parts.includes(truth) ? truth : disjunction(parts);
    }
    default:
      return assertNever(formula);
  }
}
