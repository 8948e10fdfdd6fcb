import type { EngineRequest } from '../engine.js';
import { Pacer } from '../shared/pacer.js';
import type { Stop } from '../shared/pacer.js';
import { OutOfSpace, StateStore } from '../shared/state-store.js';
import { at } from '../../support/check.js';
import { compileConverter, compileSearch, eventNames } from '../shared/packed/code/compile.js';
import type { CompiledSearch, SearchListener } from '../shared/packed/code/compile.js';
import { contains, includes } from '../shared/packed/interval.js';
import { readField, writeField } from '../shared/packed/packing.js';
import { sized } from '../shared/packed/plan.js';
import type { Plan, SizedPlan } from '../shared/packed/plan.js';
import { Record } from './record.js';
import { initialStates } from '../shared/packed/roots.js';
import { firstShape, grown } from '../shared/packed/shape.js';
import type { Growth } from '../shared/packed/shape.js';
import { Tracer } from '../shared/packed/tracer.js';
import type { Variable } from '../shared/packed/variables.js';

/** Steps between two looks at the clock. */
const stepsAtOnce = 4096;
const rootsAtOnce = 256;

/**
 * Once a property is violated, the others get this many states more, or as many again as it took: the run is lost
 * anyway, and a program without fences may have no end. A number of states, not a time: the same run, the same answer.
 */
const afterViolation = (expandedSoFar: number): number => expandedSoFar + Math.max(200_000, expandedSoFar);

/** What a search found out, and what it cost. */
export interface Findings {
  readonly record: Record;
  /** Null: all reachable states were visited, but for those behind what the record says. */
  readonly stop: Stop | null;
  /** By thread, then location. */
  readonly reached: Uint8Array;
  readonly states: number;
  readonly transitions: number;
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * Breadth-first search: states are numbered as they are found and expanded in that order, so the table is the queue.
 * When a value or a buffer outgrows its field, all states are packed anew with more room, and the search goes on with
 * the state that was being expanded.
 */
export class Search {
  readonly #states: StateStore;
  #inside: StateStore;
  #plan: SizedPlan;
  #code: CompiledSearch;
  #growth: Growth | null = null;

  readonly #record: Record;
  readonly #reached: Uint8Array;
  #lastToExpand = Infinity;
  #transitions = 0;

  constructor(
    plan: Plan,
    private readonly request: EngineRequest,
    private readonly observed: readonly Variable[] | null,
  ) {
    const { system } = plan.variables;
    this.#plan = sized(plan, firstShape(plan.known, plan.buffers));
    this.#states = new StateStore(this.#plan.layout.words, this.#memoryLimit);
    this.#inside = new StateStore(this.#plan.layout.words, this.#memoryLimit);
    this.#record = new Record(request.properties, eventNames(system), () => {
      this.#lastToExpand = Math.min(this.#lastToExpand, afterViolation(this.#code.expanded()));
    });
    this.#reached = new Uint8Array(system.threads.reduce((n, t) => n + t.locations.length, 0));
    this.#code = this.#compiled(0);
    const { shape, known } = this.#plan;
    // If no value can outgrow its field, the checks in the code are all there ever will be. A range that the user gave for
    // what has no value proves nothing: other values may violate what those cannot.
    const settled =
      !this.#plan.choices.narrowed && known.every((values, i) => includes(at(shape.intervals, i), values));
    if (settled) this.#record.prove(this.#code.faults);
  }

  async run(): Promise<Findings> {
    const pacer = new Pacer(this.request.limits, (seconds) => {
      const states = this.#states.count;
      this.request.progress({ phase: 'search', states, frontier: states - this.#code.expanded(), seconds });
    });
    const stop = await this.#explore(pacer);
    this.#transitions += this.#code.takeMoves();
    this.#record.resolve(() => new Tracer(this.#plan, this.#states));
    const { count, bytes } = this.#states;
    return {
      record: this.#record,
      stop,
      reached: this.#reached,
      states: count,
      transitions: this.#transitions,
      bytes,
      seconds: pacer.seconds,
    };
  }

  async #explore(pacer: Pacer): Promise<Stop | null> {
    try {
      return (await this.#addRoots(pacer)) ?? (await this.#expandAll(pacer));
    } catch (error) {
      if (error instanceof OutOfSpace) return { reason: 'memory', why: error.message };
      throw error;
    }
  }

  async #addRoots(pacer: Pacer): Promise<Stop | null> {
    let n = 0;
    for (const values of initialStates(this.#plan)) {
      const stop =
        (await this.#addRoot(values, pacer)) ?? (++n % rootsAtOnce === 0 ? await pacer.pause() : null);
      if (stop !== null) return stop;
      if (this.#isDecided()) return null;
    }
    return null;
  }

  async #addRoot(values: readonly number[], pacer: Pacer): Promise<Stop | null> {
    const tooLarge = this.#plan.variables.all.find(
      ({ index }) => !contains(at(this.#plan.shape.intervals, index), at(values, index)),
    );
    if (tooLarge !== undefined) {
      const value = at(values, tooLarge.index);
      if (!this.#needRoom({ kind: 'value', variable: tooLarge, value })) return null;
      return (await this.#grow(pacer)) ?? (await this.#addRoot(values, pacer));
    }
    const { layout, variables } = this.#plan;
    const words = Array.from({ length: layout.words }, () => 0);
    for (const { id, entry } of variables.system.threads) writeField(at(layout.locations, id), words, entry);
    for (const [i, value] of values.entries()) writeField(at(layout.variables, i), words, value);
    this.#code.add(words);
    return null;
  }

  async #expandAll(pacer: Pacer): Promise<Stop | null> {
    while (this.#code.expanded() < this.#states.count && !this.#isDecided()) {
      this.#code.run(stepsAtOnce);
      this.#transitions += this.#code.takeMoves();
      const cut = await this.#grow(pacer);
      if (cut !== null) return cut;
      const stop = (await pacer.pause()) ?? this.#pastViolation();
      if (stop !== null && this.#code.expanded() < this.#states.count) return stop;
    }
    return null;
  }

  #pastViolation(): Stop | null {
    if (this.observed !== null || this.#code.expanded() <= this.#lastToExpand) return null;
    return {
      reason: 'after-violation',
      why: 'another property is violated (--property decides this one alone)',
    };
  }

  #isDecided(): boolean {
    return this.#record.isDecided && this.observed === null;
  }

  #needRoom(growth: Growth): boolean {
    const possible = grown(this.#plan.shape, growth, this.#plan.buffers) !== null;
    if (possible) this.#growth = growth;
    else if (growth.kind === 'buffer') this.#record.overflowed = true;
    else this.#record.limited = true;
    return possible;
  }

  /** Packs all states anew where that is due; what follows from the old packing is computed before. */
  async #grow(pacer: Pacer): Promise<Stop | null> {
    const shape = this.#growth === null ? null : grown(this.#plan.shape, this.#growth, this.#plan.buffers);
    this.#growth = null;
    if (shape === null) return null;
    this.#record.resolve(() => new Tracer(this.#plan, this.#states));
    const before = this.#plan.layout;
    const start = this.#code.expanded();
    const plan = sized(this.#plan, shape);
    const convert = compileConverter(before, plan.layout);
    const stop = await this.#states.repack(plan.layout.words, convert, () => pacer.pause());
    if (stop !== null) return stop;
    this.#plan = plan;
    this.#inside = new StateStore(plan.layout.words, this.#memoryLimit);
    this.#code = this.#compiled(start);
    return null;
  }

  #compiled(start: number): CompiledSearch {
    return compileSearch({
      plan: this.#plan,
      properties: this.request.properties,
      collectFinals: this.observed !== null,
      states: this.#states,
      inside: this.#inside,
      live: this.#record.live,
      reached: this.#reached,
      start,
      listener: this.#listener(),
    });
  }

  #listener(): SearchListener {
    const { variables } = this.#plan;
    return {
      grow: (variable, value) =>
        this.#needRoom(
          variable < 0
            ? { kind: 'buffer', thread: value }
            : { kind: 'value', variable: at(variables.all, variable), value },
        ),
      overflow: () => void (this.#record.overflowed = true),
      limited: () => void (this.#record.limited = true),
      violated: (event) => this.#record.violatedBy(event, this.#code.expanded()),
      stateViolated: (property, id) => this.#record.violatedIn(property, { kind: 'state', id }),
      final: (id) => this.#record.final(this.#values(id, this.observed ?? [])),
      stuck: (id) => this.#stuck(id),
    };
  }

  #values(id: number, of: readonly Variable[]): readonly number[] {
    const words = this.#states.wordsOf(id);
    return of.map((v) => readField(at(this.#plan.layout.variables, v.index), words));
  }

  /** No step was possible: the threads have ended, or wait for ever. */
  #stuck(id: number): void {
    const words = this.#states.wordsOf(id);
    const { layout, variables } = this.#plan;
    const places = layout.locations.map((field) => readField(field, words));
    if (variables.system.threads.some((t) => at(places, t.id) !== t.end)) this.#record.stuck(id, places);
  }

  get #memoryLimit(): number {
    const { memoryMB } = this.request.limits;
    return memoryMB === null ? Infinity : memoryMB * 2 ** 20;
  }
}
