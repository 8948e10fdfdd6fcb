import type { EngineRequest } from '../engine.js';
import { compileSearch, eventNames } from '../shared/packed/code/compile.js';
import type { CompiledSearch } from '../shared/packed/code/compile.js';
import { GrowingStates } from '../shared/packed/growing-states.js';
import type { CodePlace } from '../shared/packed/growing-states.js';
import { includes } from '../shared/packed/interval.js';
import { readField } from '../shared/packed/packing.js';
import type { Plan } from '../shared/packed/plan.js';
import { Tracer } from '../shared/packed/tracer.js';
import type { Variable } from '../shared/packed/variables.js';
import { afterViolation } from '../shared/after-violation.js';
import { Pacer } from '../../search/pacer.js';
import type { Stop } from '../../search/limits.js';
import { OutOfSpace, StateStore, bytesAllowed } from '../shared/state-store.js';
import { at } from '../../support/check.js';
import { Record } from './record.js';

/** What a search found out, and what it cost. */
export interface Findings {
  readonly record: Record;
  /** Null: all reachable states were visited, but for those behind what the record says. */
  readonly stop: Stop | null;
  /** Every state was gone on from: not so if the answer was clear before. */
  readonly isExhausted: boolean;
  /** By thread, then location. */
  readonly reached: Uint8Array;
  readonly states: number;
  readonly transitions: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** Explores all states and looks for violations on the way. */
export class Search {
  readonly #record: Record;
  readonly #reached: Uint8Array;
  readonly #table: GrowingStates;
  #lastToExpand = Infinity;

  constructor(
    plan: Plan,
    private readonly request: EngineRequest,
    private readonly observed: readonly Variable[] | null,
  ) {
    const { system } = plan.variables;
    this.#record = new Record(request.properties, eventNames(system), () => {
      this.#lastToExpand = Math.min(
        this.#lastToExpand,
        afterViolation(this.#table.expanded, this.request.limits),
      );
    });
    this.#reached = new Uint8Array(system.threads.reduce((n, t) => n + t.locations.length, 0));
    this.#table = new GrowingStates(plan, bytesAllowed(request.limits), {
      compile: (place) => this.#compiled(place),
      beyond: ({ kind }) => {
        if (kind === 'buffer') this.#record.overflowed = true;
        else this.#record.limited = true;
      },
      beforeRepack: () => this.#resolve(),
    });
    const { shape, known, choices } = this.#table.plan;
    // If no value can outgrow its field, the checks in the code are all there ever will be. A range that the user gave for
    // what has no value proves nothing: other values may violate what those cannot.
    const settled = !choices.narrowed && known.every((values, i) => includes(at(shape.intervals, i), values));
    if (settled) this.#record.prove(this.#table.code.faults);
  }

  async run(): Promise<Findings> {
    const pacer = new Pacer(this.request.limits, (seconds) => {
      const { expanded, states } = this.#table;
      this.request.progress({
        phase: 'search',
        states: states.count,
        frontier: states.count - expanded,
        seconds,
      });
    });
    const stop = await this.#explore(pacer);
    this.#resolve();
    const { states, transitions } = this.#table;
    return {
      record: this.#record,
      stop,
      isExhausted: states.count > 0 && this.#table.expanded >= states.count,
      reached: this.#reached,
      states: states.count,
      transitions,
      bytes: states.bytes,
      seconds: pacer.seconds,
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
      const stop = (await this.#table.expandSome(pacer)) ?? this.#pastViolation();
      if (stop !== null && !this.#table.isComplete) return stop;
    }
    return null;
  }

  #pastViolation(): Stop | null {
    if (this.observed !== null || this.#table.expanded <= this.#lastToExpand) return null;
    return {
      reason: 'after-violation',
      why: 'another property is violated (--property decides this one alone)',
    };
  }

  #isDecided(): boolean {
    return this.#record.isDecided && this.observed === null;
  }

  #resolve(): void {
    this.#record.resolve(() => new Tracer(this.#table.plan, this.#table.states));
  }

  #compiled(place: CodePlace): CompiledSearch {
    return compileSearch({
      ...place,
      inside: new StateStore(place.plan.layout.words, bytesAllowed(this.request.limits)),
      properties: this.request.properties,
      collectFinals: this.observed !== null,
      live: this.#record.live,
      reached: this.#reached,
      graph: null,
      listener: {
        grow: place.grow,
        overflow: () => void (this.#record.overflowed = true),
        limited: () => void (this.#record.limited = true),
        violated: (event) => this.#record.violatedBy(event, this.#table.expanded),
        stateViolated: (property, id) => this.#record.violatedIn(property, { kind: 'state', id }),
        final: (id) => this.#record.final(this.#values(id, this.observed ?? [])),
        stuck: (id) => this.#stuck(id),
      },
    });
  }

  #values(id: number, of: readonly Variable[]): readonly number[] {
    const words = this.#table.states.wordsOf(id);
    return of.map((v) => readField(at(this.#table.plan.layout.variables, v.index), words));
  }

  /** No step was possible: the threads have ended, or wait for ever. */
  #stuck(id: number): void {
    const words = this.#table.states.wordsOf(id);
    const { layout, variables } = this.#table.plan;
    const places = layout.locations.map((field) => readField(field, words));
    if (variables.system.threads.some((t) => at(places, t.id) !== t.end)) this.#record.stuck(id, places);
  }
}
