import { conjunction, equal, falsity, int, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId, LocationId, ThreadId } from '../../lang/expr/ids.js';
import { simplifiedBinary } from '../../lang/expr/simplify.js';
import { substitution } from '../../lang/expr/substitute.js';
import type { Type } from '../../lang/expr/type.js';
import { unsupported } from '../../diagnostics/diagnostic.js';
import { liveLocals } from '../../lang/program/liveness.js';
import type { MachineSteps, SymbolicWay, ThreadStand } from '../../symbolic/machine-steps.js';
import { slotsFit } from '../../symbolic/state-formulas.js';
import { at, getOrFail } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { ThreadCopies, CopiedThread } from './thread-copies.js';

/** Where a thread may be in its life: its location, the shape of its buffer, and its locals of few values. */
export interface Phase {
  readonly number: number;
  readonly kind: CopiedThread;
  readonly place: LocationId;
  readonly waiting: number;
  /** Of the first copy, with their values. */
  readonly settled: ReadonlyMap<Expr, Expr>;
  /** What is so wherever a thread is in this phase, of the first copy. */
  readonly facts: Expr;
  /** How many threads are in it. */
  readonly count: Expr;
}

/** One way of a step of the first copy of a kind. */
export interface PhaseStep {
  readonly number: number;
  readonly from: Phase;
  readonly way: SymbolicWay;
  /** What must hold before. */
  readonly guard: Expr;
  /** Null: it violates something, or finds no room. */
  readonly to: Phase | null;
  /** The state after it, of what changes; counts of phases included. */
  readonly written: ReadonlyMap<Expr, Expr>;
}

const mostPhases = 600;
const mostSteps = 20_000;
/** Combinations of values of locals at one location. */
const mostSettled = 16;
/** A local with so many values is told by the phase. */
const mostValues = 3n;

/**
 * All phases that threads may come to by what their automata say, and all their steps: what is in none of these does not
 * happen, whatever the data. The room of buffers is that of the steps.
 */
export class Phases {
  readonly all: Phase[] = [];
  readonly steps: PhaseStep[] = [];
  readonly #known = new Map<string, Phase>();
  readonly #settledAt = new Map<string, readonly LocalId[]>();

  constructor(
    readonly copies: ThreadCopies,
    readonly machine: MachineSteps,
    private readonly asked: ReadonlySet<LocalId>,
    private readonly watch: () => void,
  ) {
    for (const kind of copies.kinds) this.#settle(kind);
    for (const kind of copies.kinds) for (const phase of this.initial(kind)) void phase;
    for (const phase of this.all) this.#leave(phase);
  }

  /** Where threads of the kind begin, by all values of their locals. */
  initial(kind: CopiedThread): readonly Phase[] {
    const { entry } = at(this.machine.state.system.threads, firstOf(kind));
    return this.#valuations(kind, entry).map((values) => this.#phase(kind, entry, 0, values));
  }

  /** The locals of the first copy that a phase at the place does not tell, and that matter there. */
  openLocals({ kind, place, settled }: Phase): readonly LocalId[] {
    const { state } = this.machine;
    return this.#live(kind, place).filter((id) => !settled.has(state.local(id)));
  }

  /** `valueOf`: of a local of the first copy. */
  find(kind: CopiedThread, place: LocationId, waiting: number, valueOf: (id: LocalId) => Expr): Phase | null {
    const values = this.#settledLocals(kind, place).map(valueOf);
    return this.#known.get(phaseKey(kind, place, waiting, values)) ?? null;
  }

  stepsFrom(phase: Phase): readonly PhaseStep[] {
    return this.steps.filter(({ from }) => from === phase);
  }

  #settle(kind: CopiedThread): void {
    const thread = at(this.machine.state.system.threads, firstOf(kind));
    const live = liveLocals(thread);
    for (const { id } of thread.locations) {
      const alive = this.copies
        .localsOf(thread.id)
        .filter((local) => at(live, id).has(local) || this.asked.has(local));
      this.#settledAt.set(`live ${kind.number} ${id}`, alive);
      const chosen: LocalId[] = [];
      let count = 1;
      for (const local of alive) {
        const values = this.#valuesOf(local);
        if (values === null || count * values.length > mostSettled) continue;
        count *= values.length;
        chosen.push(local);
      }
      this.#settledAt.set(`settled ${kind.number} ${id}`, chosen);
    }
  }

  #live = (kind: CopiedThread, place: LocationId): readonly LocalId[] =>
    getOrFail(this.#settledAt, `live ${kind.number} ${place}`);

  #settledLocals = (kind: CopiedThread, place: LocationId): readonly LocalId[] =>
    getOrFail(this.#settledAt, `settled ${kind.number} ${place}`);

  #valuesOf(id: LocalId): readonly Expr[] | null {
    const { state } = this.machine;
    return fewValues(state.typeOf(state.local(id)));
  }

  #valuations(kind: CopiedThread, place: LocationId): readonly (readonly Expr[])[] {
    return this.#settledLocals(kind, place).reduce<readonly (readonly Expr[])[]>(
      (found, id) => found.flatMap((values) => (this.#valuesOf(id) ?? []).map((value) => [...values, value])),
      [[]],
    );
  }

  #phase(kind: CopiedThread, place: LocationId, waiting: number, values: readonly Expr[]): Phase {
    return remembered(this.#known, phaseKey(kind, place, waiting, values), () => {
      const { state } = this.machine;
      const thread = at(state.system.threads, firstOf(kind));
      if (at(thread.locations, place).atomic)
        unsupported(`the quantified engine takes no thread that begins inside of a section`, thread.span);
      if (this.all.length >= mostPhases)
        unsupported(`the quantified engine takes no threads of more than ${mostPhases} phases`, thread.span);
      const settled = new Map(
        this.#settledLocals(kind, place).map((id, i) => [state.local(id), at(values, i)]),
      );
      const facts = conjunction([
        ...[...settled].map(([variable, value]) => simplifiedBinary('==', variable, value)),
        slotsFit(state, { thread: thread.id, waiting }),
      ]);
      const number = this.all.length;
      const count = state.counted(`threads in phase ${number}`);
      const phase = { number, kind, place, waiting, settled, facts, count };
      this.all.push(phase);
      return phase;
    });
  }

  #leave(from: Phase): void {
    this.watch();
    const stand: ThreadStand = { thread: firstOf(from.kind), place: from.place, waiting: from.waiting };
    const edges = this.machine.leaving(stand.thread, from.place);
    const ways = [
      ...this.machine.flushes(stand),
      ...edges.flatMap((edge) => this.machine.complete(stand, edge)),
    ];
    for (const way of ways) this.#follow(from, way);
    if (this.steps.length > mostSteps)
      unsupported(`the quantified engine takes no programs of more than ${mostSteps} steps`);
  }

  #follow(from: Phase, way: SymbolicWay): void {
    const before = substitution(from.settled);
    const guard = before(way.guard);
    if (guard === falsity) return;
    const number = (): number => this.steps.length;
    const { outcome } = way;
    if (outcome.kind !== 'moves') {
      this.steps.push({ number: number(), from, way, guard, to: null, written: new Map() });
      return;
    }
    const written = new Map([...way.written].map(([variable, value]) => [variable, before(value)]));
    const { place, waiting } = outcome;
    for (const values of this.#valuations(from.kind, place)) {
      const fits = this.#settledLocals(from.kind, place).map((id, i) => {
        const variable = this.machine.state.local(id);
        return simplifiedBinary('==', written.get(variable) ?? before(variable), at(values, i));
      });
      if (fits.includes(falsity)) continue;
      const to = this.#phase(from.kind, place, waiting, values);
      this.steps.push({
        ...{ number: number(), from, way, to },
        guard: conjunction([guard, ...fits]),
        written: new Map([...written, ...moved(from, to)]),
      });
    }
  }
}

/** One thread more there, and one less here. */
const moved = (from: Phase, to: Phase): readonly (readonly [Expr, Expr])[] =>
  from === to
    ? []
    : [
        [from.count, simplifiedBinary('-', from.count, int(1))],
        [to.count, simplifiedBinary('+', to.count, int(1))],
      ];

export const firstOf = ({ threads }: CopiedThread): ThreadId => at(threads, 0);

function fewValues(type: Type): readonly Expr[] | null {
  switch (type.kind) {
    case 'bool':
      return [falsity, truth];
    case 'range': {
      const count = type.hi - type.lo + 1n;
      return count > mostValues
        ? null
        : Array.from({ length: Number(count) }, (_, i) => int(type.lo + BigInt(i)));
    }
    case 'int':
      return null;
  }
}

const phaseKey = (
  { number }: CopiedThread,
  place: LocationId,
  waiting: number,
  values: readonly Expr[],
): string => [number, place, waiting, ...values.map(valueKey)].join();

const valueKey = (value: Expr): string =>
  value.kind === 'int' || value.kind === 'bool' ? String(value.value) : '?';

/** Nobody is counted. */
export const isZero = (count: Expr): Expr => equal(count, int(0));
