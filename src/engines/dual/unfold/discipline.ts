import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { MemoryModel } from '../../../memory/model.js';
import { byBuffering, isExactTso } from '../../../memory/model-questions.js';

/** How stores reach memory: at once, or through one queue a thread that has no bound. */
export type Discipline = 'direct' | 'queue';

/** Memory models other than SC and TSO are refused. */
export const disciplineOf = (model: MemoryModel): Discipline =>
  byBuffering<() => Discipline>(model, {
    none: () => 'direct',
    fifo: () => {
      if (isExactTso(model)) return 'queue';
      return unsupported(
        `the dual engine's buffers have no bound, and those of ${model.name} do`,
        null,
        'take --model tso, or --engine explicit',
      );
    },
    'fifo-per-location': () =>
      unsupported(
        `the dual engine does not decide ${model.name}: load buffers for each variable forget in which order writes to different variables were seen, which a store fence between them fixes`,
        null,
        'take --model tso, or --engine explicit or abstract',
      ),
  })();
