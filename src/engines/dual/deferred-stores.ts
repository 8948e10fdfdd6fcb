import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type {
  CellValue,
  DualProgram,
  DualTransition,
  GlobalTarget,
  ProcessKind,
  UnfoldedOp,
} from './dual-program.js';
import type { Schedule, ScheduleEvent } from './schedule.js';

/**
 * PSO with store fences as TSO: a thread of PSO is one of TSO that makes its stores later than it might. What it has still to store
 * is part of its state, for each cell a queue; at any time the oldest store to some cell is made, and at a store fence or
 * when it waits for its buffer nothing may be left. docs/engines/dual-pso.md, "Store fences", has the proof.
 *
 *   BEFORE  x = 1; y = 1; fence(ww); z = 1     AFTER  { x = 1; y = 1 or y = 1; x = 1 } z = 1
 *
 * Left alone: threads with one cell only, but for their states.
 */
export interface Deferred {
  readonly program: DualProgram;
  readonly targets: readonly GlobalTarget[];
  /** For each kind and state the state of the given program. */
  readonly states: readonly (readonly number[])[];
  /** For each kind and transition that of the given program; null: a store that was put off is made. */
  readonly transitions: readonly (readonly (number | null)[])[];
  /** Whether all ways to put off stores are there. If not, there are fewer runs than there should be. */
  readonly isWhole: boolean;
}

export interface DeferralLimits {
  /** How many stores to one cell are put off at once. */
  readonly room: number;
  /** How many states a kind may have. */
  readonly states: number;
}

/** It may take long, so there are pauses. */
export function* deferStores(
  program: DualProgram<UnfoldedOp>,
  targets: readonly GlobalTarget[],
  limits: DeferralLimits,
): Generator<undefined, Deferred> {
  const kinds: DeferredKind[] = [];
  for (const [k, kind] of program.kinds.entries()) {
    const deferring = new KindDeferral(kind, limits);
    yield* deferring.explore(new Set(program.beginnings.flatMap(({ states }) => at(states, k))));
    kinds.push(deferring.result());
  }
  const fresh = (k: number, state: number): number =>
    at(kinds, k).states.findIndex((s) => s.state === state && s.waiting.length === 0);
  return {
    program: {
      cells: program.cells,
      kinds: kinds.map(({ kind }) => kind),
      beginnings: program.beginnings.map(({ memory, states }) => ({
        memory,
        states: states.map((entries, k) => entries.map((s) => fresh(k, s))),
      })),
    },
    targets: targets.flatMap((target) => deferredTarget(program, kinds, target)),
    states: kinds.map(({ states }) => states.map(({ state }) => state)),
    transitions: kinds.map(({ origins }) => origins),
    isWhole: kinds.every(({ isWhole }) => isWhole),
  };
}

/** The same without store fences: what is not reached so is not reached with them. */
export const withoutStoreFences = (program: DualProgram<UnfoldedOp>): DualProgram => ({
  ...program,
  kinds: program.kinds.map((kind) => ({
    ...kind,
    transitions: kind.transitions.map(({ op, ...ends }): DualTransition => ({
      ...ends,
      op: op.kind === 'order' ? { kind: 'read', reads: [] } : op,
    })),
  })),
});

export const hasStoreFences = (program: DualProgram<UnfoldedOp>): boolean =>
  program.kinds.some(({ transitions }) => transitions.some(({ op }) => op.kind === 'order'));

/** A run of the deferred program as one of the given program, in which all stores reach memory in the end. */
export function undeferred(
  { states, transitions }: Deferred,
  { kinds }: DualProgram<UnfoldedOp>,
  { processes, memory, events: late }: Schedule,
): Schedule {
  /** Cells that a process has stored to and that are not yet in memory. */
  const waiting = processes.map((): number[] => []);
  const events = late.flatMap((event): readonly ScheduleEvent[] => {
    const { process } = event;
    const own = at(waiting, process);
    if (event.kind === 'flush') {
      own.splice(own.indexOf(event.cell), 1);
      return [event];
    }
    const { kind } = at(processes, process);
    const transition = at(at(transitions, kind), event.transition);
    if (transition === null) return [];
    const { op } = at(at(kinds, kind).transitions, transition);
    if (op.kind === 'write') own.push(op.cell);
    return [{ ...event, transition }];
  });
  return {
    memory,
    processes: processes.map((process) => ({
      ...process,
      begin: at(at(states, process.kind), process.begin),
    })),
    events: [
      ...events,
      ...waiting.flatMap((cells, process) =>
        cells.map((cell): ScheduleEvent => ({ kind: 'flush', process, cell })),
      ),
    ],
  };
}

/** The target with all that may be put off; if it speaks of memory nothing may be, by anybody. */
function deferredTarget(
  { kinds: given }: DualProgram<UnfoldedOp>,
  kinds: readonly DeferredKind[],
  { processes, memory }: GlobalTarget,
): readonly GlobalTarget[] {
  const drained = memory.length > 0;
  const statesOf = (k: number, wanted: (state: number) => boolean): readonly number[] =>
    [...at(kinds, k).states.entries()].flatMap(([i, { state, waiting }]) =>
      wanted(state) && (!drained || waiting.length === 0) ? [i] : [],
    );
  const others = given.flatMap(({ count }, kind) => {
    const there = processes.filter((p) => p.kind === kind).length;
    if (!drained || count === null || there >= count) return [];
    const states = statesOf(kind, () => true);
    return Array.from({ length: count - there }, () => ({ kind, states }));
  });
  const meant = processes.map((p) => ({ ...p, states: statesOf(p.kind, (s) => p.states.includes(s)) }));
  const all = [...meant, ...others];
  return all.some(({ states }) => states.length === 0) ? [] : [{ processes: all, memory }];
}

interface DeferredState {
  readonly state: number;
  /** Oldest first; sorted by cell. */
  readonly waiting: readonly CellValue[];
}

interface DeferredKind {
  readonly kind: ProcessKind;
  readonly states: readonly DeferredState[];
  readonly origins: readonly (number | null)[];
  readonly isWhole: boolean;
}

const exploredBetweenPauses = 200;

class KindDeferral {
  readonly #states: DeferredState[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #transitions: DualTransition[] = [];
  readonly #origins: (number | null)[] = [];
  #isWhole = true;

  constructor(
    private readonly kind: ProcessKind<UnfoldedOp>,
    private readonly limits: DeferralLimits,
  ) {}

  *explore(entries: ReadonlySet<number>): Generator<undefined> {
    for (const state of entries) this.#number({ state, waiting: [] });
    const leaving = this.kind.transitions.map((t, index) => ({ ...t, index }));
    for (let from = 0; from < this.#states.length; from++) {
      const here = at(this.#states, from);
      for (const t of leaving) if (t.from === here.state) this.#follow(from, here, t, t.index);
      this.#makeStores(from, here);
      if (from % exploredBetweenPauses === 0) yield undefined;
    }
  }

  result(): DeferredKind {
    return {
      kind: { ...this.kind, states: this.#states.length, transitions: this.#transitions },
      states: this.#states,
      origins: this.#origins,
      isWhole: this.#isWhole,
    };
  }

  #follow(
    from: number,
    { waiting }: DeferredState,
    { to, op }: DualTransition<UnfoldedOp>,
    origin: number,
  ): void {
    const step = (still: readonly CellValue[], done: DualTransition['op']): void =>
      this.#add(from, { state: to, waiting: still }, done, origin);
    switch (op.kind) {
      case 'write':
        if (waiting.filter(({ cell }) => cell === op.cell).length >= this.limits.room) this.#isWhole = false;
        else step(withStore(waiting, op), silent);
        return;
      case 'read': {
        const newest = (cell: number): CellValue | undefined => waiting.findLast((w) => w.cell === cell);
        if (op.reads.some(({ cell, value }) => (newest(cell)?.value ?? value) !== value)) return;
        return step(waiting, { kind: 'read', reads: op.reads.filter((r) => newest(r.cell) === undefined) });
      }
      case 'locked':
        if (waiting.length === 0) step(waiting, op);
        return;
      case 'order':
        if (waiting.length === 0) step(waiting, silent);
        return;
    }
  }

  #makeStores(from: number, { state, waiting }: DeferredState): void {
    for (const [i, { cell, value }] of waiting.entries()) {
      if (waiting.findIndex((w) => w.cell === cell) !== i) continue;
      this.#add(from, { state, waiting: waiting.toSpliced(i, 1) }, { kind: 'write', cell, value }, null);
    }
  }

  #add(from: number, after: DeferredState, op: DualTransition['op'], origin: number | null): void {
    const to = this.#number(after);
    if (to === null) return;
    this.#transitions.push({ from, to, op });
    this.#origins.push(origin);
  }

  #number(state: DeferredState): number | null {
    const key = `${state.state};${state.waiting.map(({ cell, value }) => `${cell}=${value}`).join()}`;
    if (!this.#numbers.has(key) && this.#states.length >= this.limits.states) {
      this.#isWhole = false;
      return null;
    }
    return remembered(this.#numbers, key, () => this.#states.push(state) - 1);
  }
}

const silent: DualTransition['op'] = { kind: 'read', reads: [] };

function withStore(waiting: readonly CellValue[], { cell, value }: CellValue): readonly CellValue[] {
  const behind = waiting.findIndex((w) => w.cell > cell);
  return waiting.toSpliced(behind === -1 ? waiting.length : behind, 0, { cell, value });
}
