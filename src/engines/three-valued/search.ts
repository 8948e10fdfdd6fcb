import type { LocationId } from '../../lang/expr/ids.js';
import { at, invariant } from '../../support/invariant.js';
import type { Limits, Stop } from '../../search/limits.js';
import { requireTime } from '../../search/limits.js';
import type { Pacer } from '../../search/pacer.js';
import { Portion } from '../../search/portion.js';
import { OutOfSpace, StateStore, bytesAllowed, stopBy } from '../shared/state-store.js';
import { compileModule } from './code/module.js';
import type { Module } from './code/module.js';
import type { ThreadNode } from './thread-graph.js';
import { Joins } from './joins.js';
import { canBeFalse, whereabouts } from './path/clauses.js';
import type { ThreeValuedPlan } from './search-plan.js';
import type { StateSettler } from './symmetry/settle-states.js';
import type { TurnedSteps } from './symmetry/turned-path.js';
import { StopWalker } from './walker.js';
import { leaves, stepsOf } from './way.js';
import type { ChainWay, PathStep, SearchPath } from './way.js';

/** Chains between two chances for timers and signals, at most. */
const chainsAtOnce = 20_000;

export interface ThreeValuedFindings {
  /** A state of which some valuation violates the property. */
  readonly violation: number | null;
  /** Or perhaps none does: the property is too hard. */
  readonly doubtful: boolean;
  /** Null: everything that can be reached was seen, or as much as was asked for, or the violation ended the search. */
  readonly stop: Stop | null;
  /** Threads that have left the place where they begin, with the step that did it. */
  readonly moved: ReadonlyMap<number, ThreeValuedStep>;
  /** The first jump to a label that does not exist. Nobody knows what comes after it, so nothing is looked at there. */
  readonly astray: ThreeValuedStep | null;
  /** Of a property of final states: there is one. */
  readonly ended: boolean;
}

export interface ThreeValuedStep {
  /** Null: before the first state. */
  readonly before: number | null;
  readonly way: ChainWay;
  readonly to: ThreadNode;
}

/** How states are put into order, and paths through them turned back. */
export interface StateOrder {
  readonly settler: StateSettler;
  readonly turned: TurnedSteps;
}

/** How a state was come to from another: who was put where in it then is one of the permutations. */
interface FoundWay {
  readonly way: ChainWay;
  readonly settled: number;
}

/** Breadth-first search over three-valued states; a step takes one thread from stop to stop. */
export class ThreeValuedSearch {
  readonly states: StateStore;
  readonly #module: Module;
  readonly #walker: StopWalker;
  readonly #threads: number;
  readonly #P: Int32Array;
  /** Counters of the state that is being expanded; `#P` is of the state that is being made. */
  readonly #here: Int32Array;
  readonly #joins: Joins | null;
  readonly #roots = new Map<number, FoundWay>();
  readonly #moved = new Map<number, ThreeValuedStep>();
  #astray: ThreeValuedStep | null = null;
  #ended = false;
  #violation: number | null = null;
  #doubtful = false;
  #next = 0;
  readonly #portion = new Portion(chainsAtOnce);
  /** Null: the successors of the initialisation are made. */
  #expanding: number | null = null;
  #retracing = false;

  constructor(
    private readonly plan: ThreeValuedPlan,
    private readonly limits: Limits,
    merge: boolean,
    /** The search may end when all these threads have left the places where they begin; null: it may not. */
    private readonly awaited: readonly number[] | null = null,
    /** Null: every state is kept as it is found. */
    private readonly order: StateOrder | null = null,
  ) {
    const { layout, counters } = plan;
    const memory = bytesAllowed(limits);
    this.states = new StateStore(counters.words + 2 * layout.storedWords, memory);
    this.#threads = plan.graphs.length - 1;
    this.#P = new Int32Array(counters.words);
    this.#here = new Int32Array(counters.words);
    this.#module = compileModule({
      ...plan,
      states: this.states,
      inside: new StateStore(1 + 2 * layout.frameWords, memory),
      violated: (id) => {
        if (this.#violation === null) this.#judge(id);
      },
      ended: () => {
        this.#ended = true;
      },
    });
    this.#joins = merge ? new Joins(plan.layout, this.states, this.#module) : null;
    const onAstray = (to: ThreadNode, way: ChainWay): void => {
      this.#astray ??= { before: this.#expanding, way, to };
    };
    this.#walker = new StopWalker(plan, this.#module, onAstray, () => this.#lookAtClock());
  }

  async run(pacer: Pacer): Promise<ThreeValuedFindings> {
    const stop = await this.#explore(pacer);
    this.#module.sync();
    return {
      violation: this.#violation,
      doubtful: this.#doubtful,
      stop: this.#violation === null ? stop : null,
      moved: this.#moved,
      astray: this.#astray,
      ended: this.#ended,
    };
  }

  /** States that are expanded. */
  get expanded(): number {
    return this.#next;
  }

  get transitions(): number {
    return this.#walker.chains;
  }

  /** How a state was come to. */
  pathTo(id: number): SearchPath {
    const { steps, places } = this.#stepsTo(id);
    const locations = this.#locationsOf(id);
    return { steps, locations: this.order?.turned.turnedLocations(locations, places) ?? locations };
  }

  /** How a step was come to, and the step. */
  pathThrough({ before, way, to }: ThreeValuedStep): SearchPath {
    if (before === null) return { steps: stepsOf(way), locations: [] };
    const { steps, places } = this.#stepsTo(before);
    const locations = this.#locationsOf(before).with(way?.thread ?? 0, to.location);
    const { turned } = this.order ?? {};
    if (turned === undefined) return { steps: [...steps, ...stepsOf(way)], locations };
    return { steps: [...steps, ...turned.turned(way, places)], locations };
  }

  /** The steps of real threads, and the place in the state that each of them has been put to. */
  #stepsTo(id: number): { readonly steps: readonly PathStep[]; readonly places: readonly number[] } {
    const ways: FoundWay[] = [];
    let state = id;
    for (let origin = this.states.parent(id); origin >= 0; origin = this.states.parent(state)) {
      const before = Math.floor(origin / this.#threads);
      ways.push(this.#wayFrom(before, (origin % this.#threads) + 1, state));
      state = before;
    }
    ways.push(this.#roots.get(state) ?? { way: null, settled: 0 });
    let places: readonly number[] = this.plan.graphs.map(({ thread }) => thread);
    const { turned } = this.order ?? {};
    const steps = ways.toReversed().flatMap(({ way, settled }) => {
      if (turned === undefined) return stepsOf(way);
      const own = turned.turned(way, places);
      const moves = turned.threadsOf(settled);
      places = places.map((place) => at(moves, place));
      return own;
    });
    return { steps, places };
  }

  async #explore(pacer: Pacer): Promise<Stop | null> {
    try {
      this.#begin();
      for (;;) {
        this.#module.sync();
        const isDone = this.#next === this.states.count || this.#violation !== null;
        if (isDone || this.awaited?.every((t) => this.#moved.has(t)) === true) return null;
        this.#portion.done((chains) => this.#expandSome(chains));
        this.states.growAhead();
        const stop = await pacer.pause();
        if (stop !== null) return stop;
      }
    } catch (error) {
      return stopBy(error);
    }
  }

  #expandSome(chains: number): void {
    const end = this.states.count;
    const enough = this.#walker.chains + chains;
    while (this.#next < end && this.#violation === null && this.#walker.chains < enough)
      this.#expand(this.#next++);
  }

  /** The initialisation, to its end; then all threads are where they begin. */
  #begin(): void {
    const { graphs, layout, counters } = this.plan;
    const { S } = this.#walker;
    // Every variable is false at first.
    for (const { word, mask } of layout.places) {
      if (word >= layout.frameWords) continue;
      const i = layout.frameWords + word;
      S[i] = at(S, i) | mask;
    }
    for (const { thread, entry } of graphs) if (thread > 0) counters.move(thread, entry, this.#P);
    const init = at(graphs, 0);
    const arrive = (_: ThreadNode, q: number, way: ChainWay): boolean => {
      const settled = this.#settled(q);
      if (this.#put(-1, q)) this.#roots.set(this.states.count - 1, { way, settled });
      return this.#violation !== null;
    };
    if (init.entry.stop) arrive(init.entry, 0, null);
    else this.#walker.walk(init, init.entry, arrive);
  }

  #expand(id: number): void {
    const { counters, graphs } = this.plan;
    this.#expanding = id;
    this.#module.load(id, this.#here, this.#walker.S, 0);
    if (this.#joins?.isSuperseded(id, this.#here) === true) return;
    if ((id + 1) * this.#threads >= 2 ** 31) throw new OutOfSpace('the table of states is full');
    for (let t = 1; t <= this.#threads; t++) {
      const node = counters.nodeOf(t, this.#here);
      if (node.chains.length === 0) continue;
      const parent = id * this.#threads + (t - 1);
      this.#walker.walk(at(graphs, t), node, (to, q, way) => {
        this.#P.set(this.#here);
        counters.move(t, to, this.#P);
        if (!this.#moved.has(t) && leaves(way, node)) this.#noteMoved(t, { before: id, way, to });
        this.#settled(q);
        this.#put(parent, q);
        return this.#violation !== null;
      });
    }
  }

  /** What one of the threads that are not told apart can do each of them can. */
  #noteMoved(thread: number, step: ThreeValuedStep): void {
    for (const other of this.order?.turned.alikeTo(thread) ?? [thread]) this.#moved.set(other, step);
  }

  /** Puts the state that is being made into order; which permutation did it. */
  #settled(q: number): number {
    return this.order?.settler.settle(this.#P, this.#walker.S, q) ?? 0;
  }

  /** Stores the state whose counters are in `#P` and whose planes are at S[q]; false: it was known. */
  #put(parent: number, q: number): boolean {
    const { S } = this.#walker;
    this.#joins?.join(this.#P, S, q);
    this.#module.sync();
    const before = this.states.count;
    this.#module.add(parent, this.#P, S, q);
    this.#module.sync();
    return this.states.count > before;
  }

  /** The property does not certainly hold in the state. */
  #judge(id: number): void {
    const { plan } = this;
    const { property } = plan.program;
    if (property === null) return;
    const { storedWords } = plan.layout;
    const words = this.states.wordsOf(id).slice(this.#P.length);
    const isAt = whereabouts(plan.program, this.#locationsOf(id));
    const canFail = canBeFalse(property.condition, isAt, plan.program.variables.length, (variable) => {
      const { word, mask } = at(plan.layout.places, variable);
      if (word >= storedWords) return null;
      if ((at(words, word) & mask) !== 0) return true;
      return (at(words, storedWords + word) & mask) !== 0 ? false : null;
    });
    if (canFail === false) return;
    this.#violation = id;
    this.#doubtful = canFail === null;
  }

  #locationsOf(id: number): readonly LocationId[] {
    const P = Int32Array.from(this.states.wordsOf(id).slice(0, this.#P.length));
    return this.plan.graphs.map(({ end }, t) => (t === 0 ? end : this.plan.counters.nodeOf(t, P)).location);
  }

  /** The chains of one step from a state to another, found again. */
  #wayFrom(before: number, thread: number, after: number): FoundWay {
    const { counters, graphs } = this.plan;
    const { S } = this.#walker;
    const wanted = this.states.wordsOf(after);
    // A joined state holds more than any one step leads to; its locations are all that it has in common with them.
    const compared = this.#joins === null ? wanted.length : this.#P.length;
    const key = wanted.slice(0, compared).join();
    this.#module.load(before, this.#here, S, 0);
    this.#retracing = true;
    let found: FoundWay | null = null;
    this.#walker.walk(at(graphs, thread), counters.nodeOf(thread, this.#here), (to, q, way) => {
      this.#P.set(this.#here);
      counters.move(thread, to, this.#P);
      const settled = this.#settled(q);
      const words = this.#module.wordsOf(this.#P, this.#walker.S, q);
      if (words.slice(0, compared).join() === key) found = { way, settled };
      return found !== null;
    });
    this.#retracing = false;
    invariant(found !== null, 'a step of the search can be made again');
    return found;
  }

  /** One expansion may go through very many chains. What was done once in time may be done again. */
  #lookAtClock(): void {
    if (!this.#retracing) requireTime(this.limits);
  }
}
