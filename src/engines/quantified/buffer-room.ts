import type { CellId } from '../../lang/expr/ids.js';
import type { MemoryModel } from '../../memory/model.js';
import { ordersWrites } from '../../memory/model-questions.js';
import { entriesFor } from '../../memory/semantics.js';
import type { StoreBuffer } from '../../memory/semantics.js';

/** How full a buffer is, as bounds count (paper 003, Fig. 5 and 12): all entries where writes are ordered, else those for one cell. */
export function countedEntries(model: MemoryModel, buffer: StoreBuffer): number {
  const cells = buffer.flatMap((entry): readonly CellId[] => (entry.kind === 'write' ? [entry.cell] : []));
  if (ordersWrites(model)) return cells.length;
  return Math.max(0, ...[...new Set(cells)].map((cell) => entriesFor(buffer, cell)));
}
