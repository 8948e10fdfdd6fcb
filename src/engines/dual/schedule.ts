import { InternalError, at, invariant } from '../../support/check.js';
import type { CellValue, DualProgram, Op, Transition } from './program.js';
import { opKey } from './program.js';
import type { Reduction } from './reduce.js';
import type { Run, RunProcess } from './search/run.js';

/** A transition that a process takes, of the program before it was reduced. */
export type Event =
  | { readonly kind: 'take'; readonly process: number; readonly transition: number }
  /** The oldest write in the process's buffer reaches memory. */
  | { readonly kind: 'flush'; readonly process: number; readonly cell: number };

export interface Schedule {
  /** As the run's, with states of the program before it was reduced. */
  readonly processes: readonly RunProcess[];
  readonly memory: readonly number[];
  readonly events: readonly Event[];
}

/**
 * A run of the classical semantics with the steps on memory in the order of the dual run. Paper 002's Theorem 1: what is a
 * write in the dual semantics is here the moment at which it leaves the store buffer; it is issued as early as its process
 * comes to it, and reads happen at the moment when the dual run propagated the value, which is found again here: the
 * earliest moment at which the process sees what it needs.
 */
export function schedule(program: DualProgram, reduction: Reduction, run: Run): Schedule {
  const times = run.steps.map((step, time) => ({ ...step, time }));
  const memories = memoriesOf(reduction, run);
  const begins = run.processes.map(({ kind, begin, nth }) => ({
    kind,
    nth,
    begin: firstOf(
      at(at(program.beginnings, run.beginning).states, kind).filter(
        (s) => at(at(reduction.classOf, kind), s) === begin,
      ),
    ),
  }));
  // What happens while memory is in its i-th state, and then to it.
  const slots: Event[][] = memories.map(() => []);
  const touching: (Event | null)[] = run.steps.map(() => null);
  for (const [process, { kind, begin }] of begins.entries()) {
    const walker = new Walker(program, reduction, kind, memories, begin);
    const took = (taken: readonly Taken[]): void => {
      for (const { transition, slot } of taken) at(slots, slot).push({ kind: 'take', process, transition });
    };
    const own = times.filter((t) => t.process === process);
    for (const { transition, time } of own) {
      const abstract = at(at(reduction.program.kinds, kind).transitions, transition);
      const { reads, step } = walker.perform(abstract, time);
      took(reads);
      if (abstract.op.kind === 'write') {
        took([step]);
        touching[time] = { kind: 'flush', process, cell: abstract.op.cell };
      } else touching[time] = { kind: 'take', process, transition: step.transition };
    }
    took(walker.finish(at(run.ends, process)));
  }
  const events = slots.flatMap((slot, i) => {
    const touch = touching[i];
    return touch === undefined || touch === null ? slot : [...slot, touch];
  });
  return { processes: begins, memory: run.memory, events };
}

function firstOf(states: readonly number[]): number {
  return at(states, 0);
}

const writesOf = (op: Op): readonly CellValue[] =>
  op.kind === 'write' ? [op] : op.kind === 'locked' ? op.writes : [];

/** Memory at the begin and after each step on it. */
function memoriesOf({ program }: Reduction, run: Run): readonly (readonly number[])[] {
  const memories: (readonly number[])[] = [run.memory];
  for (const { process, transition } of run.steps) {
    const kind = at(program.kinds, at(run.processes, process).kind);
    const next = [...at(memories, memories.length - 1)];
    for (const { cell, value } of writesOf(at(kind.transitions, transition).op)) next[cell] = value;
    memories.push(next);
  }
  return memories;
}

interface Taken {
  readonly transition: number;
  readonly slot: number;
}

interface Visit {
  readonly state: number;
  /** How it got there; -1 where the process stood. */
  readonly transition: number;
  readonly takenAt: number;
  readonly before: Visit | null;
}

interface Arrival {
  readonly visit: Visit;
  readonly slot: number;
}

/** One process, led through its steps. */
class Walker {
  #state: number;
  #slot = 0;
  /** Its writes, oldest first, with the time at which they reach memory. */
  readonly #issued: (CellValue & { readonly time: number })[] = [];
  readonly #leaving: readonly (readonly (Transition & { readonly index: number })[])[];

  constructor(
    program: DualProgram,
    private readonly reduction: Reduction,
    private readonly kind: number,
    private readonly memories: readonly (readonly number[])[],
    begin: number,
  ) {
    this.#state = begin;
    const { states, transitions } = at(program.kinds, kind);
    const leaving: (Transition & { index: number })[][] = Array.from({ length: states }, () => []);
    for (const [index, t] of transitions.entries()) at(leaving, t.from).push({ ...t, index });
    this.#leaving = leaving;
  }

  /** Reads its way to a place where it can do what the reduced program does there, and does it. */
  perform({ to, op }: Transition, time: number): { readonly reads: readonly Taken[]; readonly step: Taken } {
    const wanted = opKey(op);
    const stepFrom = (state: number): (Transition & { readonly index: number }) | undefined =>
      at(this.#leaving, state).find((t) => this.#classOf(t.to) === to && opKey(t.op) === wanted);
    const found = this.#read((state) => stepFrom(state) !== undefined, time);
    const step = stepFrom(found.visit.state);
    invariant(step !== undefined, 'the process can do what it did backward');
    this.#state = step.to;
    this.#slot = op.kind === 'locked' ? time + 1 : found.slot;
    if (op.kind === 'write') this.#issued.push({ cell: op.cell, value: op.value, time });
    return { reads: pathTo(found), step: { transition: step.index, slot: found.slot } };
  }

  finish(end: number): readonly Taken[] {
    return pathTo(this.#read((state) => this.#classOf(state) === end, this.memories.length - 1));
  }

  #classOf(state: number): number {
    return at(at(this.reduction.classOf, this.kind), state);
  }

  /** The earliest way by reads to a state that will do. */
  #read(willDo: (state: number) => boolean, latest: number): Arrival {
    const visits: Visit[] = [{ state: this.#state, transition: -1, takenAt: this.#slot, before: null }];
    const seen = new Set<number>([this.#state]);
    for (let slot = this.#slot; slot <= latest; slot++) {
      for (let i = 0; i < visits.length; i++) {
        const visit = at(visits, i);
        if (willDo(visit.state)) return { visit, slot };
        for (const { to, op, index } of at(this.#leaving, visit.state)) {
          if (op.kind !== 'read' || seen.has(to) || !op.reads.every((r) => this.#sees(r, slot))) continue;
          seen.add(to);
          visits.push({ state: to, transition: index, takenAt: slot, before: visit });
        }
      }
    }
    throw new InternalError('a process finds again the values that it read backward');
  }

  #sees({ cell, value }: CellValue, slot: number): boolean {
    const own = this.#issued.findLast((w) => w.cell === cell && w.time >= slot);
    return (own?.value ?? at(at(this.memories, slot), cell)) === value;
  }
}

function pathTo({ visit }: Arrival): readonly Taken[] {
  const path: Taken[] = [];
  for (let v: Visit | null = visit; v !== null && v.transition !== -1; v = v.before) {
    path.unshift({ transition: v.transition, slot: v.takenAt });
  }
  return path;
}
