import type { Program, Stmt } from '../../../src/lang/program/program.js';
import { everyStatement } from '../../../src/lang/program/walk-statements.js';
import { rewriteBlock } from '../../../src/lang/program/visit.js';
import { Random } from '../random.js';

const isStore = (stmt: Stmt): boolean => stmt.kind === 'assign' && stmt.target.kind === 'shared';

/** How many statements of the threads write shared variables. */
export const storesIn = ({ threads }: Program): number =>
  threads.flatMap(({ body }) => [...everyStatement(body)]).filter(isStore).length;

/** A fence after each store that the set names by its number. */
export function fencedAfter(program: Program, stores: ReadonlySet<number>): Program {
  let number = 0;
  const withFence = (stmt: Stmt): readonly Stmt[] => {
    if (!isStore(stmt) || !stores.has(number++)) return [stmt];
    return [stmt, { kind: 'fence', fence: 'full', labels: [], span: stmt.span }];
  };
  return {
    ...program,
    threads: program.threads.map((thread) => ({ ...thread, body: rewriteBlock(thread.body, withFence) })),
  };
}

/** All sets of stores if there are no more than `most`; else those of none, of all, and others, always the same. */
export function storeSets(stores: number, most: number): readonly ReadonlySet<number>[] {
  const setOf = (mask: number): ReadonlySet<number> =>
    new Set(Array.from({ length: stores }, (_, i) => i).filter((i) => (mask >> i) & 1));
  const all = 2 ** stores;
  if (all <= most) return Array.from({ length: all }, (_, mask) => setOf(mask));
  const random = new Random(stores);
  const masks = new Set([0, all - 1]);
  while (masks.size < most) {
    // Few stores without a fence are what proofs are likely to survive.
    const missing = [1, 2, 3, 5].map(() => 1 << random.below(stores)).slice(0, random.between(1, 4));
    masks.add(random.chance(0.6) ? missing.reduce((mask, bit) => mask & ~bit, all - 1) : random.below(all));
  }
  return [...masks].sort((a, b) => a - b).map(setOf);
}
