import type { Limits } from '../engine.js';
import type { Pacer } from '../shared/pacer.js';
import type { Stop } from '../shared/pacer.js';
import { OutOfSpace, StateStore } from '../shared/state-store.js';
import type { BooleanId, LocationId } from '../../ir/ids.js';
import { at, invariant } from '../../support/check.js';
import { compileModule } from './code/module.js';
import type { ChainFunction, Module } from './code/module.js';
import type { Chain, Graph, Node } from './graph.js';
import type { Plan } from './plan.js';
import type { Path, PathStep } from './path/path.js';
import { canBeFalse, placed, whereabouts } from './property.js';

/** States between two looks at the clock. */
const statesAtOnce = 512;
/** Chains in one expansion between two looks at the clock: an atomic section may go through very many. */
const chainsAtOnce = 65_536;

export interface Findings {
  /** A state in which the property does not certainly hold. */
  readonly violation: number | null;
  /** Null: everything that can be reached was seen, or the violation ended the search. */
  readonly stop: Stop | null;
  /** Threads that have taken a step, with the first they took. */
  readonly moved: ReadonlyMap<number, FirstStep>;
  /** Some state is behind a jump to a label that does not exist. */
  readonly astray: Node | null;
  readonly transitions: number;
}

/**
 * Breadth-first search over three-valued states. A step takes one thread from stop to stop, through all the commands
 * in between; where paths fork, the frames still to be followed lie on a stack.
 */
export class Search {
  readonly states: StateStore;
  readonly #inside: StateStore;
  readonly #module: Module;
  readonly #threads: number;
  readonly #frame: number;
  /** Each split makes one variable more known. */
  readonly #mostSplits: number;
  readonly #P: Int32Array;
  /** Counters of the state that is being expanded; `#P` is of the state that is being made. */
  readonly #here: Int32Array;
  #S: Int32Array;
  #stack: Node[] = [];
  readonly #ways: Way[] = [];
  readonly #roots = new Map<number, Way>();
  #used = false;
  #violation: number | null = null;
  #next = 0;
  #chains = 0;
  /** Under `merge`: the newest state at each combination of locations. */
  readonly #newest: Map<string, number> | null;
  #moved = new Map<number, FirstStep>();
  #astray: Node | null = null;

  constructor(
    private readonly plan: Plan,
    private readonly limits: Limits,
    merge: boolean,
  ) {
    this.#newest = merge ? new Map() : null;
    const { layout, counters } = plan;
    const memory = limits.memoryMB === null ? Infinity : limits.memoryMB * 2 ** 20;
    this.states = new StateStore(counters.words + 2 * layout.storedWords, memory);
    this.#inside = new StateStore(1 + 2 * layout.frameWords, memory);
    this.#threads = plan.graphs.length - 1;
    this.#frame = 2 * layout.frameWords;
    this.#mostSplits = plan.exact.size === 0 ? 0 : layout.places.length;
    this.#S = new Int32Array(this.#frame * (this.#mostSplits + 64));
    this.#P = new Int32Array(counters.words);
    this.#here = new Int32Array(counters.words);
    this.#module = compileModule({
      ...plan,
      states: this.states,
      inside: this.#inside,
      violated: (id) => {
        if (this.#violation === null && this.#canFail(id)) this.#violation = id;
      },
    });
  }

  async run(pacer: Pacer): Promise<Findings> {
    const stop = await this.#explore(pacer);
    this.#module.sync();
    return {
      violation: this.#violation,
      stop: this.#violation === null ? stop : null,
      moved: this.#moved,
      astray: this.#astray,
      transitions: this.#chains,
    };
  }

  #canFail(id: number): boolean {
    const { plan } = this;
    const { property } = plan.program;
    if (property === null) return false;
    const [P, S] = [new Int32Array(this.#P.length), new Int32Array(this.#frame)];
    this.#module.load(id, P, S, 0);
    const locations = plan.graphs.map(({ end }, t) => (t === 0 ? end : plan.counters.nodeOf(t, P)).location);
    const valueOf = (variable: BooleanId): boolean | null => {
      const { word, mask } = at(plan.layout.places, variable);
      if (word >= plan.layout.storedWords) return null;
      if ((at(S, word) & mask) !== 0) return true;
      return (at(S, plan.layout.frameWords + word) & mask) !== 0 ? false : null;
    };
    const condition = placed(property.condition, whereabouts(plan.program, locations));
    return canBeFalse(condition, plan.program.variables.length, valueOf);
  }

  /** How the first step of a thread was come to, and that step. */
  pathThrough({ before, way, to }: FirstStep): Path {
    const { steps, locations } = this.pathTo(before);
    const thread = way?.thread ?? 0;
    return { steps: [...steps, ...stepsOf(way)], locations: locations.with(thread, to.location) };
  }

  /** How a state was come to. */
  pathTo(id: number): Path {
    const parts: PathStep[][] = [];
    let state = id;
    for (;;) {
      const origin = this.states.parent(state);
      if (origin < 0) break;
      const thread = (origin % this.#threads) + 1;
      const before = Math.floor(origin / this.#threads);
      parts.push(stepsOf(this.#wayFrom(before, thread, state)));
      state = before;
    }
    const root = this.#roots.get(state) ?? null;
    return { steps: [stepsOf(root), ...parts.toReversed()].flat(), locations: this.#locationsOf(id) };
  }

  #locationsOf(id: number): readonly LocationId[] {
    this.#module.load(id, this.#here, this.#S, 0);
    return this.plan.graphs.map((graph, t) =>
      t === 0 ? graph.end.location : this.plan.counters.nodeOf(t, this.#here).location,
    );
  }

  /** The chains of one step from a state to another, found again. */
  #wayFrom(before: number, thread: number, after: number): Way {
    const { counters, graphs } = this.plan;
    const wanted = this.states.wordsOf(after);
    this.#module.load(before, this.#here, this.#S, 0);
    let found: Way = null;
    const node = counters.nodeOf(thread, this.#here);
    this.#follow(at(graphs, thread), node, null, (to, q, way) => {
      if (found !== null) return;
      this.#P.set(this.#here);
      counters.move(thread, to, this.#P);
      // A joined state holds more than any one step leads to; its locations are all that it has in common with them.
      const words = this.#module.wordsOf(this.#P, this.#S, q);
      const compared = this.#newest === null ? words.length : this.#P.length;
      if (words.slice(0, compared).join() === wanted.slice(0, compared).join()) found = way;
    });
    invariant(found !== null, 'a step of the search can be made again');
    return found;
  }

  /** States that are expanded. */
  get expanded(): number {
    return this.#next;
  }

  async #explore(pacer: Pacer): Promise<Stop | null> {
    try {
      this.#begin();
      for (;;) {
        this.#module.sync();
        const end = Math.min(this.#next + statesAtOnce, this.states.count);
        if (this.#next === end || this.#violation !== null) return null;
        while (this.#next < end && this.#violation === null) this.#expand(this.#next++);
        const stop = await pacer.pause();
        if (stop !== null) return stop;
      }
    } catch (error) {
      if (error instanceof OutOfSpace) return { reason: 'memory', why: error.message };
      if (error instanceof OutOfTime) return { reason: 'timeout', why: 'the time is up' };
      throw error;
    }
  }

  /** The initialisation to its end, then each thread to where it stops first. */
  #begin(): void {
    const { graphs, layout } = this.plan;
    const frame = this.#frame;
    // Every variable is false at first.
    this.#S.fill(0, 0, frame);
    for (const { word, mask } of layout.places) {
      if (word >= layout.frameWords) continue;
      const i = layout.frameWords + word;
      this.#S[i] = at(this.#S, i) | mask;
    }
    let fronts: Start[] = [{ planes: this.#S.slice(0, frame), nodes: [], way: null }];
    for (const graph of graphs) {
      const next: Start[] = [];
      for (const { planes, nodes, way } of fronts) {
        this.#S.set(planes, 0);
        const arrive: Arrive = (to, q, now) => {
          next.push({ planes: this.#S.slice(q, q + frame), nodes: [...nodes, to], way: now });
        };
        if (graph.entry.stop) arrive(graph.entry, 0, way);
        else this.#follow(graph, graph.entry, way, arrive);
      }
      fronts = next;
    }
    for (const { planes, nodes, way } of fronts) {
      this.#S.set(planes, 0);
      this.#P.fill(0);
      for (const [t, node] of nodes.entries()) if (t > 0) this.plan.counters.move(t, node, this.#P);
      this.#module.sync();
      const id = this.states.count;
      this.#put(-1, 0);
      this.#module.sync();
      if (this.states.count > id) this.#roots.set(id, way);
    }
  }

  #expand(id: number): void {
    const { counters, graphs } = this.plan;
    this.#module.load(id, this.#here, this.#S, 0);
    if (this.#isSuperseded(id)) return;
    for (let t = 1; t <= this.#threads; t++) {
      const node = counters.nodeOf(t, this.#here);
      if (node.chains.length === 0) continue;
      const parent = id * this.#threads + (t - 1);
      this.#follow(at(graphs, t), node, null, (to, q, way) => {
        this.#P.set(this.#here);
        counters.move(t, to, this.#P);
        if (!this.#moved.has(t)) this.#moved.set(t, { before: id, way, to });
        this.#put(parent, q);
      });
    }
  }

  /** Stores the state whose counters are in `#P` and whose planes are at S[q]. */
  #put(parent: number, q: number): void {
    if (this.#newest !== null) this.#join(this.#newest, q);
    this.#module.add(parent, this.#P, this.#S, q);
  }

  /**
   * Under `merge`: makes the state at S[q] the join of itself and the newest one at the same locations. The store only
   * grows: a join that is larger than what it joins is a new state, and the old one needs no expanding any more.
   */
  #join(newest: Map<string, number>, q: number): void {
    const { storedWords, frameWords } = this.plan.layout;
    const key = this.#P.join();
    const known = newest.get(key);
    if (known !== undefined) {
      const words = this.states.wordsOf(known);
      for (let w = 0; w < 2 * storedWords; w++) {
        const i = q + (w < storedWords ? w : frameWords + w - storedWords);
        this.#S[i] = at(this.#S, i) & at(words, this.#P.length + w);
      }
    }
    this.#module.sync();
    newest.set(key, this.states.count);
    if (
      known !== undefined &&
      this.#module.wordsOf(this.#P, this.#S, q).join() === this.states.wordsOf(known).join()
    )
      newest.set(key, known);
  }

  /** A larger state at the same locations has come since. */
  #isSuperseded(id: number): boolean {
    return this.#newest !== null && this.#newest.get(this.#here.join()) !== id;
  }

  /** Runs the thread from the node, whose frame is at S[0], to all stops that it may come to next. */
  #follow(graph: Graph, from: Node, start: Way, arrive: Arrive): void {
    const chains = at(this.#module.chains, graph.thread);
    if (this.#used) this.#module.forget();
    this.#used = false;
    let node: Node | undefined = from;
    let way = start;
    // The frame to leave is S[0] at first, then the second, into which the topmost of the stack is copied each time.
    let here = 0;
    do {
      const functions: readonly ChainFunction[] = at(chains, node.index);
      if (here !== 0) this.#S.copyWithin(here, this.#top, this.#top + this.#frame);
      for (let i = 0; i < functions.length; i++) {
        this.#run(at(functions, i), here, 0, { graph, chain: at(node.chains, i), way, arrive });
      }
      node = this.#stack.pop();
      way = this.#ways.pop() ?? null;
      here = this.#frame;
    } while (node !== undefined);
  }

  /** One chain on the frame at `here`; if it asks for that, on the two halves of it. */
  #run(code: ChainFunction, here: number, splits: number, course: Course): void {
    if (this.#top + this.#frame > this.#S.length) this.#growFrames();
    if (++this.#chains % chainsAtOnce === 0) this.#lookAtClock();
    const result = code(this.#S, here, this.#top);
    if (result === 0) return;
    if (result === 1) {
      this.#finish(course);
      return;
    }
    const { layout } = this.plan;
    const { word, mask } = at(layout.places, result - 2);
    const half = (2 + splits) * this.#frame;
    for (const plane of [word, layout.frameWords + word]) {
      this.#S.copyWithin(half, here, here + this.#frame);
      this.#S[half + plane] = at(this.#S, half + plane) | mask;
      this.#run(code, half, splits + 1, course);
    }
  }

  /** The frame at the top is where a chain has led. */
  #finish({ graph, chain, way, arrive }: Course): void {
    const { to } = chain;
    const q = this.#top;
    const longer = { thread: graph.thread, chain, before: way };
    if (to.stop) {
      if (at(at(this.plan.program.threads, graph.thread).locations, to.location).astray) this.#astray = to;
      arrive(to, q, longer);
      return;
    }
    if (to.join) {
      this.#used = true;
      if (!this.#module.visit(to.index, this.#S, q)) return;
    }
    this.#stack.push(to);
    this.#ways.push(longer);
  }

  /** Below are the frame of the state, the one that is being left, its halves, and those of the stack. */
  get #top(): number {
    return (2 + this.#mostSplits + this.#stack.length) * this.#frame;
  }

  #growFrames(): void {
    const more = new Int32Array(this.#S.length * 2);
    more.set(this.#S);
    this.#S = more;
  }

  #lookAtClock(): void {
    const { deadline } = this.limits;
    if (deadline !== null && performance.now() >= deadline) throw new OutOfTime();
  }
}

class OutOfTime extends Error {}

interface Start {
  readonly planes: Int32Array;
  readonly nodes: readonly Node[];
  readonly way: Way;
}

/** The chains that led somewhere, the last first. */
type Way = { readonly thread: number; readonly chain: Chain; readonly before: Way } | null;
export interface FirstStep {
  readonly before: number;
  readonly way: Way;
  readonly to: Node;
}

/** What a chain is part of. */
interface Course {
  readonly graph: Graph;
  readonly chain: Chain;
  readonly way: Way;
  readonly arrive: Arrive;
}

type Arrive = (to: Node, q: number, way: Way) => void;

function stepsOf(way: Way): PathStep[] {
  const chains: NonNullable<Way>[] = [];
  for (let part = way; part !== null; part = part.before) chains.push(part);
  return chains
    .toReversed()
    .flatMap(({ thread, chain }) => chain.commands.map((command) => ({ thread, command })));
}
