import { children } from './expr.js';
import type { Expr } from './expr.js';

/** Whether a formula speaks of more than one state. */
export const hasTemporal = (expr: Expr): boolean =>
  expr.kind === 'temporal' || expr.kind === 'until' || children(expr).some(hasTemporal);
