import { InternalError, at, invariant } from '../../support/invariant.js';
import { byNumber } from '../../support/lists.js';
import type { CellValue, DualProgram, Op, DualTransition } from './dual-program.js';
import { opKey, writesOf } from './dual-program.js';
import type { Reduction } from './reduce-program.js';
import type { DualRun, RunProcess } from './search/run.js';

/** A transition that a process takes, of the program before it was reduced. */
export type ScheduleEvent =
  | { readonly kind: 'take'; readonly process: number; readonly transition: number }
  /** The oldest write in the process's buffer reaches memory. */
  | { readonly kind: 'flush'; readonly process: number; readonly cell: number };

export interface Schedule {
  /** As the run's, with states of the program before it was reduced. */
  readonly processes: readonly RunProcess[];
  readonly memory: readonly number[];
  readonly events: readonly ScheduleEvent[];
}

/** Who takes part, each from a state of its own that the reduction made into the one that it begins in. */
export const beginningsOf = (
  program: DualProgram,
  reduction: Reduction,
  run: Pick<DualRun, 'processes' | 'beginning'>,
): readonly RunProcess[] =>
  run.processes.map(({ kind, begin, nth }) => ({
    kind,
    nth,
    begin: at(
      at(at(program.beginnings, run.beginning).states, kind).filter(
        (s) => at(at(reduction.classOf, kind), s) === begin,
      ),
      0,
    ),
  }));

/**
 * A run of the classical semantics with the steps on memory in the order of the dual run. Paper 002's Theorem 1: what is a
 * write in the dual semantics is here the moment at which it leaves the store buffer, and reads happen at the moment when
 * the dual run propagated the value, which is found again here: the earliest moment at which the process sees what it
 * needs. Then all is put off as long as it sees the same, so that nothing waits in a buffer without need.
 */
export function schedule(program: DualProgram, reduction: Reduction, run: DualRun): Schedule {
  const times = run.steps.map((step, time) => ({ ...step, time }));
  const memories = memoriesOf(reduction, run);
  const begins = beginningsOf(program, reduction, run);
  // What happens while memory is in its i-th state, and then to it.
  const slots: ScheduleEvent[][] = memories.map(() => []);
  const touching: (ScheduleEvent | null)[] = run.steps.map(() => null);
  for (const [process, { kind, begin }] of begins.entries()) {
    const walker = new ProcessWalker(program, reduction, kind, memories, begin);
    for (const { transition, time } of times.filter((t) => t.process === process)) {
      const abstract = at(at(reduction.program.kinds, kind).transitions, transition);
      const step = walker.perform(abstract, time);
      touching[time] =
        abstract.op.kind === 'write'
          ? { kind: 'flush', process, cell: abstract.op.cell }
          : { kind: 'take', process, transition: step };
    }
    walker.finish(at(run.ends, process));
    for (const { transition, slot, op } of walker.putOff()) {
      if (op.kind !== 'locked') at(slots, slot).push({ kind: 'take', process, transition });
    }
  }
  const events = slots.flatMap((slot, i) => {
    const touch = touching[i];
    return touch === undefined || touch === null ? slot : [...slot, touch];
  });
  return { processes: begins, memory: run.memory, events };
}

/** Memory at the begin and after each step on it. */
function memoriesOf({ program }: Reduction, run: DualRun): readonly (readonly number[])[] {
  const memories: (readonly number[])[] = [run.memory];
  for (const { process, transition } of run.steps) {
    const kind = at(program.kinds, at(run.processes, process).kind);
    const next = [...at(memories, memories.length - 1)];
    for (const { cell, value } of writesOf(at(kind.transitions, transition).op)) next[cell] = value;
    memories.push(next);
  }
  return memories;
}

/** A transition that the process takes while memory is in state `slot`. */
interface TakenTransition {
  readonly transition: number;
  readonly op: Op;
  readonly slot: number;
  /** The last moment for it, whatever it reads. */
  readonly latest: number;
  /** How many writes the process has issued before. */
  readonly issued: number;
}

interface ScheduleVisit {
  readonly state: number;
  /** How it got there; null where the process stood. */
  readonly taken: TakenTransition | null;
  readonly before: ScheduleVisit | null;
}

interface SlotVisit {
  readonly visit: ScheduleVisit;
  readonly slot: number;
}

type LeavingTransition = DualTransition & { readonly index: number };

/** One process, led through its steps. */
class ProcessWalker {
  #state: number;
  #slot = 0;
  readonly #taken: TakenTransition[] = [];
  /** Its writes, oldest first, with the time at which they reach memory. */
  readonly #issued: (CellValue & { readonly time: number })[] = [];
  readonly #leaving: readonly (readonly LeavingTransition[])[];

  constructor(
    program: DualProgram,
    private readonly reduction: Reduction,
    private readonly kind: number,
    private readonly memories: readonly (readonly number[])[],
    begin: number,
  ) {
    this.#state = begin;
    const { states, transitions } = at(program.kinds, kind);
    const numbered = transitions.map((t, index) => ({ ...t, index }));
    this.#leaving = byNumber(numbered, states, (t) => t.from);
  }

  /** Reads its way to a place where it can do what the reduced program does there, and does it; the transition taken. */
  perform({ to, op }: DualTransition, time: number): number {
    const wanted = opKey(op);
    const stepFrom = (state: number): LeavingTransition | undefined =>
      at(this.#leaving, state).find((t) => this.#classOf(t.to) === to && opKey(t.op) === wanted);
    const { visit, slot } = this.#read((state) => stepFrom(state) !== undefined, time);
    const step = stepFrom(visit.state);
    invariant(step !== undefined, 'the process can do what it did backward');
    this.#take(visit);
    const issued = this.#issued.length;
    this.#taken.push({ transition: step.index, op: step.op, slot, latest: time, issued });
    this.#state = step.to;
    this.#slot = op.kind === 'locked' ? time + 1 : slot;
    if (op.kind === 'write') this.#issued.push({ cell: op.cell, value: op.value, time });
    return step.index;
  }

  finish(end: number): void {
    const { visit } = this.#read((state) => this.#classOf(state) === end, this.memories.length - 1);
    this.#take(visit);
  }

  /** What it takes, each as late as what follows lets it. */
  putOff(): readonly TakenTransition[] {
    const late: TakenTransition[] = [];
    let next = this.memories.length - 1;
    for (const taken of this.#taken.toReversed()) {
      const { op } = taken;
      let slot = op.kind === 'locked' ? taken.latest : Math.min(next, taken.latest);
      while (op.kind === 'read' && !op.reads.every((r) => this.#sees(r, slot, taken.issued))) slot--;
      late.push({ ...taken, slot });
      next = slot;
    }
    return late.toReversed();
  }

  #take(visit: ScheduleVisit): void {
    const path: TakenTransition[] = [];
    for (let v: ScheduleVisit | null = visit; v !== null && v.taken !== null; v = v.before)
      path.push(v.taken);
    this.#taken.push(...path.toReversed());
    this.#state = visit.state;
  }

  #classOf(state: number): number {
    return at(at(this.reduction.classOf, this.kind), state);
  }

  /** The earliest way by reads to a state that will do. */
  #read(willDo: (state: number) => boolean, latest: number): SlotVisit {
    const visits: ScheduleVisit[] = [{ state: this.#state, taken: null, before: null }];
    const seen = new Set<number>([this.#state]);
    const issued = this.#issued.length;
    for (let slot = this.#slot; slot <= latest; slot++) {
      for (let i = 0; i < visits.length; i++) {
        const visit = at(visits, i);
        if (willDo(visit.state)) return { visit, slot };
        for (const { to, op, index } of at(this.#leaving, visit.state)) {
          if (op.kind !== 'read' || seen.has(to)) continue;
          if (!op.reads.every((r) => this.#sees(r, slot, issued))) continue;
          seen.add(to);
          const taken = { transition: index, op, slot, latest: this.memories.length - 1, issued };
          visits.push({ state: to, taken, before: visit });
        }
      }
    }
    throw new InternalError('a process finds again the values that it read backward');
  }

  /** Of the process's first `issued` writes the newest to the cell that is still buffered, else memory. */
  #sees({ cell, value }: CellValue, slot: number, issued: number): boolean {
    for (let i = issued - 1; i >= 0; i--) {
      const own = at(this.#issued, i);
      if (own.time < slot) break;
      if (own.cell === cell) return own.value === value;
    }
    return at(at(this.memories, slot), cell) === value;
  }
}
