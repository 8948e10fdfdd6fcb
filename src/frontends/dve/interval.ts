import type { ValueType } from '../../dve/ast.js';
import { limits } from '../../dve/table.js';
import { constantValue } from '../../ir/constant.js';
import { binary, int } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import type { Type } from '../../ir/type.js';
import { at } from '../../support/check.js';

interface Interval {
  readonly lo: bigint;
  readonly hi: bigint;
}

interface Variables {
  readonly shared: readonly { readonly type: Type }[];
  readonly locals: readonly { readonly type: Type }[];
}

/** The value as a variable of the type keeps it: cut to its bits, where it might have more. */
export function kept(value: Expr, type: ValueType, variables: Variables): Expr {
  const range = limits[type];
  const known = intervalOf(value, variables);
  if (known !== null && range.lo <= known.lo && known.hi <= range.hi) return value;
  // Of a negative integer the lowest bits are those of its two's complement.
  if (type === 'byte') return simple(binary('&', value, int(255)));
  const moved = binary('&', binary('+', value, int(-range.lo)), int(range.hi - range.lo));
  return simple(binary('-', moved, int(-range.lo)));
}

function simple(expr: Expr): Expr {
  const value = constantValue(expr);
  return typeof value === 'bigint' ? int(value) : expr;
}

/** Bounds of an integer by the types of its variables; null if it may be anything. */
function intervalOf(expr: Expr, variables: Variables): Interval | null {
  const constant = constantValue(expr);
  if (typeof constant === 'bigint') return { lo: constant, hi: constant };
  switch (expr.kind) {
    case 'shared':
      return ofType(at(variables.shared, expr.shared).type);
    case 'local':
      return ofType(at(variables.locals, expr.local).type);
    case 'unary': {
      if (expr.op === 'int') return { lo: 0n, hi: 1n };
      const arg = intervalOf(expr.arg, variables);
      return arg === null ? null : { lo: -arg.hi, hi: -arg.lo };
    }
    case 'binary': {
      const left = intervalOf(expr.left, variables);
      const right = intervalOf(expr.right, variables);
      return left === null || right === null ? null : computed(expr.op, left, right);
    }
    default:
      return null;
  }
}

function ofType(type: Type): Interval | null {
  return type.kind === 'range' ? { lo: type.lo, hi: type.hi } : null;
}

function computed(op: Extract<Expr, { kind: 'binary' }>['op'], a: Interval, b: Interval): Interval | null {
  switch (op) {
    case '+':
      return { lo: a.lo + b.lo, hi: a.hi + b.hi };
    case '-':
      return { lo: a.lo - b.hi, hi: a.hi - b.lo };
    case '*': {
      const corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
      return {
        lo: corners.reduce((least, n) => (n < least ? n : least)),
        hi: corners.reduce((most, n) => (n > most ? n : most)),
      };
    }
    case '/':
      // Truncated, so never larger than the dividend where that is not negative.
      return a.lo >= 0n && b.lo >= 0n ? { lo: 0n, hi: a.hi } : null;
    case '%':
      return a.lo >= 0n && b.lo >= 0n ? { lo: 0n, hi: b.hi === 0n || a.hi < b.hi ? a.hi : b.hi - 1n } : null;
    case '&':
      return b.lo >= 0n ? { lo: 0n, hi: b.hi } : a.lo >= 0n ? { lo: 0n, hi: a.hi } : null;
    case '|':
    case '^':
      return a.lo >= 0n && b.lo >= 0n && a.hi <= 255n && b.hi <= 255n ? { lo: 0n, hi: 255n } : null;
    default:
      return null;
  }
}
