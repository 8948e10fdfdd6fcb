import { resized } from '../../support/lists.js';
import { zero } from '../formula-variables.js';

/** Why an edge is there: nobody's assumption, since it bounds a variable by its type. */
export const byType = -1;

/** `given up`: some values are lower than they were, and not all edges hold. */
export type Settled = 'holds' | 'contradiction' | 'given up';

/** Constraints that are looked at, to find the steepest contradiction. */
const mostFalling = 2_000_000;

/** x - y <= c */
export interface GraphEdge {
  readonly x: number;
  readonly y: number;
  readonly c: number;
  readonly reason: number;
}

/**
 * Constraints x - y <= c with values that meet them, found by Bellman and Ford's algorithm. Values only fall, and a
 * variable's parent is the edge that lowered it last; parents never form a cycle, so no value is below the lowest at the
 * start by more than the longest simple path, and a cycle about to close is a contradiction.
 */
export class ConstraintGraph {
  #variables = new Int32Array(64);
  #variableCount = 0;
  /** By number of variable: the round in which it was added last, its value, and its parent or -1. */
  #round = new Int32Array(64);
  #values = new Float64Array(64);
  #parent = new Int32Array(64);
  #now = 0;

  #x = new Int32Array(256);
  #y = new Int32Array(256);
  #c = new Float64Array(256);
  #reason = new Int32Array(256);
  #edgeCount = 0;
  /** The edge that closes the last contradiction. */
  #closing = 0;

  get variableCount(): number {
    return this.#variableCount;
  }

  get edgeCount(): number {
    return this.#edgeCount;
  }

  /** By number of variable, relative to that of the zero. Only those of variables added since `clear` have a meaning. */
  get values(): Float64Array {
    return this.#values;
  }

  /** Null for a variable that was not added. */
  valueOf(number: number): number | null {
    return this.#round[number] === this.#now ? (this.#values[number] ?? 0) - (this.#values[zero] ?? 0) : null;
  }

  clear(): void {
    this.#now++;
    this.#variableCount = 0;
    this.#edgeCount = 0;
    this.addVariable(zero);
  }

  /** False if it is there already. */
  addVariable(number: number): boolean {
    if (number >= this.#round.length) this.#growVariables(number + 1);
    if (this.#round[number] === this.#now) return false;
    this.#round[number] = this.#now;
    this.#values[number] = 0;
    this.#variables[this.#variableCount++] = number;
    return true;
  }

  addEdge(x: number, y: number, c: number, reason: number): void {
    const edge = this.#edgeCount++;
    if (edge >= this.#x.length) this.#growEdges();
    this.#x[edge] = x;
    this.#y[edge] = y;
    this.#c[edge] = c;
    this.#reason[edge] = reason;
  }

  /** Takes back all edges from the given one on, and returns to values from then. */
  retreat(edgeCount: number, values: Float64Array): void {
    this.#edgeCount = edgeCount;
    for (let i = 0; i < this.#variableCount; i++) this.#values[this.#variables[i] ?? 0] = values[i] ?? 0;
  }

  copyValues(): Float64Array {
    const copy = new Float64Array(this.#variableCount);
    for (let i = 0; i < copy.length; i++) copy[i] = this.#values[this.#variables[i] ?? 0] ?? 0;
    return copy;
  }

  /** Steps that `settle` has taken; it gives up beyond the limit. */
  work = 0;

  /** Lowers values until all edges hold. */
  settle(limit: number): Settled {
    const xs = this.#x;
    const ys = this.#y;
    const cs = this.#c;
    const values = this.#values;
    const parent = this.#parent;
    const count = this.#edgeCount;
    for (let i = 0; i < this.#variableCount; i++) parent[this.#variables[i] ?? 0] = -1;
    // The edge after the one that changed something last: once all others were looked at since, everything holds.
    let until = count;
    for (let looked = 0, edge = 0; looked < until; looked++, edge++) {
      if (edge === count) {
        this.work += count;
        if (this.work > limit) return 'given up';
        edge = 0;
      }
      const x = xs[edge] ?? 0;
      const y = ys[edge] ?? 0;
      const value = (values[y] ?? 0) + (cs[edge] ?? 0);
      if (value >= (values[x] ?? 0)) continue;
      if (this.#isAncestor(x, y)) {
        this.#closing = edge;
        return 'contradiction';
      }
      values[x] = value;
      parent[x] = edge;
      until = looked + count;
    }
    return 'holds';
  }

  #isAncestor(x: number, of: number): boolean {
    let here = of;
    while (here !== x) {
      const edge = this.#parent[here] ?? -1;
      if (edge < 0) return false;
      this.work++;
      here = this.#y[edge] ?? 0;
    }
    return true;
  }

  /** The reasons of the contradiction that `settle` found, each once. */
  conflict(): number[] {
    const reasons = new Set(this.#cycle().map((edge) => this.#reason[edge] ?? byType));
    reasons.delete(byType);
    return [...reasons];
  }

  /** The constraints of the contradiction, each beginning where the one before ends. */
  contradiction(): readonly GraphEdge[] {
    return this.#cycle().map((edge) => ({
      x: this.#x[edge] ?? 0,
      y: this.#y[edge] ?? 0,
      c: this.#c[edge] ?? 0,
      reason: this.#reason[edge] ?? byType,
    }));
  }

  /**
   * Chooses another contradiction than the one that was met first, one that gives way most: values go on to fall for as many
   * rounds as there are variables, and then the steepest cycle leads.
   */
  fall(): void {
    const values = this.#values;
    const parent = this.#parent;
    let last = this.#closing;
    const rounds = Math.min(this.#variableCount, Math.ceil(mostFalling / Math.max(1, this.#edgeCount)));
    for (let round = 0; round <= rounds; round++) {
      for (let edge = 0; edge < this.#edgeCount; edge++) {
        const x = this.#x[edge] ?? 0;
        const value = (values[this.#y[edge] ?? 0] ?? 0) + (this.#c[edge] ?? 0);
        if (value >= (values[x] ?? 0)) continue;
        values[x] = value;
        parent[x] = edge;
        last = edge;
      }
    }
    let here = this.#x[last] ?? 0;
    const seen = new Set<number>();
    while (!seen.has(here)) {
      seen.add(here);
      const edge = parent[here] ?? -1;
      if (edge < 0) return;
      this.#closing = edge;
      here = this.#y[edge] ?? 0;
    }
    // Back around the cycle to where it was entered.
    this.#closing = parent[here] ?? this.#closing;
  }

  #cycle(): number[] {
    const edges = [this.#closing];
    const x = this.#x[this.#closing] ?? 0;
    for (let here = this.#y[this.#closing] ?? 0; here !== x;) {
      const edge = this.#parent[here] ?? 0;
      edges.push(edge);
      here = this.#y[edge] ?? 0;
    }
    return edges;
  }

  #growVariables(size: number): void {
    const length = Math.max(size, 2 * this.#round.length);
    this.#variables = resized(this.#variables, length);
    this.#round = resized(this.#round, length);
    this.#parent = resized(this.#parent, length);
    const values = new Float64Array(length);
    values.set(this.#values);
    this.#values = values;
  }

  #growEdges(): void {
    const length = 2 * this.#x.length;
    this.#x = resized(this.#x, length);
    this.#y = resized(this.#y, length);
    this.#reason = resized(this.#reason, length);
    const cs = new Float64Array(length);
    cs.set(this.#c);
    this.#c = cs;
  }
}
