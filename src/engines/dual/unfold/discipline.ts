import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { MemoryModel } from '../../../memory/model.js';

/** How stores reach memory: at once, or through one queue a thread that has no bound. */
export type Discipline = 'direct' | 'queue';

/** Memory models other than SC and TSO are refused. */
export function disciplineOf(model: MemoryModel): Discipline {
  switch (model.buffering) {
    case 'none':
      return 'direct';
    case 'fifo':
      if (model.entriesPerLocation === null && model.lockedWaits === 'own') return 'queue';
      return unsupported(
        `the dual engine's buffers have no bound, and those of ${model.name} do`,
        null,
        'take --model tso, or --engine explicit',
      );
    case 'fifo-per-location':
      return unsupported(
        `the dual engine does not decide ${model.name}: load buffers for each variable forget in which order writes to different variables were seen, which a store fence between them fixes`,
        null,
        'take --model tso, or --engine explicit or abstract',
      );
  }
}
