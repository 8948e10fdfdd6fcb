import type { Expr } from '../../ir/expr.js';
import type { Stmt } from '../../ir/program.js';
import { InternalError } from '../../support/check.js';

type Gone =
  | Extract<Expr, { kind: 'param' | 'instance-local' | 'bound' | 'forall' | 'temporal' | 'until' }>
  | Extract<Stmt, { kind: 'rmw' | 'fence' | 'locked' }>;

/** What passes have taken out of a plain program, and what stands in temporal formulas only. */
export function notPlain({ kind }: Gone): never {
  throw new InternalError(`a plain program has no ${kind}`);
}
