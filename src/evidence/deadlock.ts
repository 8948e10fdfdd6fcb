import type { Step } from '../lang/run/execution.js';
import { stateKey } from '../memory/machine.js';
import { choices } from './step-choices.js';
import type { Machine, MachineState } from '../memory/machine.js';

/** Beyond this many states an atomic section is given up. */
const maxStates = 100_000;

/** A section that buffers more than this may do so without end. */
const maxBuffered = 512;

/**
 * Whether some thread can take a complete step that begins with one of these: an atomic section must be able to reach its
 * end, or a fault. Null: not found out within the limits.
 */
export function canProceed(
  machine: Machine,
  state: MachineState,
  beginsWith: (step: Step) => boolean = () => true,
): boolean | null {
  const seen = new Set<string>();
  const queue: MachineState[] = [state];
  let complete = true;
  for (let here = queue.pop(); here !== undefined; here = queue.pop()) {
    const offered = choices(machine, here);
    complete &&= offered.complete;
    for (const step of offered.steps) {
      if (here === state && !beginsWith(step)) continue;
      const result = machine.take(here, step);
      if (result.kind === 'blocked') continue;
      if (result.kind === 'fault' || machine.atomicThread(result.state) === null) return true;
      if (result.state.buffers.some((buffer) => buffer.length > maxBuffered)) {
        complete = false;
        continue;
      }
      const key = stateKey(result.state);
      if (seen.has(key)) continue;
      if (seen.size >= maxStates) return null;
      seen.add(key);
      queue.push(result.state);
    }
  }
  return complete ? false : null;
}
