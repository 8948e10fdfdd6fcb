import { at } from '../../../support/invariant.js';
import { renamedSet } from '../../../support/small-sets.js';
import { tighter } from './bounds.js';
import type { Cube } from './cube.js';
import {
  areEqual,
  areUnequal,
  factSize,
  isBefore,
  isBelow,
  isIn,
  isNotExactly,
  isNotValue,
  isNumeric,
  isValue,
} from './facts.js';
import { historyCovers } from './history-cover.js';
import { mayCover } from './signature.js';
import { isRead, symbolOf, withOrdinal } from './term-codes.js';

/**
 * Whether every state of `special` is one of `general`: for some renaming of the processes of `general` and its pending reads to those
 * of `special`, all facts of `general` follow, and no read of `general` is reached from where it is not reached in `special`.
 */
export class Subsumption {
  /** How often two cubes were compared. */
  tests = 0;
  readonly #to = new Int32Array(16);
  /** The place in `special.reads` of each read of `general`. */
  readonly #readTo = new Int32Array(32);
  #used = 0;
  /** Facts of `general` that may fail to follow; then these are collected. */
  #allowed = 0;
  #missing: number[] = [];
  #collected: number[] = [];

  covers(general: Cube, special: Cube): boolean {
    this.tests++;
    if (general.procs > special.procs || general.reads.length > special.reads.length) return false;
    if (!mayCover(general.signature, 0, special.signature, 0)) return false;
    this.#allowed = 0;
    this.#missing = [];
    this.#used = 0;
    return this.#checkLevel(general, special, 0) && this.#assign(general, special, 0);
  }

  /**
   * The comparisons of numbers about `special` that are all that is missing for `general` to have all its states, one for each renaming that misses one
   * only. Null: nothing is missing.
   */
  lacking(general: Cube, special: Cube): readonly number[] | null {
    this.tests++;
    if (general.procs > special.procs || general.reads.length > special.reads.length) return [];
    this.#allowed = 1;
    this.#missing = [];
    this.#collected = [];
    this.#used = 0;
    const covered = this.#checkLevel(general, special, 0) && this.#assign(general, special, 0);
    return covered ? null : this.#collected;
  }

  #assign(general: Cube, special: Cube, proc: number): boolean {
    if (proc === general.procs) return this.#assignRead(general, special, 0, 0);
    const { pinned } = general.problem;
    const [first, last] = proc < pinned ? [proc, proc] : [pinned, special.procs - 1];
    for (let candidate = first; candidate <= last; candidate++) {
      const bit = 1 << candidate;
      if ((this.#used & bit) !== 0) continue;
      this.#to[proc] = candidate;
      if (this.#checkLevel(general, special, proc + 1)) {
        this.#used |= bit;
        if (this.#assign(general, special, proc + 1)) return true;
        this.#used &= ~bit;
      }
    }
    return false;
  }

  /** Facts that speak of no process beyond those assigned, but for comparisons of numbers; of reads only whether one of them can be meant. */
  #checkLevel(general: Cube, special: Cube, level: number): boolean {
    const { facts, plan } = general;
    const end = at(plan.starts, level + 1);
    for (let i = at(plan.starts, level); i < end; i++) {
      const f = at(plan.places, i) * factSize;
      const [kind, a, b] = [at(facts, f), at(facts, f + 1), at(facts, f + 2)];
      if (kind === isBefore) {
        if (!special.has(isBefore, at(this.#to, a), at(this.#to, b))) return false;
      } else if ((a >= 0 && isRead(a)) || (kind >= areEqual && b >= 0 && isRead(b))) {
        if (kind === isIn && !this.#someRead(special, this.#cell(general, a), b)) return false;
      } else if (!this.#follows(general, special, f, a, b)) return false;
    }
    return true;
  }

  #someRead(special: Cube, read: number, set: number): boolean {
    const { reads } = special;
    for (let i = 0; i < reads.length; i++) {
      const other = at(reads, i);
      if (withOrdinal(other, 0) === read && (special.setOf(other) & ~set) === 0) return true;
    }
    return false;
  }

  /** The term after renaming; of reads without the ordinal. */
  #cell(general: Cube, term: number): number {
    if (term < 0) return term;
    return withOrdinal(general.problem.renamed(term, this.#to), 0);
  }

  #assignRead(general: Cube, special: Cube, index: number, used: number): boolean {
    const { reads } = general;
    if (index === reads.length) return this.#complete(general, special);
    const wanted = this.#cell(general, at(reads, index));
    for (let i = 0; i < special.reads.length; i++) {
      if ((used & (1 << i)) !== 0 || withOrdinal(at(special.reads, i), 0) !== wanted) continue;
      this.#readTo[index] = i;
      if (!this.#mayStand(general, special, index)) continue;
      if (this.#assignRead(general, special, index + 1, used | (1 << i))) return true;
    }
    return false;
  }

  /** Whether the read that was assigned last can be where it is; without that all orders of many reads of a cell would be tried. */
  #mayStand(general: Cube, special: Cube, index: number): boolean {
    const place = at(this.#readTo, index);
    const values = general.setOf(at(general.reads, index));
    if ((special.setOf(at(special.reads, place)) & ~values) !== 0) return false;
    const [from, there] = [general.reach.fromRead, special.reach.fromRead];
    for (let i = 0; i < index; i++) {
      const other = at(this.#readTo, i);
      if (isMissing(at(from, index), i, at(there, place), other)) return false;
      if (isMissing(at(from, i), index, at(there, other), place)) return false;
    }
    return true;
  }

  /** Everything is assigned. */
  #complete(general: Cube, special: Cube): boolean {
    const fits =
      this.#readFacts(general, special) &&
      this.#reached(general, special) &&
      this.#numericFacts(general, special);
    const [missing] = this.#missing;
    if (fits && missing !== undefined) this.#collect(general, special, missing);
    const complete = fits && missing === undefined;
    this.#missing.length = 0;
    return complete;
  }

  #collect(general: Cube, special: Cube, f: number): void {
    const { facts } = general;
    const renamed = (term: number): number => this.#renamed(general, special, term);
    this.#collected.push(
      ...[at(facts, f), renamed(at(facts, f + 1)), renamed(at(facts, f + 2)), at(facts, f + 3)],
    );
  }

  #readFacts(general: Cube, special: Cube): boolean {
    if (general.reads.length === 0) return true;
    const { facts } = general;
    for (let f = 0; f < facts.length; f += factSize) {
      const [kind, a, b] = [at(facts, f), at(facts, f + 1), at(facts, f + 2)];
      if (kind === isBefore || isNumeric(kind)) continue;
      const ofRead = (a >= 0 && isRead(a)) || (kind >= areEqual && b >= 0 && isRead(b));
      if (ofRead && !this.#follows(general, special, f, a, b)) return false;
    }
    return true;
  }

  /** They come last: whether they follow costs most. */
  #numericFacts(general: Cube, special: Cube): boolean {
    const { facts } = general;
    const end = general.from(isNotExactly + 1);
    for (let place = general.from(isBelow); place < end; place++) {
      const f = place * factSize;
      if (this.#follows(general, special, f, at(facts, f + 1), at(facts, f + 2))) continue;
      if (this.#missing.length >= this.#allowed) return false;
      this.#missing.push(f);
    }
    return true;
  }

  #renamed(general: Cube, special: Cube, term: number): number {
    if (term < 0) return term;
    const cell = this.#cell(general, term);
    if (!isRead(term)) return cell;
    const place = general.reads.indexOf(term);
    return at(special.reads, at(this.#readTo, place));
  }

  /** Whether `special` implies the fact at `f` of `general`, about `a` and `b`, after renaming. */
  #follows(general: Cube, special: Cube, f: number, a: number, b: number): boolean {
    const kind = at(general.facts, f);
    const term = this.#renamed(general, special, a);
    switch (kind) {
      case isIn:
        return (special.setOf(term) & ~b) === 0;
      case isValue:
        return special.valueOf(term) === this.#value(general, a, b);
      case isNotValue: {
        const value = this.#value(general, a, b);
        const known = special.valueOf(term);
        return known >= 0 ? known !== value : special.has(isNotValue, term, value);
      }
      case areEqual:
      case areUnequal:
        return related(special, kind, term, this.#renamed(general, special, b));
      default:
        return this.#compared(general, special, f, term, this.#renamed(general, special, b));
    }
  }

  #value(general: Cube, term: number, value: number): number {
    return at(general.problem.sorts, symbolOf(term)) === 'proc' ? at(this.#to, value) : value;
  }

  #compared(general: Cube, special: Cube, f: number, a: number, b: number): boolean {
    const { facts, problem } = general;
    const kind = at(facts, f);
    const wanted = problem.bounds.get(at(facts, f + 3));
    for (let place = special.from(kind); place < special.from(kind + 1); place++) {
      const g = place * factSize;
      if (at(special.facts, g + 1) !== a || at(special.facts, g + 2) !== b) continue;
      if (kind === isNotExactly && at(special.facts, g + 3) === at(facts, f + 3)) return true;
      if (kind === isBelow) {
        const there = problem.bounds.get(at(special.facts, g + 3));
        if (there.sum === wanted.sum && tighter(there, wanted)) return true;
      }
    }
    return special.impliesNumeric([kind, a, b, at(facts, f + 3)], 0);
  }

  /** A way that is in `general` has to be in `special`: what is forbidden there is forbidden here. */
  #reached(general: Cube, special: Cube): boolean {
    if (general.history !== null || special.history !== null) {
      return historyCovers(general, special, this.#to, this.#readTo);
    }
    if (general.reads.length === 0) return true;
    for (let i = 0; i < general.reads.length; i++) {
      const there = at(special.reach.fromRead, at(this.#readTo, i));
      if ((renamedSet(at(general.reach.fromRead, i), this.#readTo) & ~there) !== 0) return false;
    }
    for (let p = 0; p < general.procs; p++) {
      const q = at(this.#to, p);
      const reads =
        renamedSet(at(general.reach.fromReadOf, p), this.#readTo) & ~at(special.reach.fromReadOf, q);
      const writes =
        renamedSet(at(general.reach.fromWriteOf, p), this.#readTo) & ~at(special.reach.fromWriteOf, q);
      if (reads !== 0 || writes !== 0) return false;
    }
    const { cells, fromCell } = general.reach;
    for (let i = 0; i < cells.length; i++) {
      const place = special.reach.cells.indexOf(this.#cell(general, at(cells, i)));
      const there = place < 0 ? 0 : at(special.reach.fromCell, place);
      if ((renamedSet(at(fromCell, i), this.#readTo) & ~there) !== 0) return false;
    }
    return true;
  }
}

/** Whether a bit is in a set whose counterpart is not in another. */
const isMissing = (bits: number, bit: number, there: number, counterpart: number): boolean =>
  (bits & (1 << bit)) !== 0 && (there & (1 << counterpart)) === 0;

function related(special: Cube, kind: number, a: number, b: number): boolean {
  if (special.has(kind, Math.min(a, b), Math.max(a, b))) return true;
  const { sorts } = special.problem;
  if (at(sorts, symbolOf(a)) === 'set') {
    const [one, other] = [special.setOf(a), special.setOf(b)];
    return kind === areEqual ? one === other && (one & (one - 1)) === 0 : (one & other) === 0;
  }
  const [one, other] = [special.valueOf(a), special.valueOf(b)];
  if (kind === areEqual) return one >= 0 && one === other;
  if (one >= 0 && other >= 0) return one !== other;
  if (one >= 0) return special.has(isNotValue, b, one);
  return other >= 0 && special.has(isNotValue, a, other);
}
