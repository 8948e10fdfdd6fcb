import { at } from '../../support/invariant.js';
import { doubled } from '../../support/lists.js';
import type { ChainFunction, Module } from './code/module.js';
import type { CommandChain, ThreadGraph, ThreadNode } from './thread-graph.js';
import type { ThreeValuedPlan } from './search-plan.js';
import type { ChainWay } from './way.js';

/** Hears where a walk has led; the frame is at S[q]. True ends the walk. */
export type Arrive = (to: ThreadNode, q: number, way: ChainWay) => boolean;

/** Chains between two looks at the clock. */
const chainsAtOnce = 1024;

/**
 * Takes one thread from a node to all stops that it may come to next. Frames of paths still to be followed lie on a
 * stack in `S`: below them the frame of the state, at S[0], the one that is being left, and its halves if it is split.
 */
export class StopWalker {
  readonly #frame: number;
  /** Each split makes one variable more known. */
  readonly #mostSplits: number;
  readonly #stack: ThreadNode[] = [];
  readonly #ways: ChainWay[] = [];
  #visited = false;
  #halted = false;
  S: Int32Array;
  /** Chains that were run. */
  chains = 0;

  constructor(
    private readonly plan: ThreeValuedPlan,
    private readonly module: Module,
    /** A jump to a label that does not exist: the path ends. */
    private readonly onAstray: (to: ThreadNode, way: ChainWay) => void,
    /** Called now and then; may throw. */
    private readonly lookAtClock: () => void,
  ) {
    const { layout, exact } = plan;
    this.#frame = 2 * layout.frameWords;
    this.#mostSplits = exact.size === 0 ? 0 : layout.places.length;
    this.S = new Int32Array(this.#frame * (this.#mostSplits + 64));
  }

  walk(graph: ThreadGraph, from: ThreadNode, arrive: Arrive): void {
    const chains = at(this.module.chains, graph.thread);
    if (this.#visited) this.module.forget();
    this.#visited = false;
    this.#halted = false;
    let node: ThreadNode | undefined = from;
    let way: ChainWay = null;
    // The frame to leave is S[0] at first, then the second, into which the topmost of the stack is copied each time.
    let here = 0;
    while (node !== undefined && !this.#halted) {
      const functions: readonly ChainFunction[] = at(chains, node.index);
      if (here !== 0) this.S.copyWithin(here, this.#top, this.#top + this.#frame);
      for (let i = 0; i < functions.length && !this.#halted; i++) {
        this.#run(at(functions, i), here, 0, { graph, chain: at(node.chains, i), way, arrive });
      }
      node = this.#stack.pop();
      way = this.#ways.pop() ?? null;
      here = this.#frame;
    }
    this.#stack.length = 0;
    this.#ways.length = 0;
  }

  /** One chain on the frame at `here`; if it asks for that, on the two halves of it. */
  #run(code: ChainFunction, here: number, splits: number, course: Course): void {
    if (this.#top + this.#frame > this.S.length) this.S = doubled(this.S);
    if (++this.chains % chainsAtOnce === 0) this.lookAtClock();
    const result = code(this.S, here, this.#top);
    if (result === 0) return;
    if (result === 1) {
      this.#finish(course);
      return;
    }
    const { layout } = this.plan;
    const { word, mask } = at(layout.places, result - 2);
    const half = (2 + splits) * this.#frame;
    for (const plane of [word, layout.frameWords + word]) {
      this.S.copyWithin(half, here, here + this.#frame);
      this.S[half + plane] = at(this.S, half + plane) | mask;
      this.#run(code, half, splits + 1, course);
    }
  }

  /** The frame at the top is where a chain has led. */
  #finish({ graph, chain, way, arrive }: Course): void {
    const { to } = chain;
    const longer = { thread: graph.thread, chain, before: way };
    if (to.astray) {
      this.onAstray(to, longer);
      return;
    }
    if (to.stop) {
      if (arrive(to, this.#top, longer)) this.#halted = true;
      return;
    }
    if (to.join) {
      this.#visited = true;
      if (!this.module.visit(to.index, this.S, this.#top)) return;
    }
    this.#stack.push(to);
    this.#ways.push(longer);
  }

  get #top(): number {
    return (2 + this.#mostSplits + this.#stack.length) * this.#frame;
  }
}

/** What a chain is part of. */
interface Course {
  readonly graph: ThreadGraph;
  readonly chain: CommandChain;
  readonly way: ChainWay;
  readonly arrive: Arrive;
}
