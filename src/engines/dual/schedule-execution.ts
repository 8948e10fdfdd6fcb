import type { Execution, InitialChoice, Step } from '../../lang/run/execution.js';
import { cellId } from '../../lang/expr/ids.js';
import type { CellId, LocalId, ThreadId } from '../../lang/expr/ids.js';
import type { LocalVar } from '../../lang/program/program.js';
import type { System } from '../../lang/program/system.js';
import { Machine } from '../../memory/machine.js';
import type { MachineState } from '../../memory/machine.js';
import type { MemoryModel } from '../../memory/model.js';
import { at, invariant } from '../../support/invariant.js';
import type { DualWitness } from './explore.js';
import type { EdgeTaken } from './unfolding.js';

/**
 * The run of a witness as an execution of the system that the witness was found for, or of one that differs from it in the
 * number of copies only. `threadOf` gives the n-th thread that runs a kind.
 */
export function executionOf(
  witness: DualWitness,
  system: System,
  model: MemoryModel,
  threadOf: (kind: number, nth: number) => ThreadId,
): Execution {
  const { unfolding, schedule } = witness;
  const machine = new Machine(system, model);
  const numbers = numbering(witness);
  const threads = schedule.processes.map(({ kind }, p) => threadOf(kind, at(numbers, p)));
  const initial = initialOf(witness, machine, threads);
  const recorder = new StepRecorder(machine, initial);
  for (const event of schedule.events) {
    const thread = at(threads, event.process);
    if (event.kind === 'flush') recorder.flush(thread, cellId(event.cell));
    else {
      const { kind } = at(schedule.processes, event.process);
      const origin = at(unfolding.kinds, kind);
      recorder.follow(thread, at(origin.transitions, event.transition));
      const { to } = at(at(unfolding.program.kinds, kind).transitions, event.transition);
      // It may have happened inside a section, where nobody else can go on.
      if (at(origin.states, to).kind === 'violation') break;
    }
  }
  return { initial, steps: recorder.steps };
}

/** For each process of a witness which of its kind it is: the one that the target means, or any other. */
export function numbering({ schedule }: DualWitness): readonly number[] {
  const taken = schedule.processes.map(({ kind, nth }) => (nth === null ? null : { kind, nth }));
  return schedule.processes.map(({ kind, nth }, p) => {
    if (nth !== null) return nth;
    let free = 0;
    while (taken.some((t) => t?.kind === kind && t.nth === free)) free++;
    taken[p] = { kind, nth: free };
    return free;
  });
}

function initialOf(
  { system: unfolded, unfolding, schedule }: DualWitness,
  { system, cells }: Machine,
  threads: readonly ThreadId[],
): InitialChoice {
  const cellValues = new Map<CellId, bigint>();
  for (const [i, value] of schedule.memory.entries()) {
    const cell = cellId(i);
    if (cells.variable(cell).init.kind !== 'any') continue;
    cellValues.set(cell, at(at(unfolding.program.cells, i).values, value));
  }
  const localValues = new Map<LocalId, bigint>();
  for (const [p, { kind, begin }] of schedule.processes.entries()) {
    const origin = at(unfolding.kinds, kind);
    const state = at(origin.states, begin);
    invariant(state.kind === 'place', 'threads begin at a place');
    // The state speaks of the locals of another instance: they correspond by their order.
    const theirs = localsOf(unfolded, at(origin.threads, 0));
    for (const [position, variable] of localsOf(system, at(threads, p)).entries()) {
      const value = state.locals.get(at(theirs, position).id);
      if (value !== undefined && variable.init.kind === 'any') localValues.set(variable.id, value);
    }
  }
  return { cells: cellValues, locals: localValues };
}

const localsOf = ({ locals }: System, thread: ThreadId): readonly LocalVar[] =>
  locals.filter((v) => v.thread === thread);

/** Steps that the plain machine takes. */
class StepRecorder {
  readonly steps: Step[] = [];
  #state: MachineState;

  constructor(
    private readonly machine: Machine,
    initial: InitialChoice,
  ) {
    this.#state = machine.initial(initial);
  }

  flush(thread: ThreadId, cell: CellId): void {
    this.#take({ kind: 'flush', thread, cell });
  }

  follow(thread: ThreadId, edges: readonly EdgeTaken[]): void {
    for (const { edge, havoc } of edges) this.#take({ kind: 'edge', thread, edge, havoc });
  }

  /** Inside a section own writes leave when it waits for that. */
  #take(step: Step): void {
    for (;;) {
      const result = this.machine.take(this.#state, step);
      this.steps.push(step);
      if (result.kind === 'moved') this.#state = result.state;
      if (result.kind !== 'blocked') return;
      invariant(step.kind === 'edge', 'writes leave in the order in which they were issued');
      this.steps.pop();
      const [oldest] = at(this.#state.buffers, step.thread);
      invariant(oldest?.kind === 'write', 'the classical run takes the steps of the dual one');
      this.#take({ kind: 'flush', thread: step.thread, cell: oldest.cell });
    }
  }
}
