import { binary, sharedReads, subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Predicate, RuleNumber } from '../predicate.js';
import { entriesFor } from './buffer-variables.js';
import type { BufferVariables } from './buffer-variables.js';
import type { BufferFacts } from './relocate.js';

/**
 * Beyond the paper: the pairs of rules 4 and 11, compared by `<` both ways, for cells that predicates of SC compare by an order and
 * of which two writes may wait at once. SC has one value of the cell at a time; here there are several, and nothing that is
 * said of each alone tells that they come in order (a queue whose head was moved on twice).
 */
export function ordered(
  buffer: BufferVariables,
  formulas: readonly Expr[],
  { together }: BufferFacts,
  rule: RuleNumber,
): readonly Predicate[] {
  const compared = comparedByOrder(formulas);
  const pairs = buffer.written
    .filter((cell) => compared.has(cell) && together(buffer.thread, cell, cell))
    .flatMap((cell) => neighbours(cell, buffer));
  return pairs.flatMap(([older, newer]) =>
    [binary('<', older, newer), binary('<', newer, older)].map((formula) => ({
      formula,
      origin: { rule, from: null },
    })),
  );
}

/** Memory and the oldest entry, then each entry and the next; nothing if there is one entry only. */
function neighbours(cell: Expr, buffer: BufferVariables): readonly (readonly [Expr, Expr])[] {
  const entries = entriesFor(buffer, cell).toSorted((a, b) => a.position - b.position);
  if (entries.length < 2) return [];
  const places = [cell, ...entries.map(({ variable }) => variable)];
  return places.slice(1).map((place, i) => [places[i] ?? place, place]);
}

const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

function comparedByOrder(formulas: readonly Expr[]): ReadonlySet<Expr> {
  const cells = new Set<Expr>();
  for (const formula of formulas) {
    for (const e of subexpressions(formula)) {
      if (e.kind === 'binary' && orders.has(e.op)) for (const read of sharedReads(e)) cells.add(read);
    }
  }
  return cells;
}
