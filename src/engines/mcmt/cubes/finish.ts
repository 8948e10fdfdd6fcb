import { at } from '../../../support/invariant.js';
import { renamedSet } from '../../../support/small-sets.js';
import { Cube, processesOf } from './cube.js';
import type { CubeOrigin, ReadReach } from './cube.js';
import {
  areEqual,
  areUnequal,
  eachTerm,
  factAt,
  factSize,
  isBefore,
  isNotValue,
  isNumeric,
  isValue,
  sortedFacts,
  termsIn,
} from './facts.js';
import type { CubeFact } from './facts.js';
import { procsOfEvents, renamedHistory } from './event-history.js';
import type { BackwardProblem } from './problem.js';
import type { OpenReach } from './reach.js';
import {
  firstOf,
  isRead,
  maxOrdinal,
  noTerm,
  readerOf,
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

/**
 * The cube of these facts. Processes of which nothing is known are left out, and reads of which nothing is known: they
 * may read what they like, so they forbid nothing.
 */
export function cubeOf(
  problem: BackwardProblem,
  procs: number,
  facts: Int32Array,
  reach: OpenReach,
  /** Given which process of the draft is which of the cube; -1: it is not in the cube. */
  origin: (here: readonly number[]) => CubeOrigin,
): Cube {
  const spoken = termsIn(facts, isRead);
  const order = [...reach.reads.keys()].filter((i) => spoken.has(at(reach.reads, i)));
  const living = order.reduce((bits, i) => bits | (1 << i), 0);
  const cells = [...reach.cells].filter(([, bits]) => (bits & living) !== 0);
  const importance = weights(problem, procs, facts, cells, reach, living);
  const here = numbering(problem, importance);
  const codes = renumberedReads(problem, reach.reads, order, here);
  const places = reach.reads.map((_, i) => codes.findIndex(({ from }) => from === i));
  const bits = (set: number): number => renamedSet(set & living, places);
  const renamedCells = cells
    .map(([cell, set]) => [problem.renamed(cell, here), bits(set)] as const)
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
    code: problem.renamed(at(reads, from), here),
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
): CubeFact | null {
  const fact = renumbered(problem, facts, f, here, noReads);
  const isSomewhere = isNumeric(fact[0])
    ? processesOf(problem, facts, f).every((p) => at(here, p) >= 0)
    : fact[1] >= 0 && fact[2] >= 0;
  return isSomewhere ? fact : null;
}

const noReads: ReadonlyMap<TermCode, TermCode> = new Map();

/** The facts of which all processes are somewhere. */
function renamedFacts(
  problem: BackwardProblem,
  facts: Int32Array,
  here: readonly number[],
  reads: ReadonlyMap<TermCode, TermCode>,
): Int32Array {
  const renamed: number[] = [];
  for (let f = 0; f < facts.length; f += factSize) {
    const [kind, a, b, c] = renumbered(problem, facts, f, here, reads);
    // Terms are of processes that are somewhere.
    if (isNumeric(kind) || (a >= 0 && b >= 0)) renamed.push(kind, a, b, c);
  }
  return sortedFacts(renamed);
}

/** With -1 for a process that is nowhere. */
function renumbered(
  problem: BackwardProblem,
  facts: Int32Array,
  f: number,
  here: readonly number[],
  reads: ReadonlyMap<TermCode, TermCode>,
): CubeFact {
  const [kind, a, b, c] = factAt(facts, f);
  const term = (code: TermCode): TermCode =>
    code < 0 ? code : (reads.get(code) ?? problem.renamed(code, here));
  switch (kind) {
    case isBefore:
      return [kind, at(here, a), at(here, b), 0];
    case isValue:
    case isNotValue:
      return [kind, term(a), at(problem.sorts, symbolOf(a)) === 'proc' ? at(here, b) : b, 0];
    case areEqual:
    case areUnequal: {
      const [x, y] = [term(a), term(b)];
      return [kind, Math.min(x, y), Math.max(x, y), 0];
    }
    default:
      return [kind, term(a), kind >= areEqual ? term(b) : b, c];
  }
}
