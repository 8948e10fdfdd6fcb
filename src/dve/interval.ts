import type { Expr } from './ast.js';
import type { ProcessTable, Table } from './table.js';
import { limits, lookUp } from './table.js';

export interface Interval {
  readonly lo: bigint;
  readonly hi: bigint;
}

/** Bounds of an expression by the types of its variables; null where that says too little. */
export function intervalOf(expr: Expr, table: Table, process: ProcessTable | null): Interval | null {
  const of = (part: Expr): Interval | null => intervalOf(part, table, process);
  switch (expr.kind) {
    case 'number':
      return { lo: expr.value, hi: expr.value };
    case 'truth':
    case 'state':
      return { lo: 0n, hi: 1n };
    case 'name':
    case 'cell': {
      const symbol = lookUp(table, process, expr.name.text);
      if (symbol?.kind === 'constant') return { lo: symbol.value, hi: symbol.value };
      return symbol?.kind === 'variable' ? limits[symbol.type] : null;
    }
    case 'foreign': {
      const symbol = table.processes.get(expr.process.text)?.locals.get(expr.name.text);
      return symbol?.kind === 'variable' ? limits[symbol.type] : null;
    }
    case 'unary':
      return expr.op === 'not' ? { lo: 0n, hi: 1n } : null;
    case 'binary': {
      const left = of(expr.left);
      const right = of(expr.right);
      if (left === null || right === null) return null;
      if (expr.op === '+') return { lo: left.lo + right.lo, hi: left.hi + right.hi };
      if (expr.op === '-') return { lo: left.lo - right.hi, hi: left.hi - right.lo };
      if (expr.op === '&' && right.lo >= 0n) return { lo: 0n, hi: right.hi };
      const isRemainder = expr.op === '%' && left.lo >= 0n && right.lo > 0n;
      return isRemainder ? { lo: 0n, hi: right.hi - 1n } : null;
    }
    case 'temporal':
    case 'until':
      return null;
  }
}
