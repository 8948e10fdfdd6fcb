import { at } from '../../support/invariant.js';

/** A variable n >= 1 or its negation -n. */
export type SatLiteral = number;

export type SatAnswer =
  | { readonly kind: 'satisfiable'; readonly isTrue: (literal: SatLiteral) => boolean }
  | { readonly kind: 'unsatisfiable' }
  | { readonly kind: 'unsure' };

/** Clauses are not forgotten; with more literals than this in them, the question was too hard. */
const mostLiterals = 10_000_000;

/**
 * A small clause-learning solver: two watched literals, learning at the first unique implication point, activities,
 * saved phases, restarts. For questions of some ten thousand clauses about one path of a search.
 */
export class SatSolver {
  #variables = 0;
  /** The literals of all clauses, each run preceded by its length. */
  readonly #clauses: number[] = [];
  #watches: number[][] = [[], []];
  #value: Int8Array = new Int8Array(1);
  #units: number[] = [];
  #contradiction = false;
  #begun = false;
  #conflicts = 0;
  #untilRestart = 100;
  /** Literals that were propagated. */
  #work = 0;
  readonly #trail: number[] = [];
  readonly #levels: number[] = [];
  #level: Int32Array = new Int32Array(1);
  #reason: Int32Array = new Int32Array(1);
  #phase: Int8Array = new Int8Array(1);
  #activity: Float64Array = new Float64Array(1);
  #seen: Uint8Array = new Uint8Array(1);
  #bump = 1;
  #head = 0;
  #order: Heap = new Heap(this.#activity);

  newVariable(): SatLiteral {
    this.#variables++;
    this.#watches.push([], []);
    return this.#variables;
  }

  /** No clause may be added once the search has begun. */
  add(clause: readonly SatLiteral[]): void {
    const literals = new Set(clause);
    for (const literal of literals) if (literals.has(-literal)) return;
    const [first] = literals;
    if (first === undefined) this.#contradiction = true;
    else if (literals.size === 1) this.#units.push(first);
    else this.#attach([...literals]);
  }

  /** Searches to the end, unless it gives up. */
  solve(maxConflicts: number): SatAnswer {
    for (;;) {
      const answer = this.advance(maxConflicts, Infinity);
      if (answer !== null) return answer;
    }
  }

  /** Searches on for about so many propagated literals; null: there is more to do. */
  advance(maxConflicts: number, work: number): SatAnswer | null {
    if (!this.#begun && !this.#begin()) return { kind: 'unsatisfiable' };
    for (const end = this.#work + work; this.#work < end;) {
      const conflict = this.#propagate();
      if (conflict >= 0) {
        if (this.#levels.length === 0) return { kind: 'unsatisfiable' };
        if (++this.#conflicts > maxConflicts || this.#clauses.length > mostLiterals)
          return { kind: 'unsure' };
        this.#learn(conflict);
      } else if (this.#conflicts >= this.#untilRestart) {
        this.#untilRestart = this.#conflicts + 100 + this.#conflicts / 4;
        this.#backtrack(0);
      } else {
        const next = this.#nextDecision();
        if (next === 0) return { kind: 'satisfiable', isTrue: (literal) => this.#valueOf(literal) > 0 };
        this.#levels.push(this.#trail.length);
        this.#assign(next, -1);
      }
    }
    return null;
  }

  /** False: the clauses contradict each other at once. */
  #begin(): boolean {
    this.#begun = true;
    this.#allocate();
    if (this.#contradiction) return false;
    for (const unit of this.#units) {
      const value = this.#valueOf(unit);
      if (value < 0) return false;
      if (value === 0) this.#assign(unit, -1);
    }
    return true;
  }

  #allocate(): void {
    const n = this.#variables + 1;
    this.#value = new Int8Array(n);
    this.#level = new Int32Array(n);
    this.#reason = new Int32Array(n);
    this.#phase = new Int8Array(n).fill(-1);
    this.#activity = new Float64Array(n);
    this.#seen = new Uint8Array(n);
    this.#order = new Heap(this.#activity);
    for (let v = 1; v < n; v++) this.#order.insert(v);
  }

  #valueOf(literal: SatLiteral): number {
    return literal > 0 ? (this.#value[literal] ?? 0) : -(this.#value[-literal] ?? 0);
  }

  #watchesOf(literal: SatLiteral): number[] {
    return at(this.#watches, literal > 0 ? 2 * literal : -2 * literal + 1);
  }

  #attach(literals: readonly SatLiteral[]): number {
    const start = this.#clauses.length + 1;
    this.#clauses.push(literals.length);
    for (const literal of literals) this.#clauses.push(literal);
    this.#watchesOf(at(literals, 0)).push(start);
    this.#watchesOf(at(literals, 1)).push(start);
    return start;
  }

  #assign(literal: SatLiteral, reason: number): void {
    const v = Math.abs(literal);
    this.#value[v] = literal > 0 ? 1 : -1;
    this.#phase[v] = literal > 0 ? 1 : -1;
    this.#level[v] = this.#levels.length;
    this.#reason[v] = reason;
    this.#trail.push(literal);
  }

  /** The clause that has become false; -1: none. */
  #propagate(): number {
    const clauses = this.#clauses;
    while (this.#head < this.#trail.length) {
      const falsified = -at(this.#trail, this.#head++);
      this.#work++;
      const watches = this.#watchesOf(falsified);
      let kept = 0;
      for (let i = 0; i < watches.length; i++) {
        const start = at(watches, i);
        if (clauses[start] === falsified) {
          clauses[start] = at(clauses, start + 1);
          clauses[start + 1] = falsified;
        }
        const other = at(clauses, start);
        if (this.#valueOf(other) > 0 || !this.#rewatch(start)) {
          watches[kept++] = start;
          const value = this.#valueOf(other);
          if (value > 0) continue;
          if (value === 0) this.#assign(other, start);
          else {
            for (i++; i < watches.length; i++) watches[kept++] = at(watches, i);
            watches.length = kept;
            this.#head = this.#trail.length;
            return start;
          }
        }
      }
      watches.length = kept;
    }
    return -1;
  }

  /** Watches another literal instead of the second, if one is not false. */
  #rewatch(start: number): boolean {
    const clauses = this.#clauses;
    const end = start + at(clauses, start - 1);
    for (let k = start + 2; k < end; k++) {
      const literal = at(clauses, k);
      if (this.#valueOf(literal) < 0) continue;
      clauses[k] = at(clauses, start + 1);
      clauses[start + 1] = literal;
      this.#watchesOf(literal).push(start);
      return true;
    }
    return false;
  }

  #learn(conflict: number): void {
    const learnt: number[] = [0];
    let open = 0;
    let index = this.#trail.length;
    let clause = conflict;
    let pivot = 0;
    const current = this.#levels.length;
    do {
      const end = clause + at(this.#clauses, clause - 1);
      for (let k = clause; k < end; k++) {
        const literal = at(this.#clauses, k);
        const v = Math.abs(literal);
        if (literal === pivot || this.#seen[v] === 1 || this.#level[v] === 0) continue;
        this.#seen[v] = 1;
        this.#heat(v);
        if (this.#level[v] === current) open++;
        else learnt.push(literal);
      }
      do index--;
      while (this.#seen[Math.abs(at(this.#trail, index))] !== 1);
      pivot = at(this.#trail, index);
      clause = at(this.#reason, Math.abs(pivot));
      this.#seen[Math.abs(pivot)] = 0;
      open--;
    } while (open > 0);
    learnt[0] = -pivot;
    let back = 0;
    for (let i = 1; i < learnt.length; i++) {
      const v = Math.abs(at(learnt, i));
      this.#seen[v] = 0;
      if (at(this.#level, v) > back) {
        back = at(this.#level, v);
        [learnt[1], learnt[i]] = [at(learnt, i), at(learnt, 1)];
      }
    }
    this.#bump /= 0.95;
    this.#backtrack(back);
    this.#assign(-pivot, learnt.length === 1 ? -1 : this.#attach(learnt));
  }

  #heat(v: number): void {
    this.#activity[v] = at(this.#activity, v) + this.#bump;
    if (at(this.#activity, v) > 1e100) {
      for (let i = 0; i < this.#activity.length; i++) this.#activity[i] = at(this.#activity, i) * 1e-100;
      this.#bump *= 1e-100;
    }
    this.#order.raised(v);
  }

  #backtrack(level: number): void {
    const target = this.#levels[level];
    if (target === undefined) return;
    for (const literal of this.#trail.splice(target)) {
      const v = Math.abs(literal);
      this.#value[v] = 0;
      this.#order.insert(v);
    }
    this.#levels.length = level;
    this.#head = target;
  }

  #nextDecision(): SatLiteral {
    for (let v = this.#order.pop(); v !== 0; v = this.#order.pop()) {
      if (this.#value[v] === 0) return this.#phase[v] === 1 ? v : -v;
    }
    return 0;
  }
}

/** Variables by activity, the highest first. */
class Heap {
  readonly #items: number[] = [];
  readonly #places = new Map<number, number>();

  constructor(private readonly activity: Float64Array) {}

  insert(v: number): void {
    if (this.#places.has(v)) return;
    this.#places.set(v, this.#items.length);
    this.#items.push(v);
    this.#up(this.#items.length - 1);
  }

  raised(v: number): void {
    const place = this.#places.get(v);
    if (place !== undefined) this.#up(place);
  }

  /** 0: empty. */
  pop(): number {
    const top = this.#items[0];
    if (top === undefined) return 0;
    this.#places.delete(top);
    const last = this.#items.pop();
    if (last !== undefined && last !== top) {
      this.#items[0] = last;
      this.#places.set(last, 0);
      this.#down();
    }
    return top;
  }

  #hotter(a: number, b: number): boolean {
    return at(this.activity, a) > at(this.activity, b);
  }

  #up(from: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#hotter(at(this.#items, place), at(this.#items, parent))) return;
      this.#swap(place, parent);
      place = parent;
    }
  }

  #down(): void {
    for (let place = 0; ;) {
      const left = 2 * place + 1;
      if (left >= this.#items.length) return;
      const right = left + 1;
      const child =
        right < this.#items.length && this.#hotter(at(this.#items, right), at(this.#items, left))
          ? right
          : left;
      if (!this.#hotter(at(this.#items, child), at(this.#items, place))) return;
      this.#swap(place, child);
      place = child;
    }
  }

  #swap(i: number, j: number): void {
    const [a, b] = [at(this.#items, i), at(this.#items, j)];
    this.#items[i] = b;
    this.#items[j] = a;
    this.#places.set(a, j);
    this.#places.set(b, i);
  }
}
