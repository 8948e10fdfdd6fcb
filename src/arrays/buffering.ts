import { unsupported } from '../diagnostics/diagnostic.js';
import type { MemoryModel } from '../memory/model.js';
import { assertNever } from '../support/check.js';

/** Whether weak cells are buffered. Refuses models that array-based systems have no meaning under. */
export function buffersUnder({ buffering, entriesPerLocation, title }: MemoryModel): boolean {
  switch (buffering) {
    case 'none':
      return false;
    case 'fifo':
      if (entriesPerLocation === null) return true;
      return unsupported(
        `array-based systems do not run under ${title}`,
        null,
        'buffers have no bound here: --model tso; --engine explicit --procs N takes --bound',
      );
    case 'fifo-per-location':
      return unsupported(
        `array-based systems do not run under ${title}`,
        null,
        "the proof rests on each process's writes staying in order (2+2W is the counterexample), and all writes of a transition become visible at one moment",
      );
    default:
      return assertNever(buffering);
  }
}
