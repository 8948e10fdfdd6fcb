import { at } from '../../support/invariant.js';
import { IntList, NodeTable } from './node-table.js';
import { stepsFrom, wantedMarks } from './product.js';
import type { Product, ProductStep } from './product.js';

/** Nodes of a product in levels, which no step goes up. */
export interface ProductLevels {
  /** By level, the mark that no step has which stays in it; -1: no step stays. */
  readonly lacks: readonly number[];
  /** By node. */
  readonly levels: readonly number[];
  readonly states: Int32Array;
  readonly places: Int32Array;
}

/** Null: some component has all marks. */
export function productLevels(
  product: Product,
  watch: () => void,
  need: (bytes: number) => void,
): ProductLevels | null {
  return new LevelSearch(product, watch, need).found();
}

const open = -1;

/**
 * Components by Tarjan's algorithm, which is done with what a component leads to before it is done with the component: so each
 * gets the lowest level that it may have. Level n lacks mark n modulo their number.
 */
class LevelSearch {
  readonly #order: NodeTable;
  readonly #states: IntList;
  readonly #places: IntList;
  readonly #low: number[] = [];
  readonly #level: number[] = [];
  readonly #component: number[] = [];
  readonly #path: { readonly node: number; readonly steps: Generator<ProductStep> }[] = [];
  readonly #stack: number[] = [];
  readonly #wanted: number;
  readonly #marks: number;
  #components = 0;

  constructor(
    private readonly product: Product,
    private readonly watch: () => void,
    need: (bytes: number) => void,
  ) {
    this.#order = new NodeTable(product.automaton.transitions.length, need);
    [this.#states, this.#places] = [new IntList(need), new IntList(need)];
    this.#wanted = wantedMarks(product);
    this.#marks = product.automaton.marks + product.fairMarks;
  }

  found(): ProductLevels | null {
    const { roots, automaton } = this.product;
    for (let root = 0; root < roots; root++) {
      if (this.#order.get(root, automaton.initial) !== 0) continue;
      this.#enter(root, automaton.initial);
      while (this.#path.length > 0) if (!this.#advance()) return null;
    }
    const used = [...new Set(this.#level)].sort((a, b) => a - b);
    const numbers = new Map(used.map((level, i) => [level, i]));
    return {
      lacks: used.map((level) => (this.#marks === 0 ? -1 : level % this.#marks)),
      levels: this.#level.map((level) => numbers.get(level) ?? 0),
      states: this.#states.items.subarray(0, this.#states.count),
      places: this.#places.items.subarray(0, this.#places.count),
    };
  }

  #enter(state: number, place: number): void {
    const node = this.#level.push(open) - 1;
    this.#order.set(state, place, node + 1);
    this.#states.push(state);
    this.#places.push(place);
    this.#low.push(node);
    this.#component.push(open);
    this.#stack.push(node);
    this.#path.push({ node, steps: stepsFrom(this.product, state, place) });
  }

  /** One step on; false: a component has all marks. */
  #advance(): boolean {
    this.watch();
    const top = this.#path.at(-1);
    if (top === undefined) return true;
    const { node, steps } = top;
    const next = steps.next();
    if (next.done !== true) {
      const { state, place } = next.value;
      const target = this.#order.get(state, place) - 1;
      if (target < 0) this.#enter(state, place);
      else if (at(this.#component, target) === open) this.#lower(node, target);
      return true;
    }
    this.#path.pop();
    const below = this.#path.at(-1);
    if (below !== undefined) this.#lower(below.node, at(this.#low, node));
    return at(this.#low, node) < node || this.#close(node);
  }

  #lower(node: number, to: number): void {
    this.#low[node] = Math.min(at(this.#low, node), to);
  }

  #close(root: number): boolean {
    const component = this.#components++;
    const nodes = this.#stack.splice(this.#stack.lastIndexOf(root));
    for (const node of nodes) this.#component[node] = component;
    const level = this.#levelOf(nodes, component);
    if (level === null) return false;
    for (const node of nodes) this.#level[node] = level;
    return true;
  }

  #levelOf(nodes: readonly number[], component: number): number | null {
    let loops = false;
    let inside = 0;
    let base = -1;
    // Of the steps to the highest level that is led to.
    let leading = 0;
    for (const node of nodes) {
      this.watch();
      for (const step of stepsFrom(
        this.product,
        at(this.#states.items, node),
        at(this.#places.items, node),
      )) {
        const target = this.#order.get(step.state, step.place) - 1;
        if (at(this.#component, target) === component) {
          loops = true;
          inside |= step.marks;
          continue;
        }
        const level = at(this.#level, target);
        if (level > base) [base, leading] = [level, 0];
        if (level === base) leading |= step.marks;
      }
    }
    if (this.#marks === 0) return loops ? null : base + 1;
    if (loops && (inside & this.#wanted) === this.#wanted) return null;
    const lacks = (level: number, marks: number): boolean => (marks & (1 << (level % this.#marks))) === 0;
    if (base >= 0 && lacks(base, inside | leading)) return base;
    let level = base + 1;
    while (!lacks(level, inside)) level++;
    return level;
  }
}
