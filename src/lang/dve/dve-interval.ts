import { bits, everything, operated, point } from '../expr/interval.js';
import type { Interval } from '../expr/interval.js';
import type { DveExpr } from './dve-ast.js';
import type { ProcessTable, DveSymbol, DveTable } from './name-table.js';
import { limits, lookUp } from './name-table.js';

/** Bounds of an expression by the types of its variables. */
export function intervalOf(expr: DveExpr, table: DveTable, process: ProcessTable | null): Interval {
  const of = (part: DveExpr): Interval => intervalOf(part, table, process);
  switch (expr.kind) {
    case 'number':
      return point(expr.value);
    case 'truth':
    case 'state':
      return bits;
    case 'name':
    case 'cell':
      return ofSymbol(lookUp(table, process, expr.name.text));
    case 'foreign':
      return ofSymbol(table.processes.get(expr.process.text)?.locals.get(expr.name.text));
    case 'unary':
      if (expr.op === 'not') return bits;
      // The complement of n is -n - 1.
      return operated('-', point(expr.op === '~' ? -1n : 0n), of(expr.arg));
    case 'binary':
      // These take any integer for a truth value.
      if (expr.op === 'and' || expr.op === 'or' || expr.op === 'imply') return bits;
      return operated(expr.op, of(expr.left), of(expr.right));
    case 'temporal':
    case 'until':
      return everything;
  }
}

function ofSymbol(symbol: DveSymbol | null | undefined): Interval {
  if (symbol?.kind === 'constant') return point(symbol.value);
  return symbol?.kind === 'variable' ? limits[symbol.type] : everything;
}
