import { unsupported } from '../diagnostics/diagnostic.js';
import type { MemoryModel } from '../memory/model.js';
import { byBuffering, storesWait } from '../memory/model-questions.js';

/** Whether weak cells are buffered. Refuses models that array-based systems have no meaning under. */
export const buffersUnder = (model: MemoryModel): boolean =>
  byBuffering(model, {
    none: () => false,
    fifo: () => !storesWait(model) || refused(model, noBound),
    'fifo-per-location': () => refused(model, needsOrder),
  })();

const noBound = 'buffers have no bound here: --model tso; --engine explicit --procs N takes --bound';
const needsOrder =
  "the proof rests on each process's writes staying in order (2+2W is the counterexample), and all writes of a transition become visible at one moment: take --model tso";

const refused = ({ title }: MemoryModel, why: string): never =>
  unsupported(`array-based systems do not run under ${title}`, null, why);
