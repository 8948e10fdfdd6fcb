import { constantValue } from '../../ir/constant.js';
import type { Expr } from '../../ir/expr.js';
import type { LocalId, SharedId } from '../../ir/ids.js';
import type { Instances } from '../../ir/program.js';
import type { Type } from '../../ir/type.js';

export interface Interval {
  readonly lo: bigint;
  readonly hi: bigint;
}

/** The declared types of variables. */
export interface TypeOf {
  shared(id: SharedId): Type | null;
  local(id: LocalId): Type | null;
}

/** Bounds of an integer expression by the types of its variables; null if there are none. */
export function intervalOf(expr: Expr, instances: Instances | null, types: TypeOf): Interval | null {
  const constant = constantValue(expr);
  if (typeof constant === 'bigint') return { lo: constant, hi: constant };
  switch (expr.kind) {
    case 'shared':
      return ofType(types.shared(expr.shared));
    case 'local':
    case 'instance-local':
      return ofType(types.local(expr.local));
    case 'param':
      return instances?.kind === 'range' ? { lo: BigInt(instances.lo), hi: BigInt(instances.hi) } : null;
    case 'unary': {
      if (expr.op === 'int') return { lo: 0n, hi: 1n };
      const arg = intervalOf(expr.arg, instances, types);
      return arg === null ? null : { lo: -arg.hi, hi: -arg.lo };
    }
    case 'binary': {
      const left = intervalOf(expr.left, instances, types);
      const right = intervalOf(expr.right, instances, types);
      if (left === null || right === null) return null;
      if (expr.op === '+') return { lo: left.lo + right.lo, hi: left.hi + right.hi };
      return expr.op === '-' ? { lo: left.lo - right.hi, hi: left.hi - right.lo } : null;
    }
    default:
      return null;
  }
}

function ofType(type: Type | null): Interval | null {
  return type?.kind === 'range' ? { lo: type.lo, hi: type.hi } : null;
}
