import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { MemoryModel } from '../../../memory/model.js';
import { byBuffering, isExact } from '../../../memory/model-questions.js';

/** How stores reach memory: at once, or through one queue of the thread, or one for each cell, that have no bound. */
export type Discipline = 'direct' | 'queue' | 'queues';

/** Memory models other than SC, TSO and PSO are refused. */
export function disciplineOf(model: MemoryModel): Discipline {
  const discipline = byBuffering<Discipline>(model, {
    none: 'direct',
    fifo: 'queue',
    'fifo-per-location': 'queues',
  });
  if (discipline === 'direct' || isExact(model)) return discipline;
  return unsupported(
    `the dual engine's buffers have no bound, and those of ${model.name} do`,
    null,
    'take --model tso, or --engine explicit',
  );
}
