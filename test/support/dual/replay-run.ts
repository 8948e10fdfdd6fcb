import type { CellValue, DualProgram, Op, GlobalTarget } from '../../../src/engines/dual/dual-program.js';
import type { DualRun } from '../../../src/engines/dual/search/run.js';
import { memoryHas, memoryWith } from './configurations.js';
import { at } from '../../../src/support/invariant.js';
import { hits } from './oracle.js';

/**
 * What is wrong with a run to one of the targets; null: nothing. The run gives the order in which memory is touched; there
 * must be reads that bring the processes from step to step, each with a moment for itself, as with store buffers: not
 * before the moment of the process's read before it, not after its next step, and what the process had written by then but
 * memory had not received counts as memory.
 */
export function runComplaint(
  program: DualProgram,
  targets: readonly GlobalTarget[],
  run: DualRun,
): string | null {
  const { processes, memory } = run;
  for (const [k, { count, name }] of program.kinds.entries()) {
    const many = processes.filter(({ kind }) => kind === k).length;
    if (count !== null && many > count) return `there are ${many} processes of kind ${name}`;
  }
  const beginning = at(program.beginnings, run.beginning);
  if (!processes.every(({ kind, begin }) => at(beginning.states, kind).includes(begin))) {
    return 'a process begins in the wrong state';
  }
  for (const [cell, value] of beginning.memory.entries()) {
    if (value === null ? at(memory, cell) >= at(program.cells, cell).values.length : memory[cell] !== value) {
      return 'memory begins with the wrong values';
    }
  }
  return stepComplaint(program, targets, run);
}

function stepComplaint(program: DualProgram, targets: readonly GlobalTarget[], run: DualRun): string | null {
  const walk = new RunWalk(program, run);
  for (const [time, { process, transition }] of run.steps.entries()) {
    if (!walk.touch(process, transition)) return `step ${time} is impossible`;
  }
  for (const [process, end] of run.ends.entries()) {
    if (!walk.places(process).has(end)) return `process ${process} cannot come to state ${end}`;
  }
  const kinds = run.processes.map(({ kind }) => kind);
  const outcome = { states: run.ends, memory: walk.memory };
  return targets.some((target) => hits(outcome, kinds, target)) ? null : 'the end is not the target';
}

class RunWalk {
  /** Memory at the begin and after each step. */
  readonly #memories: (readonly number[])[];
  /** For each process: where it may be right after its last step, and the first moment that it may read at there. */
  readonly #after: (readonly [state: number, moment: number])[];
  /** For each process its writes, and how many steps there were before. */
  readonly #written: (CellValue & { readonly time: number })[][];

  constructor(
    private readonly program: DualProgram,
    private readonly run: DualRun,
  ) {
    this.#memories = [run.memory];
    this.#after = run.processes.map(({ begin }) => [begin, 0]);
    this.#written = run.processes.map(() => []);
  }

  get memory(): readonly number[] {
    return at(this.#memories, this.#memories.length - 1);
  }

  /** Whether the process can make this step now. */
  touch(process: number, transition: number): boolean {
    const { from, to, op } = at(this.#kind(process).transitions, transition);
    const moment = this.places(process).get(from);
    if (moment === undefined) return false;
    const { memory } = this;
    const time = this.#memories.length - 1;
    switch (op.kind) {
      case 'read':
        return false;
      case 'write':
        at(this.#written, process).push({ time, cell: op.cell, value: op.value });
        this.#memories.push(memoryWith(memory, [op]));
        this.#after[process] = [to, moment];
        return true;
      case 'locked':
        if (!memoryHas(memory, op.reads)) return false;
        this.#memories.push(memoryWith(memory, op.writes));
        this.#after[process] = [to, time + 1];
        return true;
    }
  }

  /** Where reads can bring the process by now: for each state the first moment that the last of them can have. */
  places(process: number): ReadonlyMap<number, number> {
    const first = new Map<number, number>([at(this.#after, process)]);
    // Maps may grow while one goes through them; a state that gets an earlier moment is put at the end again.
    for (const [state, moment] of first) {
      for (const { from, to, op } of this.#kind(process).transitions) {
        if (from !== state || op.kind !== 'read') continue;
        const read = this.#firstMoment(process, op, moment);
        if (read === null || read >= (first.get(to) ?? Infinity)) continue;
        first.delete(to);
        first.set(to, read);
      }
    }
    return first;
  }

  /** An early moment leaves most choice to the reads that follow. */
  #firstMoment(process: number, op: Extract<Op, { kind: 'read' }>, earliest: number): number | null {
    for (let moment = earliest; moment < this.#memories.length; moment++) {
      const buffered = at(this.#written, process).filter(({ time }) => time >= moment);
      if (memoryHas(memoryWith(at(this.#memories, moment), buffered), op.reads)) return moment;
    }
    return null;
  }

  #kind(process: number): DualProgram['kinds'][number] {
    return at(this.program.kinds, at(this.run.processes, process).kind);
  }
}
