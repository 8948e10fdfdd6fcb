import { contains } from '../../../../lang/expr/interval.js';
import type { Property } from '../../../../lang/program/program.js';
import { lockedWaitsForAll } from '../../../../memory/model-questions.js';
import { at } from '../../../../support/invariant.js';
import { numbersBelow } from '../../../../support/lists.js';
import { firstCode } from '../buffering.js';
import type { PackedPlan } from '../plan.js';
import { both, footprintsOf, nothing } from './footprints.js';
import type { StepFootprint, ThreadFootprints } from './footprints.js';
import { TouchBits, wordBits } from './touch-bits.js';

/** What a reduction must not forget; tests leave out one rule and see it missed. */
export interface PartialOrderRules {
  /** Accesses of one cell by several threads depend on each other. */
  readonly memory: boolean;
  /** What waits in the buffers of others will be written. */
  readonly buffers: boolean;
  /** What waits for buffers depends on flushes. */
  readonly waits: boolean;
  /** A store that meets the bound depends on flushes. */
  readonly room: boolean;
  /** Steps that invariants see keep their order. */
  readonly visible: boolean;
  /** No step is put off for ever. */
  readonly proviso: boolean;
}

export const allRules: PartialOrderRules = {
  memory: true,
  buffers: true,
  waits: true,
  room: true,
  visible: true,
  proviso: true,
};

/** Bits of the first number of each row. */
export const flags = {
  hasNext: 1,
  waits: 2,
  waitsForAll: 4,
  drains: 8,
  stores: 16,
  grows: 32,
  laterDrains: 64,
  laterTight: 128,
  laterWaitsForAll: 256,
  laterStores: 512,
  /** Whatever the others do: the next steps depend on nothing. */
  alone: 1024,
} as const;

/** The sets in a row, behind the flags and the number of entries with which stores become tight. */
export const sets = { reads: 0, writes: 1, later: 2, laterWrites: 3, laterOwn: 4 } as const;
const setsInRow = 5;
const headOfRow = 2;
/** More than any buffer has. */
const never = 2 ** 30;

/** All that a search has to know to leave out orders of steps that make no difference. */
export interface PartialOrders {
  readonly threads: number;
  /** In a set of what steps touch. */
  readonly words: number;
  /** Of numbers. */
  readonly rowLength: number;
  /** For each thread a row by location. */
  readonly rows: readonly Int32Array[];
  /** For each thread a set by the code of an entry: what its flush touches. */
  readonly entries: readonly Int32Array[];
  /** Words of the bits of invariants. */
  readonly ofInvariants: Int32Array;
  /** Each buffer is a component of its own, beside its thread; else both are one. */
  readonly buffersApart: boolean;
  readonly locksWaitForAll: boolean;
  /** Some values may grow and grow. */
  readonly isDeep: boolean;
  readonly rules: PartialOrderRules;
}

/** Sets of components are bits of one number. */
const mostComponents = 32;
/** Variables with more values than this may make runs very long. */
const manyValues = 4096n;

/** Or why nothing is left out: a clause. */
export function partialOrdersOf(
  plan: PackedPlan,
  properties: readonly Property[],
  rules: PartialOrderRules = allRules,
): PartialOrders | { readonly why: string } {
  const { threads } = plan.variables.system;
  if (threads.length < 2) return { why: 'there is one thread' };
  if (threads.length > mostComponents) return { why: `there are more than ${mostComponents} threads` };
  const bits = new TouchBits(plan, properties);
  const prints = threads.map((t) => footprintsOf(t, plan, bits));
  const { words } = bits;
  const buffered = plan.buffers.filter((b) => b.cells.length > 0).length;
  return {
    threads: threads.length,
    words,
    rowLength: headOfRow + setsInRow * words,
    rows: threads.map((_, t) => rowsOf(t, prints, plan, bits, rules)),
    entries: plan.buffers.map(({ cells }) =>
      concatenated([
        ...numbersBelow(firstCode).map(() => wordsOf(0n, words)),
        ...cells.map((cell) => wordsOf(bits.of(cell) | bits.seenWith(cell), words)),
      ]),
    ),
    ofInvariants: wordsOf(bits.ofInvariants, words),
    buffersApart: buffered > 0 && 2 * threads.length <= mostComponents,
    locksWaitForAll: lockedWaitsForAll(plan.model),
    isDeep: plan.known.some(
      (values) => values.lo === null || !contains({ lo: values.lo, hi: values.lo + manyValues }, values),
    ),
    rules,
  };
}

function rowsOf(
  thread: number,
  prints: readonly ThreadFootprints[],
  plan: PackedPlan,
  bits: TouchBits,
  rules: PartialOrderRules,
): Int32Array {
  const { next, future } = at(prints, thread);
  const inv = rules.visible ? bits.ofInvariants : 0n;
  const leaves = new Set(at(plan.variables.system.threads, thread).edges.map((e): number => e.from));
  const othersEver = plan.variables.system.threads
    .filter((t) => t.id !== thread)
    .map((t) => at(at(prints, t.id).future, t.entry))
    .reduce(both, nothing);
  const ownEver = at(future, at(plan.variables.system.threads, thread).entry);
  const memory = rules.memory ? ~bits.ofInvariants : 0n;
  const rows = next.map((now, l) => {
    const later = at(future, l);
    // A section with own flushes in it writes what it stores.
    const drained = now.drains ? now.pushes : 0n;
    const reads = (now.reads & memory) | ((now.mends | drained) & inv);
    const writes = (now.writes | drained) & memory;
    const laterWrites = ((later.writes | later.pushes) & memory) | ((later.breaks | later.pushes) & inv);
    const all = [
      reads,
      writes,
      (later.reads & memory) | laterWrites,
      laterWrites,
      (later.writes & memory) | (later.breaks & inv),
    ];
    const isAlone = leaves.has(l) && dependsOnNothing(now, reads, writes, ownEver, othersEver, plan, bits);
    const head = [
      flagsOf(now, later, leaves.has(l)) | (isAlone ? flags.alone : 0),
      Math.min(now.tight, never),
    ];
    return concatenated([Int32Array.from(head), ...all.map((set) => wordsOf(set, bits.words))]);
  });
  return concatenated(rows);
}

function flagsOf(now: StepFootprint, later: StepFootprint, hasNext: boolean): number {
  return (
    (hasNext ? flags.hasNext : 0) |
    (now.waits ? flags.waits : 0) |
    (now.waitsForAll ? flags.waitsForAll : 0) |
    (now.drains ? flags.drains : 0) |
    (now.stores ? flags.stores : 0) |
    (now.grows ? flags.grows : 0) |
    (later.drains ? flags.laterDrains : 0) |
    (later.tight < Infinity ? flags.laterTight : 0) |
    (later.waitsForAll ? flags.laterWaitsForAll : 0) |
    (later.stores ? flags.laterStores : 0)
  );
}

/** Wherever the others are, and whatever is in the buffers. */
function dependsOnNothing(
  now: StepFootprint,
  reads: bigint,
  writes: bigint,
  ownEver: StepFootprint,
  others: StepFootprint,
  plan: PackedPlan,
  bits: TouchBits,
): boolean {
  const othersWrite = others.writes | others.pushes | others.breaks;
  const ownWaiting = ownEver.pushes & (writes | (reads & bits.ofInvariants));
  return (
    !now.waits &&
    !now.waitsForAll &&
    !now.drains &&
    !now.grows &&
    now.tight === Infinity &&
    ownWaiting === 0n &&
    (reads & othersWrite) === 0n &&
    (writes & (others.reads | othersWrite)) === 0n &&
    !(now.stores && lockedWaitsForAll(plan.model) && others.waitsForAll)
  );
}

function wordsOf(set: bigint, words: number): Int32Array {
  return Int32Array.from(numbersBelow(words), (w) =>
    Number(BigInt.asIntN(wordBits, set >> BigInt(w * wordBits))),
  );
}

function concatenated(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((n, part) => n + part.length, 0));
  let next = 0;
  for (const part of parts) {
    all.set(part, next);
    next += part.length;
  }
  return all;
}
