import type { EdgeId, LocationId } from '../../../lang/expr/ids.js';
import type { Automaton, Edge, System } from '../../../lang/program/system.js';
import { reachableFrom } from '../../shared/endless-buffers.js';
import { sharedReads, localsOf } from '../../../lang/expr/expr.js';
import { at } from '../../../support/invariant.js';

/**
 * What must have happened before: how often, at least, each of the tracked edges has been taken, by whichever process.
 *
 * The values of a cell are collected without regard to when they are written. With `r = fetch_add(x, 1)` in a thread
 * without loops that alone would never end: the thread would add to what it has written itself. So values and states carry
 * histories, and a thread does not see what follows from an edge that it has still to take. Tracked are edges outside
 * loops that store a computed integer of no finite type; everything else needs no help to end.
 */
export type EdgeCounts = readonly number[];

export const both = (a: EdgeCounts, b: EdgeCounts): EdgeCounts =>
  a === b ? a : a.map((count, i) => Math.max(count, at(b, i)));

const includes = (larger: EdgeCounts, smaller: EdgeCounts): boolean =>
  larger === smaller || smaller.every((count, i) => count <= at(larger, i));

const maxAlternatives = 32;

/** Ways in which something may have come about, none of which includes another. */
export class Alternatives {
  #histories: readonly EdgeCounts[] = [];

  get all(): readonly EdgeCounts[] {
    return this.#histories;
  }

  /** The history by which there is more than was known; null if there is none. Too many are taken for their common part. */
  add(history: EdgeCounts): EdgeCounts | null {
    if (this.#histories.some((known) => includes(history, known))) return null;
    const kept = this.#histories.filter((known) => !includes(known, history));
    if (kept.length < maxAlternatives) {
      this.#histories = [...kept, history];
      return history;
    }
    const common = history.map((count, i) => Math.min(count, ...kept.map((known) => at(known, i))));
    this.#histories = [common];
    return common;
  }
}

/** The tracked edges of the threads of one automaton. */
export class Tracked {
  readonly #numbers = new Map<EdgeId, number>();
  /** For each location the tracked edges that may have been taken there. */
  readonly #after: readonly ReadonlySet<EdgeId>[];

  constructor(
    system: System,
    automaton: Automaton,
    /** How many processes run the automaton; null: any number, so that nothing limits how often an edge is taken. */
    private readonly processes: number | null,
    /** Gives the next free number. */
    number: () => number,
  ) {
    const candidates = processes === null ? [] : automaton.edges.filter((edge) => computes(edge, system));
    const after = automaton.locations.map(() => new Set<EdgeId>());
    for (const edge of candidates) {
      const reached = reachableFrom(edge.to, automaton.edges);
      if (reached.has(edge.from)) continue;
      this.#numbers.set(edge.id, number());
      for (const location of reached) after[location]?.add(edge.id);
    }
    this.#after = after;
  }

  /** Whether a process at this place may see what has this history: it must be the others who took the edges ahead. */
  allows(history: EdgeCounts, place: LocationId): boolean {
    for (const [edge, number] of this.#numbers) {
      const takers = (this.processes ?? Infinity) - (at(this.#after, place).has(edge) ? 0 : 1);
      if (at(history, number) > takers) return false;
    }
    return true;
  }

  /** The history once the edge has been taken, too. */
  taken(history: EdgeCounts, edge: EdgeId): EdgeCounts {
    const number = this.#numbers.get(edge);
    return number === undefined ? history : history.with(number, at(history, number) + 1);
  }
}

const computes = ({ actions }: Edge, system: System): boolean =>
  actions.some(
    (a) =>
      a.kind === 'store' &&
      at(system.shared, a.shared).type.kind === 'int' &&
      (sharedReads(a.value).length > 0 || localsOf(a.value).size > 0),
  );
