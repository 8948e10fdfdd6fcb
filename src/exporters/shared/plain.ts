import type { Expr } from '../../lang/expr/expr.js';
import type { Stmt } from '../../lang/program/program.js';
import { InternalError } from '../../support/invariant.js';

type Gone =
  | Extract<Expr, { kind: 'param' | 'instance-local' | 'bound' | 'forall' | 'temporal' | 'until' }>
  | Extract<Stmt, { kind: 'rmw' | 'fence' | 'locked' }>;

/** What passes have taken out of a plain program, and what stands in temporal formulas only. */
export function notPlain({ kind }: Gone): never {
  throw new InternalError(`a plain program has no ${kind}`);
}
