import type { Execution, Step } from '../../lang/run/execution.js';
import type { System } from '../../lang/program/system.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { Machine } from '../../memory/machine.js';
import type { MachineState } from '../../memory/machine.js';
import type { MemoryModel } from '../../memory/model.js';
import { at, invariant } from '../../support/invariant.js';
import type { AttackAutomaton } from './attack-writer.js';

/**
 * The run of the system under TSO that a run of the instrumented one stands for: whatever a thread stores reaches memory at
 * once, but for what the attacker stores while it attacks; that does so at the end.
 */
export function attackRun(
  system: System,
  model: MemoryModel,
  automata: readonly AttackAutomaton[],
  { initial, steps }: Execution,
): Execution {
  const machine = new Machine(system, model);
  const run: Step[] = [];
  let state = machine.initial(initial);
  const attackers = new Set<ThreadId>();
  for (const step of steps) {
    invariant(step.kind === 'edge', 'under SC nothing is flushed');
    const { edge, delays } = at(at(automata, step.thread).steps, step.edge);
    const origin: Step = { ...step, edge };
    const taken = machine.take(state, origin);
    run.push(origin);
    // The run ends where a step faults; what is wrong with one that cannot be taken the replayer tells.
    if (taken.kind !== 'moved') return { initial, steps: run };
    state = taken.state;
    if (delays) attackers.add(step.thread);
    else state = drain(machine, state, step.thread, run);
  }
  for (const thread of attackers) state = drain(machine, state, thread, run);
  return { initial, steps: run };
}

function drain(machine: Machine, start: MachineState, thread: ThreadId, run: Step[]): MachineState {
  let state = start;
  for (let [oldest] = at(state.buffers, thread); oldest !== undefined; [oldest] = at(state.buffers, thread)) {
    invariant(oldest.kind === 'write', 'under TSO there are no markers');
    const step: Step = { kind: 'flush', thread, cell: oldest.cell };
    const flushed = machine.take(state, step);
    invariant(flushed.kind === 'moved', 'the oldest write can leave the buffer');
    run.push(step);
    state = flushed.state;
  }
  return state;
}
