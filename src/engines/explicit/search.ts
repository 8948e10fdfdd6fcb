import type { EngineRequest } from '../engine-request.js';
import { eventNames } from '../shared/packed/code/compile.js';
import { GrowingStates } from '../shared/packed/growing-states.js';
import type { Searched } from '../shared/packed/incompleteness.js';
import { contains } from '../../lang/expr/interval.js';
import { readField } from '../shared/packed/packing.js';
import type { PackedPlan, SizedPlan } from '../shared/packed/plan.js';
import type { StateShape } from '../shared/packed/shape.js';
import { Tracer } from '../shared/packed/tracer.js';
import type { PartialOrders } from '../shared/packed/por/partial-orders.js';
import type { PackedVariable } from '../shared/packed/packed-variables.js';
import type { Pacer } from '../../search/pacer.js';
import type { Limits, SearchPause, Stop } from '../../search/limits.js';
import { stopBy } from '../shared/state-store.js';
import type { StateStore } from '../shared/state-store.js';
import { at } from '../../support/invariant.js';
import { canBeLeft } from './warnings.js';
import { SearchRecord } from './record.js';
import { Crew } from './workers/crew.js';
import { SharedSearch } from './workers/shared-search.js';
import type { WorkersWanted } from './workers/workers-wanted.js';

/** What a search found out. */
export interface ExplicitFindings extends Searched {
  readonly record: SearchRecord;
  /** Every state was gone on from: not so if the answer was clear before. */
  readonly isExhausted: boolean;
  /** By thread, then location. */
  readonly reached: Uint8Array;
  /** Room for all values and buffers that were met. */
  readonly shape: StateShape;
}

/** What the search is for, besides the properties. */
export interface Purpose {
  /** What of the final states to collect; null: nothing. */
  readonly observed: readonly PackedVariable[] | null;
  readonly endsWhenDecided: boolean;
  readonly pause: SearchPause | null;
  readonly workers: WorkersWanted;
  /** Not null: orders of steps that make no difference are left out. */
  readonly orders: PartialOrders | null;
  /** More states than this are for another search. */
  readonly mostStates: number;
  /** Hears of all states, once there are no more. */
  readonly onAllStates?: (plan: SizedPlan, states: StateStore) => void;
}

/** There were more states than this search was to look at. */
export const manyStates: Stop = { reason: 'memory', why: 'another search goes on' };

/** Explores all states and looks for violations on the way. */
export class ExplicitSearch {
  readonly #record: SearchRecord;
  readonly #limits: Limits;
  #crew: Crew | null = null;
  readonly #table: GrowingStates;
  /** Where the states are: they may have moved. */
  #search: GrowingStates | SharedSearch;
  #hasPaused = false;
  /** In which somebody else was at work. */
  #secondsPaused = 0;

  constructor(
    plan: PackedPlan,
    request: EngineRequest,
    private readonly purpose: Purpose,
  ) {
    const { system } = plan.variables;
    const { properties } = request;
    this.#limits = request.limits;
    this.#record = new SearchRecord(properties, eventNames(system), () => this.#search.noteViolation());
    this.#table = new GrowingStates(plan, request, {
      ...{ properties, collectFinals: purpose.observed !== null, live: this.#record.live, graph: null },
      orders: purpose.orders,
      record: this.#record,
      listener: {
        violated: (event) => this.#record.violatedBy(event, this.#table.expanded),
        stateViolated: (property, id) => this.#record.violatedIn(property, { kind: 'state', id }),
        final: (id) => this.#record.final(this.#values(id, purpose.observed ?? [])),
        stuck: (id) => this.#stuck(id, this.#places(id)),
      },
      beforeRepack: () => this.#resolve(),
    });
    this.#search = this.#table;
  }

  /**
   * If no value can outgrow its field, the checks in the code are all there ever will be. A range that the user gave for
   * what has no value proves nothing: other values may violate what those cannot.
   */
  #proveBeforehand(): void {
    const { shape, known, choices } = this.#table.plan;
    const settled = !choices.narrowed && known.every((values, i) => contains(at(shape.intervals, i), values));
    if (settled) this.#record.prove(this.#table.code.faults);
  }

  async run(): Promise<ExplicitFindings> {
    const pacer = this.#table.pacer(() => this.#search);
    const stop = await this.#explore(pacer).finally(() => this.#crew?.dismiss());
    this.#resolve();
    const { states, transitions, expanded, reached } = this.#search;
    if (stop === null && this.#table.isComplete && this.#crew === null)
      this.purpose.onAllStates?.(this.#table.plan, this.#table.states);
    return {
      record: this.#record,
      stop,
      isExhausted: states.count > 0 && expanded >= states.count,
      reached,
      shape: this.#search.plan.shape,
      stats: {
        states: states.count,
        transitions,
        checkSeconds: pacer.seconds - this.#secondsPaused,
        tableBytes: states.bytes,
      },
    };
  }

  async #explore(pacer: Pacer): Promise<Stop | null> {
    try {
      this.#proveBeforehand();
      return (await this.#table.addRoots(pacer, () => this.#isDecided())) ?? (await this.#expandAll(pacer));
    } catch (error) {
      return stopBy(error);
    }
  }

  async #expandAll(pacer: Pacer): Promise<Stop | null> {
    const { endsWhenDecided, workers, mostStates } = this.purpose;
    while (!this.#table.isComplete && !this.#isDecided()) {
      const stop =
        (await this.#table.expandSome(pacer, mostStates)) ??
        (endsWhenDecided ? this.#table.pastViolation : null) ??
        (this.#table.isFull ? manyStates : null) ??
        (this.#isTooLarge(this.#table.states.bytes) ? await this.#holdUp(pacer) : null);
      if (stop !== null && !this.#table.isComplete) return stop;
      if (
        workers.count > 1 &&
        mostStates === Infinity &&
        this.#table.states.count >= workers.from &&
        !this.#isDecided()
      ) {
        this.#crew ??= new Crew(workers.count);
        if (workers.isAwaited === true) await this.#crew.started;
        if (this.#crew.isReady) return this.#expandTogether(this.#crew, pacer);
      }
    }
    return null;
  }

  async #expandTogether(crew: Crew, pacer: Pacer): Promise<Stop | null> {
    const { observed, endsWhenDecided, workers } = this.purpose;
    this.#table.suspend();
    this.#resolve();
    const search = new SharedSearch(this.#table, crew, workers.leastShare, {
      ...{ limits: this.#limits, record: this.#record, observed, endsWhenDecided },
      orders: this.purpose.orders,
      isTooLarge: (bytes) => this.#isTooLarge(bytes),
      holdUp: () => this.#holdUp(pacer),
      stuck: (rank, places) => this.#stuck(rank, places),
      ended: () => (this.#record.ended = true),
      beforeRepack: () => this.#resolve(),
    });
    this.#search = search;
    this.#table.states.clear();
    return search.run(pacer);
  }

  #isTooLarge(bytes: number): boolean {
    const { pause } = this.purpose;
    return pause !== null && !this.#hasPaused && bytes > pause.atMB * 2 ** 20;
  }

  /** Somebody else may have a better way. */
  async #holdUp(pacer: Pacer): Promise<Stop | null> {
    const { pause } = this.purpose;
    if (pause === null) return null;
    this.#hasPaused = true;
    const before = pacer.seconds;
    const goesOn = this.#isDecided() || (await pause.goesOn(this.#record.open));
    this.#secondsPaused = pacer.seconds - before;
    return goesOn ? null : { reason: 'memory', why: `the states take more than ${pause.atMB} MB` };
  }

  #isDecided(): boolean {
    return this.#record.isDecided && this.purpose.endsWhenDecided;
  }

  #resolve(): void {
    const { plan, states } = this.#search;
    this.#record.resolve(() => new Tracer(plan, states), plan.variables.system);
  }

  #values(id: number, of: readonly PackedVariable[]): readonly number[] {
    const words = this.#table.states.wordsOf(id);
    return of.map((v) => readField(at(this.#table.plan.layout.variables, v.index), words));
  }

  #places(id: number): readonly number[] {
    const words = this.#table.states.wordsOf(id);
    return this.#table.plan.layout.locations.map((field) => readField(field, words));
  }

  /** No step was possible: the threads have ended, or wait for ever. */
  #stuck(id: number, places: readonly number[]): void {
    const { groups, variables } = this.#table.plan;
    const { threads } = variables.system;
    const open = threads.filter((t) => at(places, t.id) !== t.end);
    const waits = open.some((t) => canBeLeft(t, at(places, t.id)));
    if (open.length > 0) this.#record.stuck(id, waits ? places : null, groups.length > 0);
    else this.#record.ended = true;
  }
}
