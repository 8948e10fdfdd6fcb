import { at } from '../../support/invariant.js';
import { edgeMask, edgePageBits, stateMask, statePageBits } from '../shared/packed/state-graph.js';
import { IntList, NodeTable } from './node-table.js';
import { wantedMarks } from './product.js';
import type { Product } from './product.js';

const dead = -1;
/** For the type checker: a page that is asked for is there. */
const none = new Int32Array(0);

/**
 * Looks for a cycle with all marks, by the algorithm of Couvreur (FM'99) with one depth-first search: the components that
 * are still open lie on a stack, each with the marks of the steps inside; a step back joins those that it spans. As soon as
 * one has all marks, it is the answer.
 */
export class FairCycleSearch {
  /**
   * Of each node its number in the order of visits, counted from 1; 0: not visited; -1: left for good; less: left for good,
   * with a component that has all marks and this number.
   */
  readonly #order: NodeTable;
  visited = 0;
  #components = 0;
  /** The number of the first node of the open component that has all marks. */
  #found = 0;

  // The path: states, places, the position in the guard list of the place, and the range of edges that are left.
  readonly #state: IntList;
  readonly #place: IntList;
  readonly #guard: IntList;
  readonly #edge: IntList;
  // Nodes that are not left, by visit.
  readonly #openState: IntList;
  readonly #openPlace: IntList;
  // Components: the number of the first node, the marks inside, those of the step that leads in.
  readonly #rootOrder: IntList;
  readonly #rootMarks: IntList;
  readonly #rootEntry: IntList;
  /** Whether there is a cycle in it. */
  readonly #rootLoops: IntList;
  readonly #roots: readonly IntList[];

  /** The automaton's transitions, flat: those of a place begin at `firstOf[place]`. */
  readonly #flat: { wants: Int32Array; forbids: Int32Array; to: Int32Array; marks: Int32Array };
  readonly #firstOf: Int32Array;
  readonly #wanted: number;
  #nextRoot = 0;

  constructor(
    readonly product: Product,
    /** Whether to go on to the end: then all components with all marks are known. */
    private readonly exhaustive: boolean,
    need: (bytes: number) => void,
  ) {
    const { transitions } = product.automaton;
    this.#wanted = wantedMarks(product);
    this.#order = new NodeTable(transitions.length, need);
    const list = (): IntList => new IntList(need);
    [this.#state, this.#place, this.#guard, this.#edge] = [list(), list(), list(), list()];
    [this.#openState, this.#openPlace] = [list(), list()];
    [this.#rootOrder, this.#rootMarks] = [list(), list()];
    [this.#rootEntry, this.#rootLoops] = [list(), list()];
    this.#roots = [this.#rootOrder, this.#rootMarks, this.#rootEntry, this.#rootLoops];
    const all = transitions.flat();
    this.#flat = {
      wants: Int32Array.from(all, (t) => t.wants),
      forbids: Int32Array.from(all, (t) => t.forbids),
      to: Int32Array.from(all, (t) => t.to),
      marks: Int32Array.from(all, (t) => t.marks << product.fairMarks),
    };
    this.#firstOf = new Int32Array(transitions.length + 1);
    for (const [place, leaving] of transitions.entries())
      this.#firstOf[place + 1] = at(this.#firstOf, place) + leaving.length;
  }

  get hasFound(): boolean {
    return this.#found > 0 || this.#components > 0;
  }

  /** The component with all marks that the node is in, as a number; 0: in none that is known. */
  component(state: number, place: number): number {
    const number = this.#order.get(state, place);
    if (number < dead) return number;
    return this.#found > 0 && number >= this.#found ? 1 : 0;
  }

  /** Goes on for about so many steps. True: the answer is known. */
  run(budget: number): boolean {
    const { product } = this;
    const order = this.#order;
    const { graph, expanded, fairMarks, roots, automaton } = product;
    const { ends, atoms, marks: stateMarks, targets, labels } = graph;
    const { wants, forbids, to, marks } = this.#flat;
    const firstOf = this.#firstOf;
    const wanted = this.#wanted;
    const fair = 2 ** fairMarks - 1;
    const { pages, stateBits, places } = order;
    const inPage = 2 ** stateBits - 1;
    let left = budget;
    for (;;) {
      if (this.#state.count === 0) {
        if (this.#nextRoot >= Math.min(roots, expanded)) return true;
        const root = this.#nextRoot++;
        if (order.get(root, automaton.initial) === 0) this.#enter(root, automaton.initial, 0);
        continue;
      }
      const top = this.#state.count - 1;
      const s = this.#state.items[top] ?? 0;
      const q = this.#place.items[top] ?? 0;
      let g = this.#guard.items[top] ?? 0;
      let e = this.#edge.items[top] ?? 0;
      const sp = s >>> statePageBits;
      const si = s & stateMask;
      const end = (ends[sp] ?? none)[si] ?? 0;
      const letter = (atoms[sp] ?? none)[si] ?? 0;
      const always = (stateMarks[sp] ?? none)[si] ?? 0;
      const lastGuard = firstOf[q + 1] ?? 0;
      let entered = false;
      while (g < lastGuard) {
        const want = wants[g] ?? 0;
        if ((letter & want) !== want || (letter & (forbids[g] ?? 0)) !== 0) {
          g++;
          continue;
        }
        const p = to[g] ?? 0;
        const claimed = marks[g] ?? 0;
        while (e < end) {
          const t = (targets[e >>> edgePageBits] ?? none)[e & edgeMask] ?? 0;
          const label = (labels[e >>> edgePageBits] ?? none)[e & edgeMask] ?? 0;
          e++;
          left--;
          // Nothing is known behind it: it is on no cycle that is known.
          if (t >= expanded) continue;
          const page = pages[t >>> stateBits] ?? order.page(t);
          const number = page[(t & inPage) * places + p] ?? 0;
          if (number < 0) continue;
          const stepMarks = ((always | label) & fair) | claimed;
          if (number === 0) {
            this.#guard.items[top] = g;
            this.#edge.items[top] = e;
            this.#enter(t, p, stepMarks);
            entered = true;
            break;
          }
          if (this.#join(number, stepMarks) === wanted && !this.exhaustive) {
            this.#found = this.#rootOrder.items[this.#rootOrder.count - 1] ?? 0;
            return true;
          }
        }
        if (entered) break;
        g++;
        e = graph.firstEdge(s);
      }
      if (!entered) this.#leave(s, q);
      if (left <= 0) return false;
    }
  }

  #enter(state: number, place: number, marks: number): void {
    this.visited++;
    this.#order.set(state, place, this.visited);
    this.#state.push(state);
    this.#place.push(place);
    this.#guard.push(this.#firstOf[place] ?? 0);
    this.#edge.push(this.product.graph.firstEdge(state));
    this.#openState.push(state);
    this.#openPlace.push(place);
    this.#rootOrder.push(this.visited);
    this.#rootMarks.push(0);
    this.#rootEntry.push(marks);
    this.#rootLoops.push(0);
  }

  /** A step leads to an open node: all components from its own on are one. The marks of that one. */
  #join(number: number, marks: number): number {
    const { items: orders } = this.#rootOrder;
    let top = this.#rootOrder.count - 1;
    let joined = marks;
    while ((orders[top] ?? 0) > number) {
      joined |= (this.#rootMarks.items[top] ?? 0) | (this.#rootEntry.items[top] ?? 0);
      top--;
    }
    joined |= this.#rootMarks.items[top] ?? 0;
    this.#rootMarks.items[top] = joined;
    this.#rootLoops.items[top] = 1;
    for (const list of this.#roots) list.count = top + 1;
    return joined;
  }

  /** All steps from the node are done; if its component begins with it, that is left for good. */
  #leave(state: number, place: number): void {
    for (const list of [this.#state, this.#place, this.#guard, this.#edge]) list.count--;
    const number = this.#order.get(state, place);
    const root = this.#rootOrder.count - 1;
    if (this.#rootOrder.items[root] !== number) return;
    const hasAll = this.#rootMarks.items[root] === this.#wanted;
    // A node alone is on no cycle: where no marks are wanted, the ones that are there do not tell.
    const mark = hasAll && this.#rootLoops.items[root] === 1 ? dead - ++this.#components : dead;
    for (const list of this.#roots) list.count--;
    for (;;) {
      const last = --this.#openState.count;
      this.#openPlace.count--;
      const [s, q] = [this.#openState.items[last] ?? 0, this.#openPlace.items[last] ?? 0];
      this.#order.set(s, q, mark);
      if (s === state && q === place) return;
    }
  }
}
