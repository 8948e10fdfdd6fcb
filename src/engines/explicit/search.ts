import type { EngineRequest } from '../engine-request.js';
import { eventNames } from '../shared/packed/code/compile.js';
import { GrowingStates } from '../shared/packed/growing-states.js';
import type { Searched } from '../shared/packed/incompleteness.js';
import { contains } from '../../lang/expr/interval.js';
import { readField } from '../shared/packed/packing.js';
import type { PackedPlan } from '../shared/packed/plan.js';
import { Tracer } from '../shared/packed/tracer.js';
import type { PartialOrders } from '../shared/packed/por/partial-orders.js';
import type { PackedVariable } from '../shared/packed/packed-variables.js';
import type { Pacer } from '../../search/pacer.js';
import type { SearchPause, Stop } from '../../search/limits.js';
import { OutOfSpace } from '../shared/state-store.js';
import { at } from '../../support/invariant.js';
import { canBeLeft } from './warnings.js';
import { SearchRecord } from './record.js';

/** What a search found out. */
export interface ExplicitFindings extends Searched {
  readonly record: SearchRecord;
  /** Every state was gone on from: not so if the answer was clear before. */
  readonly isExhausted: boolean;
  /** By thread, then location. */
  readonly reached: Uint8Array;
}

/** What the search is for, besides the properties. */
export interface Purpose {
  /** What of the final states to collect; null: nothing. */
  readonly observed: readonly PackedVariable[] | null;
  readonly endsWhenDecided: boolean;
  readonly pause: SearchPause | null;
  /** Not null: orders of steps that make no difference are left out. */
  readonly orders: PartialOrders | null;
  /** More states than this are for another search. */
  readonly mostStates: number;
}

/** There were more states than this search was to look at. */
export const manyStates: Stop = { reason: 'memory', why: 'another search goes on' };

/** Explores all states and looks for violations on the way. */
export class ExplicitSearch {
  readonly #record: SearchRecord;
  readonly #table: GrowingStates;
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
    this.#record = new SearchRecord(properties, eventNames(system), () => this.#table.noteViolation());
    this.#table = new GrowingStates(plan, request, {
      ...{ properties, collectFinals: purpose.observed !== null, live: this.#record.live, graph: null },
      orders: purpose.orders,
      record: this.#record,
      listener: {
        violated: (event) => this.#record.violatedBy(event, this.#table.expanded),
        stateViolated: (property, id) => this.#record.violatedIn(property, { kind: 'state', id }),
        final: (id) => this.#record.final(this.#values(id, purpose.observed ?? [])),
        stuck: (id) => this.#stuck(id),
      },
      beforeRepack: () => this.#resolve(),
    });
    const { shape, known, choices } = this.#table.plan;
    // If no value can outgrow its field, the checks in the code are all there ever will be. A range that the user gave for
    // what has no value proves nothing: other values may violate what those cannot.
    const settled = !choices.narrowed && known.every((values, i) => contains(at(shape.intervals, i), values));
    if (settled) this.#record.prove(this.#table.code.faults);
  }

  async run(): Promise<ExplicitFindings> {
    const pacer = this.#table.pacer();
    const stop = await this.#explore(pacer);
    this.#resolve();
    const { states, transitions, expanded, reached } = this.#table;
    return {
      record: this.#record,
      stop,
      isExhausted: states.count > 0 && expanded >= states.count,
      reached,
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
      return (await this.#table.addRoots(pacer, () => this.#isDecided())) ?? (await this.#expandAll(pacer));
    } catch (error) {
      if (error instanceof OutOfSpace) return { reason: 'memory', why: error.message };
      throw error;
    }
  }

  async #expandAll(pacer: Pacer): Promise<Stop | null> {
    while (!this.#table.isComplete && !this.#isDecided()) {
      const stop =
        (await this.#table.expandSome(pacer)) ??
        (this.purpose.endsWhenDecided ? this.#table.pastViolation : null) ??
        (this.#table.states.count > this.purpose.mostStates ? manyStates : null) ??
        (await this.#pause(pacer));
      if (stop !== null && !this.#table.isComplete) return stop;
    }
    return null;
  }

  async #pause(pacer: Pacer): Promise<Stop | null> {
    const { pause } = this.purpose;
    if (pause === null || this.#hasPaused || this.#table.states.bytes <= pause.atMB * 2 ** 20) return null;
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
    this.#record.resolve(() => new Tracer(this.#table.plan, this.#table.states));
  }

  #values(id: number, of: readonly PackedVariable[]): readonly number[] {
    const words = this.#table.states.wordsOf(id);
    return of.map((v) => readField(at(this.#table.plan.layout.variables, v.index), words));
  }

  /** No step was possible: the threads have ended, or wait for ever. */
  #stuck(id: number): void {
    const words = this.#table.states.wordsOf(id);
    const { layout, variables } = this.#table.plan;
    const places = layout.locations.map((field) => readField(field, words));
    const open = variables.system.threads.filter((t) => at(places, t.id) !== t.end);
    const waits = open.some((t) => canBeLeft(t, at(places, t.id)));
    if (open.length > 0) this.#record.stuck(id, waits ? places : null);
    else this.#record.ended = true;
  }
}
