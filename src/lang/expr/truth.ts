import { assertNever, at } from '../../support/invariant.js';
import { givesTruth } from './operators.js';
import type { Expr } from './expr.js';
import type { TypedVariables } from './type.js';

/** Whether an expression is a truth value; else it is an integer. */
export function isTruth(expr: Expr, variables: TypedVariables): boolean {
  switch (expr.kind) {
    case 'int':
    case 'param':
    case 'bound':
      return false;
    case 'bool':
    case 'at':
    case 'forall':
    case 'temporal':
    case 'until':
      return true;
    case 'shared':
      return at(variables.shared, expr.shared).type.kind === 'bool';
    case 'local':
    case 'instance-local':
      return at(variables.locals, expr.local).type.kind === 'bool';
    case 'unary':
      return expr.op === '!';
    case 'binary':
      return givesTruth(expr.op);
    default:
      return assertNever(expr);
  }
}
