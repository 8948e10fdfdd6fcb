import { at } from '../../../support/invariant.js';
import { Cube, procsOf } from './cube.js';
import type { CubeOrigin, ReadReach } from './cube.js';
import {
  areEqual,
  areUnequal,
  eachTerm,
  factSize,
  isBefore,
  isNotValue,
  isValue,
  sortedFacts,
} from './facts.js';
import { procsOfEvents, renamedHistory } from './event-history.js';
import type { BackwardProblem } from './problem.js';
import type { OpenReach } from './reach.js';
import {
  firstOf,
  isRead,
  maxOrdinal,
  noTerm,
  readerOf,
  renamedCode,
  secondOf,
  symbolOf,
  withOrdinal,
} from './term-codes.js';
import type { TermCode } from './term-codes.js';

/** A cube would have more processes or pending reads than its numbers have room for. */
export class CubeTooLarge extends Error {
  override readonly name = 'CubeTooLarge';
}

const maxReads = 30;

export const noReach: OpenReach = {
  reads: [],
  fromRead: [],
  fromReadOf: [],
  fromWriteOf: [],
  cells: new Map(),
  history: null,
};

/** Which process of a draft is which of the cube; -1: it is not in the cube. */
export interface NumberedCube {
  readonly cube: Cube;
  readonly here: readonly number[];
}

/**
 * The cube of these facts. Processes of which nothing is known are left out, and reads of which nothing is known: they
 * may read what they like, so they forbid nothing.
 */
export function cubeOf(
  problem: BackwardProblem,
  procs: number,
  facts: Int32Array,
  reach: OpenReach,
  origin: (here: readonly number[]) => CubeOrigin,
  depth: number,
): Cube {
  const alive = reach.reads.map((read) => mentions(facts, read));
  const living = bitsOf(alive);
  const cells = [...reach.cells].filter(([, bits]) => (bits & living) !== 0);
  const importance = weights(problem, procs, facts, cells, reach, living);
  const here = numbering(problem, importance);
  const order = reach.reads.map((_, i) => i).filter((i) => at(alive, i));
  const codes = renumberedReads(problem, reach.reads, order, here);
  const places = new Map(codes.map(({ from }, place) => [from, place]));
  const bits = (set: number): number => moved(set & living, places);
  const renamedCells = cells
    .map(([cell, set]) => [renamedCode(cell, at(problem.arities, symbolOf(cell)), here), bits(set)] as const)
    .sort(([a], [b]) => a - b);
  const count = here.reduce((sum, proc) => sum + (proc >= 0 ? 1 : 0), 0);
  const ofProcs = (sets: readonly number[]): Int32Array => {
    const result = new Int32Array(count);
    here.forEach((proc, p) => {
      if (proc >= 0) result[proc] = bits(sets[p] ?? 0);
    });
    return result;
  };
  const closedReach: ReadReach = {
    fromRead: Int32Array.from(codes, ({ from }) => bits(at(reach.fromRead, from))),
    fromReadOf: ofProcs(reach.fromReadOf),
    fromWriteOf: ofProcs(reach.fromWriteOf),
    cells: Int32Array.from(renamedCells, ([cell]) => cell),
    fromCell: Int32Array.from(renamedCells, ([, set]) => set),
  };
  const names = new Map(codes.map(({ from, code }) => [at(reach.reads, from), code]));
  const reads = Int32Array.from(codes, ({ code }) => code);
  return new Cube(
    problem,
    count,
    renamedFacts(problem, facts, here, names),
    reads,
    closedReach,
    origin(here),
    depth,
    reach.history === null
      ? null
      : renamedHistory(
          problem,
          reach.history,
          here,
          codes.map(({ from }) => from),
        ),
  );
}

function mentions(facts: Int32Array, term: TermCode): boolean {
  for (let f = 0; f < facts.length; f += factSize) {
    const kind = at(facts, f);
    if (kind === isBefore) continue;
    if (at(facts, f + 1) === term || (kind >= areEqual && at(facts, f + 2) === term)) return true;
  }
  return false;
}

const bitsOf = (flags: readonly boolean[]): number =>
  flags.reduce((bits, flag, i) => (flag ? bits | (1 << i) : bits), 0);

function moved(bits: number, places: ReadonlyMap<number, number>): number {
  let result = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const place = places.get(31 - Math.clz32(rest & -rest));
    if (place !== undefined) result |= 1 << place;
  }
  return result;
}

/** How much is known of each process; 0: nothing but its place in an order, or that something is not it. */
function weights(
  problem: BackwardProblem,
  procs: number,
  facts: Int32Array,
  cells: readonly (readonly [TermCode, number])[],
  reach: OpenReach,
  living: number,
): readonly number[] {
  const weight = Array.from({ length: procs }, () => 0);
  const add = (proc: number, by: number): void => {
    weight[proc] = (weight[proc] ?? 0) + by;
  };
  const addTerm = (term: TermCode, by: number): void => {
    const arity = at(problem.arities, symbolOf(term));
    if (arity >= 1) add(firstOf(term), by);
    if (arity >= 2) add(secondOf(term), by);
    if (isRead(term)) add(readerOf(term), by);
  };
  eachTerm(facts, (term) => addTerm(term, 4));
  for (let f = 0; f < facts.length; f += factSize) {
    if (at(facts, f) === isValue && at(problem.sorts, symbolOf(at(facts, f + 1))) === 'proc')
      add(at(facts, f + 2), 1);
  }
  for (const [cell] of cells) addTerm(cell, 1);
  for (const { cell } of reach.history?.orders ?? []) addTerm(cell, 1);
  const eventful = reach.history === null ? 0 : procsOfEvents(reach.history);
  for (let p = 0; p < procs; p++) {
    const bits = (reach.fromReadOf[p] ?? 0) | (reach.fromWriteOf[p] ?? 0);
    if ((bits & living) !== 0 || (eventful & (1 << p)) !== 0) add(p, 1);
  }
  return weight;
}

/** #1, #2, ... stay what they are; of the others, those of which most is known come first: that finds differences early. */
function numbering({ pinned, limit }: BackwardProblem, weight: readonly number[]): readonly number[] {
  const others = weight.map((_, p) => p).filter((p) => p >= pinned && at(weight, p) > 0);
  others.sort((a, b) => at(weight, b) - at(weight, a) || a - b);
  if (pinned + others.length > limit) throw new CubeTooLarge('processes');
  const here = weight.map((_, p) => (p < pinned ? p : -1));
  others.forEach((p, i) => {
    here[p] = pinned + i;
  });
  return here;
}

/** The reads that live on, in order of their new codes. */
function renumberedReads(
  problem: BackwardProblem,
  reads: readonly TermCode[],
  order: readonly number[],
  here: readonly number[],
): readonly { readonly from: number; readonly code: TermCode }[] {
  if (order.length > maxReads) throw new CubeTooLarge('pending reads');
  const renamed = order.map((from) => ({
    from,
    code: renamedCode(at(reads, from), at(problem.arities, symbolOf(at(reads, from))), here),
  }));
  renamed.sort((a, b) => withOrdinal(a.code, 0) - withOrdinal(b.code, 0) || a.code - b.code);
  let [last, ordinal] = [noTerm, 0];
  return renamed
    .map(({ from, code }) => {
      const base = withOrdinal(code, 0);
      ordinal = base === last ? ordinal + 1 : 0;
      last = base;
      if (ordinal > maxOrdinal) throw new CubeTooLarge('pending reads');
      return { from, code: withOrdinal(base, ordinal) };
    })
    .sort((a, b) => a.code - b.code);
}

/** One fact without pending reads renumbered; null if a process of it is nowhere. */
export function renamedFact(
  problem: BackwardProblem,
  facts: Int32Array,
  f: number,
  here: readonly number[],
): readonly [number, number, number, number] | null {
  const [kind, a, b, c] = [at(facts, f), at(facts, f + 1), at(facts, f + 2), at(facts, f + 3)];
  if (kind === isBefore) {
    return at(here, a) >= 0 && at(here, b) >= 0 ? [kind, at(here, a), at(here, b), 0] : null;
  }
  const isKnown = (term: TermCode): boolean =>
    term < 0 || procsOf(problem, term).every((p) => at(here, p) >= 0);
  const renamed = (term: TermCode): TermCode =>
    term < 0 ? term : renamedCode(term, at(problem.arities, symbolOf(term)), here);
  if (!isKnown(a) || (kind >= areEqual && !isKnown(b))) return null;
  if ((kind === isValue || kind === isNotValue) && at(problem.sorts, symbolOf(a)) === 'proc') {
    return at(here, b) < 0 ? null : [kind, renamed(a), at(here, b), c];
  }
  return [kind, renamed(a), kind >= areEqual ? renamed(b) : b, c];
}

function renamedFacts(
  problem: BackwardProblem,
  facts: Int32Array,
  here: readonly number[],
  reads: ReadonlyMap<TermCode, TermCode>,
): Int32Array {
  const term = (code: TermCode): TermCode =>
    code < 0 ? code : (reads.get(code) ?? renamedCode(code, at(problem.arities, symbolOf(code)), here));
  const renamed: number[] = [];
  for (let f = 0; f < facts.length; f += factSize) {
    const [kind, a, b, c] = [at(facts, f), at(facts, f + 1), at(facts, f + 2), at(facts, f + 3)];
    switch (kind) {
      case isBefore:
        if (at(here, a) >= 0 && at(here, b) >= 0) renamed.push(kind, at(here, a), at(here, b), 0);
        break;
      case isValue:
      case isNotValue: {
        const value = at(problem.sorts, symbolOf(a)) === 'proc' ? at(here, b) : b;
        if (value >= 0) renamed.push(kind, term(a), value, 0);
        break;
      }
      case areEqual:
      case areUnequal: {
        const [x, y] = [term(a), term(b)];
        renamed.push(kind, Math.min(x, y), Math.max(x, y), 0);
        break;
      }
      default:
        renamed.push(kind, term(a), kind >= areEqual ? term(b) : b, c);
    }
  }
  return sortedFacts(renamed);
}
