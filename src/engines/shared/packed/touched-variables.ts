import { expressionsRead } from '../../../lang/program/actions.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { subexpressions } from '../../../lang/expr/expr.js';
import type { SharedId } from '../../../lang/expr/ids.js';
import type { Action } from '../../../lang/program/system.js';
import { assertNever, at } from '../../../support/invariant.js';
import type { PackedVariable, PackedVariables } from './packed-variables.js';

/** The cells that an access may touch, judged by its text alone. */
export function cellsTouched(
  shared: SharedId,
  index: Expr | null,
  variables: PackedVariables,
): readonly PackedVariable[] {
  const cells = variables.ofShared(shared);
  if (index === null) return [at(cells, 0)];
  if (index.kind !== 'int') return cells;
  return index.value >= 0n && index.value < BigInt(cells.length) ? [at(cells, Number(index.value))] : [];
}

/** Every variable that an expression may read, each once. */
export function reads(expr: Expr, variables: PackedVariables): readonly PackedVariable[] {
  const found = new Set<PackedVariable>();
  for (const e of subexpressions(expr)) {
    if (e.kind === 'local') found.add(variables.ofLocal(e.local));
    if (e.kind === 'shared') for (const v of cellsTouched(e.shared, e.index, variables)) found.add(v);
  }
  return [...found];
}

export function readBy(action: Action, variables: PackedVariables): readonly PackedVariable[] {
  return expressionsRead(action).flatMap((e) => reads(e, variables));
}

/** The one variable that an action certainly writes, if it goes through. */
export function writtenBy(action: Action, variables: PackedVariables): PackedVariable | null {
  switch (action.kind) {
    case 'assign':
    case 'havoc':
      return variables.ofLocal(action.local);
    case 'store': {
      const cells = cellsTouched(action.shared, action.index, variables);
      return cells.length === 1 ? at(cells, 0) : null;
    }
    case 'assume':
    case 'assert':
    case 'fence':
    case 'lock':
      return null;
    default:
      return assertNever(action);
  }
}
