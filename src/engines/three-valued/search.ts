import type { Limits } from '../engine.js';
import type { Pacer } from '../shared/pacer.js';
import type { Stop } from '../shared/pacer.js';
import { OutOfSpace, StateStore } from '../shared/state-store.js';
import { booleanId } from '../../ir/ids.js';
import type { BooleanId } from '../../ir/ids.js';
import { at, invariant } from '../../support/check.js';
import { compileModule } from './code/module.js';
import type { ChainFunction, Module } from './code/module.js';
import type { Graph, Node } from './graph.js';
import type { Plan } from './plan.js';
import type { AbstractPath, AbstractPoint } from './symbolic/follow.js';

/** States between two looks at the clock. */
const statesAtOnce = 512;
/** Chains in one expansion between two looks at the clock: an atomic section may go through very many. */
const chainsAtOnce = 65_536;

export interface Findings {
  /** A state in which the property does not certainly hold. */
  readonly violation: number | null;
  /** Null: everything that can be reached was seen, or the violation ended the search. */
  readonly stop: Stop | null;
  /** Threads that have taken a step. */
  readonly moved: ReadonlySet<number>;
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
  readonly #P: Int32Array;
  /** Counters of the state that is being expanded; `#P` is of the state that is being made. */
  readonly #here: Int32Array;
  #S: Int32Array;
  #stack: Node[] = [];
  #used = false;
  #violation: number | null = null;
  #next = 0;
  #chains = 0;
  #moved = new Set<number>();
  #astray: Node | null = null;

  constructor(
    private readonly plan: Plan,
    private readonly limits: Limits,
  ) {
    const { layout, counters } = plan;
    const memory = limits.memoryMB === null ? Infinity : limits.memoryMB * 2 ** 20;
    this.states = new StateStore(counters.words + 2 * layout.storedWords, memory);
    this.#inside = new StateStore(1 + 2 * layout.frameWords, memory);
    this.#threads = plan.graphs.length - 1;
    this.#frame = 2 * layout.frameWords;
    this.#S = new Int32Array(this.#frame * 64);
    this.#P = new Int32Array(counters.words);
    this.#here = new Int32Array(counters.words);
    this.#module = compileModule({
      ...plan,
      states: this.states,
      inside: this.#inside,
      violated: (id) => (this.#violation ??= id),
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

  /** How a state was come to. */
  pathTo(id: number): AbstractPath {
    const points: AbstractPoint[] = [];
    let state = id;
    for (;;) {
      const origin = this.states.parent(state);
      const thread = origin < 0 ? 0 : (origin % this.#threads) + 1;
      points.push(this.#pointAt(state, thread));
      if (origin < 0) break;
      state = Math.floor(origin / this.#threads);
    }
    const [start, ...steps] = points.toReversed();
    invariant(start !== undefined, 'a path has a start');
    return { start, steps };
  }

  #pointAt(id: number, thread: number): AbstractPoint {
    const { plan } = this;
    this.#module.load(id, this.#here, this.#S, 0);
    const locations = plan.graphs.map((graph, t) =>
      t === 0 ? graph.end.location : plan.counters.nodeOf(t, this.#here).location,
    );
    const known: (readonly [BooleanId, 0 | 1])[] = [];
    plan.layout.places.forEach(({ word, mask }, v) => {
      if (word >= plan.layout.storedWords) return;
      if ((at(this.#S, word) & mask) !== 0) known.push([booleanId(v), 1]);
      if ((at(this.#S, plan.layout.frameWords + word) & mask) !== 0) known.push([booleanId(v), 0]);
    });
    return { thread, locations, known };
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
    let fronts: Start[] = [{ planes: this.#S.slice(0, frame), nodes: [] }];
    for (const graph of graphs) {
      const next: Start[] = [];
      for (const { planes, nodes } of fronts) {
        this.#S.set(planes, 0);
        const arrive = (to: Node, q: number): void => {
          next.push({ planes: this.#S.slice(q, q + frame), nodes: [...nodes, to] });
        };
        if (graph.entry.stop) arrive(graph.entry, 0);
        else this.#follow(graph, graph.entry, arrive);
      }
      fronts = next;
    }
    for (const { planes, nodes } of fronts) {
      this.#S.set(planes, 0);
      this.#P.fill(0);
      for (const [t, node] of nodes.entries()) if (t > 0) this.plan.counters.move(t, node, this.#P);
      this.#module.add(-1, this.#P, this.#S, 0);
    }
  }

  #expand(id: number): void {
    const { counters, graphs } = this.plan;
    this.#module.load(id, this.#here, this.#S, 0);
    for (let t = 1; t <= this.#threads; t++) {
      const node = counters.nodeOf(t, this.#here);
      if (node.chains.length === 0) continue;
      const parent = id * this.#threads + (t - 1);
      this.#follow(at(graphs, t), node, (to, q) => {
        this.#P.set(this.#here);
        counters.move(t, to, this.#P);
        this.#moved.add(t);
        this.#module.add(parent, this.#P, this.#S, q);
      });
    }
  }

  /** Runs the thread from the node, whose frame is at S[0], to all stops that it may come to next. */
  #follow(graph: Graph, from: Node, arrive: (to: Node, q: number) => void): void {
    const frame = this.#frame;
    const chains = at(this.#module.chains, graph.thread);
    if (this.#used) this.#module.forget();
    this.#used = false;
    const stack = this.#stack;
    let node: Node | undefined = from;
    // The frame to leave is S[0] at first, then the second, into which the topmost of the stack is copied each time.
    let here = 0;
    do {
      const functions: readonly ChainFunction[] = at(chains, node.index);
      let top = (2 + stack.length) * frame;
      if (here !== 0) this.#S.copyWithin(frame, top, top + frame);
      for (let i = 0; i < functions.length; i++) {
        if (top + frame > this.#S.length) this.#growFrames();
        const { to } = at(node.chains, i);
        if (++this.#chains % chainsAtOnce === 0) this.#lookAtClock();
        if (at(functions, i)(this.#S, here, top) === 0) continue;
        if (to.stop) {
          if (at(at(this.plan.program.threads, graph.thread).locations, to.location).astray) this.#astray = to;
          arrive(to, top);
          continue;
        }
        if (to.join) {
          this.#used = true;
          if (!this.#module.visit(to.index, this.#S, top)) continue;
        }
        stack.push(to);
        top += frame;
      }
      node = stack.pop();
      here = frame;
    } while (node !== undefined);
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
}
