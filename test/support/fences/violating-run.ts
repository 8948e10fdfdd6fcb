import { toAutomata } from '../../../passes/pipelines.js';
import { choices } from '../../../src/evidence/step-choices.js';
import type { Step } from '../../../src/lang/run/execution.js';
import { cardinality } from '../../../src/lang/expr/type.js';
import type { CellId } from '../../../src/lang/expr/ids.js';
import type { Program } from '../../../src/lang/program/program.js';
import { Machine, stateKey } from '../../../src/memory/machine.js';
import type { MachineState } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { ordersWrites } from '../../../src/memory/model-questions.js';
import type { StoreBuffer } from '../../../src/memory/semantics.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { at, invariant } from '../../../src/support/invariant.js';
import { initialChoices } from '../plain/exhaustive.js';
import { marked, siteOfMark } from './fence-sites.js';
import type { Mend, Mends } from './fence-sites.js';

/** A mend of one site, as text. */
export const elementOf = (site: number, mend: Mend): string => `${site} ${mend}`;

/**
 * What a search with some mends comes to: the mends of which each one alone would have kept a run that it found from
 * happening; null, no run violates a property.
 */
export type Stoppers = ReadonlySet<string> | null;

export interface SearchSize {
  /** How many instances a process has; null: there is none. */
  readonly procs: number | null;
  /** More writes than this may not wait: in a buffer, or where the order is not kept, for a cell. Null: any number may. */
  readonly bound: number | null;
  readonly maxStates: number;
}

interface MetWithMends {
  readonly state: MachineState;
  readonly from: MetWithMends | null;
  readonly step: Step | null;
}

/**
 * Tries every step from every state of the program with its mends, as plainly as can be: the machine of the replayer, no
 * reduction. Runs that few fences would stop come first. `too-large` beyond so many states.
 */
export function findViolation(
  program: Program,
  mends: Mends,
  model: MemoryModel,
  size: SearchSize,
): Stoppers | 'too-large' {
  const { reference } = runPipeline(toAutomata, marked(program, mends), { procs: size.procs });
  return new ViolationSearch(new Machine(reference, model), size).run();
}

class ViolationSearch {
  readonly #seen = new Set<string>();
  /** Unexplored, by how many unused points were passed with writes waiting. */
  readonly #waiting: MetWithMends[][] = [];
  #skips = false;

  constructor(
    private readonly machine: Machine,
    private readonly size: SearchSize,
  ) {}

  run(): Stoppers | 'too-large' {
    const { machine } = this;
    // Values that are unknown and without end are not all tried.
    if (!startsWithFew(machine)) return 'too-large';
    for (const choice of initialChoices(machine)) {
      this.#wait({ state: machine.initial(choice), from: null, step: null }, 0);
    }
    for (let passed = 0; passed < this.#waiting.length; passed++) {
      const here = at(this.#waiting, passed);
      for (let met = here.pop(); met !== undefined; met = here.pop()) {
        const key = stateKey(met.state);
        if (this.#seen.has(key)) continue;
        this.#seen.add(key);
        if (this.#seen.size > this.size.maxStates) return 'too-large';
        const last = this.#isWrong(met.state) ? met : this.#follow(met, passed);
        if (this.#skips) return 'too-large';
        if (last !== null) return stoppers(machine, stepsTo(last));
      }
    }
    return null;
  }

  /** The end of a run whose last step fails, or null. */
  #follow(met: MetWithMends, passed: number): MetWithMends | null {
    const { machine } = this;
    const { steps, complete } = choices(machine, met.state);
    this.#skips ||= !complete;
    for (const step of steps) {
      const result = machine.take(met.state, step);
      if (result.kind === 'blocked') continue;
      if (result.kind === 'fault' || result.failed.length > 0) return { ...met, from: met, step };
      if (this.#overflows(at(result.state.buffers, step.thread))) return { ...met, from: met, step };
      const late = step.kind === 'edge' && siteLeft(machine, met.state, step) !== null;
      const waits = late && at(met.state.buffers, step.thread).length > 0;
      this.#wait({ state: result.state, from: met, step }, passed + (waits ? 1 : 0));
    }
    return null;
  }

  #wait(met: MetWithMends, passed: number): void {
    while (this.#waiting.length <= passed) this.#waiting.push([]);
    at(this.#waiting, passed).push(met);
  }

  #overflows(buffer: StoreBuffer): boolean {
    const { bound } = this.size;
    const writes = buffer.flatMap((entry) => (entry.kind === 'write' ? [entry.cell] : []));
    if (bound === null || writes.length <= bound) return false;
    if (ordersWrites(this.machine.model)) return true;
    return writes.some((cell) => writes.filter((other) => other === cell).length > bound);
  }

  #isWrong(state: MachineState): boolean {
    const { machine } = this;
    if (machine.atomicThread(state) !== null) return false;
    return machine.system.properties.some((property) => {
      const applies = property.kind === 'invariant' || (property.kind === 'final' && machine.hasEnded(state));
      return applies && 'formula' in property && !machine.holds(state, property.formula);
    });
  }
}

const startsWithFew = ({ system }: Machine): boolean =>
  [...system.shared, ...system.locals].every(
    ({ init, type }) => init.kind !== 'any' || cardinality(type) !== null,
  );

function stepsTo(last: MetWithMends): readonly (readonly [MachineState, Step])[] {
  const steps: (readonly [MachineState, Step])[] = [];
  for (let met = last; met.from !== null && met.step !== null; met = met.from)
    steps.push([met.from.state, met.step]);
  return steps.reverse();
}

/** The site whose mark is where the thread of a step stands, if the step is one of the thread itself. */
function siteLeft(machine: Machine, state: MachineState, step: Step): number | null {
  if (step.kind === 'flush') return null;
  const sites = machine.place(state, step.thread).labels.flatMap((label) => siteOfMark(label) ?? []);
  invariant(sites.length <= 1, 'a place has one mark');
  return sites[0] ?? null;
}

/** A write that waits; numbers grow in the order of the program. */
interface PendingWrite {
  readonly number: number;
  readonly cell: CellId;
}

/**
 * The mends that a run cannot be had with, read off it as it went:
 *
 *   fence       the thread passed the point while a write of its own waited
 *   fence(ww)   a write from behind the point reached memory before one that waited at the point
 *   locked      writes waited at the store, or its own write did not reach memory with the next step
 */
function stoppers(machine: Machine, run: readonly (readonly [MachineState, Step])[]): ReadonlySet<string> {
  const found = new Set<string>();
  const buffers = machine.system.threads.map((): readonly PendingWrite[] => []);
  /** By thread the points passed with something waiting, and the number of the next write there. */
  const passed = machine.system.threads.map((): (readonly [site: number, next: number])[] => []);
  for (const [i, [state, step]] of run.entries()) {
    const { thread } = step;
    const waiting = at(buffers, thread);
    if (step.kind === 'flush') {
      const gone = waiting.find(({ cell }) => cell === step.cell);
      invariant(gone !== undefined, 'what is flushed waits');
      for (const [site, next] of at(passed, thread)) {
        if (gone.number >= next && waiting.some(({ number }) => number < next))
          found.add(elementOf(site, 'fence(ww)'));
      }
      buffers[thread] = waiting.filter((write) => write !== gone);
      continue;
    }
    const stored = storesOf(machine, state, step);
    const site = siteLeft(machine, state, step);
    if (site !== null && stored.length === 0 && waiting.length > 0) {
      found.add(elementOf(site, 'fence'));
      at(passed, thread).push([site, i]);
    }
    const next = run[i + 1]?.[1];
    const alone = waiting.length === 0 && next?.kind === 'flush' && next.thread === thread;
    if (site !== null && stored.length > 0 && !alone) found.add(elementOf(site, 'locked'));
    buffers[thread] = [...waiting, ...stored.map((cell) => ({ cell, number: i }))];
  }
  return found;
}

/** The cells that a step adds writes for. */
function storesOf(machine: Machine, state: MachineState, step: Step): readonly CellId[] {
  const result = machine.take(state, step);
  if (step.kind === 'flush' || result.kind !== 'moved') return [];
  return machine.edge(step.thread, step.edge).actions.flatMap((action, i) => {
    if (action.kind !== 'store' || action.locked) return [];
    const index = at(result.values, i)?.index ?? 0n;
    return [machine.cells.cell(action.shared, Number(index))];
  });
}
