import type { CellValue, DualProgram, GlobalTarget } from '../../../src/engines/dual/dual-program.js';
import type { Schedule } from '../../../src/engines/dual/schedule.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { tso } from '../../../src/memory/tso.js';
import { classical } from './classical-tso.js';
import { successors } from './configurations.js';
import type { Configuration } from './configurations.js';
import { at } from '../../../src/support/invariant.js';
import { hits } from './oracle.js';

/** What is wrong with a run of the classical semantics to one of the targets; null: nothing. */
export function scheduleComplaint(
  program: DualProgram,
  targets: readonly GlobalTarget[],
  { processes, memory, events }: Schedule,
  model: MemoryModel = tso,
): string | null {
  const begins = program.beginnings.some(
    (beginning) =>
      beginning.memory.every((value, cell) => value === null || value === memory[cell]) &&
      processes.every(({ kind, begin }) => at(beginning.states, kind).includes(begin)),
  );
  if (!begins) return 'it begins in no way';
  const kinds = processes.map(({ kind }) => kind);
  const semantics = classical(program, model);
  let now: Configuration<CellValue> = {
    processes: processes.map(({ begin }) => ({ state: begin, buffer: [] })),
    memory,
  };
  for (const [i, event] of events.entries()) {
    const next = successors(semantics, kinds, now).find(({ process, action }) => {
      if (process !== event.process) return false;
      return event.kind === 'take'
        ? action.kind === 'transition' && action.transition === event.transition
        : action.kind === 'flush' && action.cell === event.cell;
    });
    if (next === undefined) return `event ${i} is impossible`;
    now = next.configuration;
  }
  if (now.processes.some(({ buffer }) => buffer.length > 0)) return 'a buffer is not empty at the end';
  const outcome = { states: now.processes.map(({ state }) => state), memory: now.memory };
  return targets.some((target) => hits(outcome, kinds, target)) ? null : 'the end is not the target';
}
