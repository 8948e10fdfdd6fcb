import { children, partsOf } from '../expr/expr.js';
import type { Expr } from '../expr/expr.js';
import type { ThreadId } from '../expr/ids.js';
import { formulasOf } from './program.js';
import type { Property } from './program.js';

/** The labels of a thread that some property may need it to be at; to be at one of the others only violates. */
export const helpfulLabels = (properties: readonly Property[], thread: ThreadId): ReadonlySet<string> =>
  new Set(properties.flatMap(formulasOf).flatMap((formula) => [...helping(formula, thread, true)]));

/** The labels of which `holds` (or, if not `wanted`, its negation) may be true because the thread is there. */
function helping(formula: Expr, thread: ThreadId, wanted: boolean): readonly string[] {
  if (formula.kind === 'at') return wanted && formula.thread === thread ? [formula.label] : [];
  if (formula.kind === 'unary' && formula.op === '!') return helping(formula.arg, thread, !wanted);
  if (formula.kind === 'binary') {
    const { op, left, right } = formula;
    if (op === '->') return [...helping(left, thread, !wanted), ...helping(right, thread, wanted)];
    if (op === '&&' || op === '||') return children(formula).flatMap((e) => helping(e, thread, wanted));
  }
  return [...partsOf(formula)].flatMap((e) => (e.kind === 'at' && e.thread === thread ? [e.label] : []));
}
