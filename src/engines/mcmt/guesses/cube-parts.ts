import { at } from '../../../support/invariant.js';
import { combinations, permutations } from '../../../support/lists.js';
import { processesOf } from '../cubes/cube.js';
import type { Cube } from '../cubes/cube.js';
import { areEqual, areUnequal, factSize, isNotValue, isValue, sortedFacts, termsIn } from '../cubes/facts.js';
import { cubeOf, renamedFact } from '../cubes/finish.js';
import type { OpenReach } from '../cubes/reach.js';
import { isRead, symbolOf } from '../cubes/term-codes.js';
import type { TermCode } from '../cubes/term-codes.js';
import type { ForwardStates } from './forward-states.js';

/** Larger cubes, with so many of the facts that hold or follow, and none of those that hold in all known states. */
export function partsOf(plain: Cube, size: number, tables: readonly ForwardStates[]): readonly Cube[] {
  const cube = withImplied(plain);
  const telling = placesOf(cube).filter((f) => !tables.every((table) => table.holdsAlways(cube, f)));
  return [...combinations(telling, size)]
    .map((chosen) => partOf(cube, chosen))
    .filter((part) => part.size === size);
}

/** Where the facts of a cube begin. */
export const placesOf = (cube: Cube): readonly number[] =>
  Array.from({ length: cube.size }, (_, i) => i * factSize);

/**
 * The cube with what follows from facts about cells that hold processes: which others a cell does not hold, and which cells hold
 * the same one. These say less, and about fewer processes: where `Msg[p] = q` and `Home <> q` it may be enough that `Msg[p] <> Home`.
 */
export function withImplied(cube: Cube): Cube {
  const { problem, procs, facts } = cube;
  const isProc = (term: TermCode): boolean =>
    at(problem.sorts, symbolOf(term)) === 'proc' && !problem.isPlace(term) && !isRead(term);
  const more: number[] = [];
  for (const f of placesOf(cube)) {
    if (at(facts, f) !== isValue || !isProc(at(facts, f + 1))) continue;
    for (let p = 0; p < procs; p++) if (p !== at(facts, f + 2)) more.push(isNotValue, at(facts, f + 1), p, 0);
  }
  const terms = [...termsIn(facts, isProc)].sort((x, y) => x - y);
  for (const [one, other] of combinations(terms, 2)) {
    if (one === undefined || other === undefined) continue;
    const relation = relationOf(cube, one, other);
    if (relation !== null) more.push(relation, one, other, 0);
  }
  return more.length === 0 ? cube : cube.with(sortedFacts([...facts, ...more]), cube.origin);
}

/** Null: what is known of the values of the two terms does not tell. */
function relationOf(cube: Cube, one: TermCode, other: TermCode): number | null {
  const [x, y] = [cube.valueOf(one), cube.valueOf(other)];
  if (x >= 0 && y >= 0) return x === y ? areEqual : areUnequal;
  const differs = (x >= 0 && cube.has(isNotValue, other, x)) || (y >= 0 && cube.has(isNotValue, one, y));
  return differs ? areUnequal : null;
}

/** For all choices of so many of its processes the larger cube of what holds or follows about these alone. */
export function aboutFew(plain: Cube, most: number): readonly Cube[] {
  const cube = withImplied(plain);
  const { problem, procs, facts } = cube;
  const all = Array.from({ length: procs }, (_, p) => p);
  return [...combinations(all, Math.min(most, procs))].map((few) =>
    partOf(
      cube,
      placesOf(cube).filter((f) => processesOf(problem, facts, f).every((p) => few.includes(p))),
    ),
  );
}

/** The cube of these facts of another one, in a form that renamings of it share. */
export function partOf(cube: Cube, chosen: readonly number[]): Cube {
  const { problem, procs, facts } = cube;
  const few = Int32Array.from(chosen.flatMap((f) => [...facts.subarray(f, f + factSize)]));
  const larger = cubeOf(problem, procs, few, openReach(cube), () => ({ kind: 'guess', of: cube }));
  return larger.reads.length === 0 ? canonical(larger, cube) : larger;
}

/** The first of all renamings. */
function canonical(cube: Cube, of: Cube): Cube {
  const { problem, procs, facts } = cube;
  if (procs <= problem.pinned + 1) return cube;
  let best = facts;
  for (const here of renamings(problem.pinned, procs)) {
    const renamed: number[] = [];
    for (let f = 0; f < facts.length; f += factSize)
      renamed.push(...(renamedFact(problem, facts, f, here) ?? []));
    const sorted = sortedFacts(renamed);
    if (isBefore(sorted, best)) best = sorted;
  }
  if (best === facts) return cube;
  return cube.with(best, { kind: 'guess', of });
}

const known = new Map<number, readonly (readonly number[])[]>();

function renamings(pinned: number, procs: number): readonly (readonly number[])[] {
  const key = pinned * 32 + procs;
  let all = known.get(key);
  if (all === undefined) {
    const first = Array.from({ length: pinned }, (_, p) => p);
    const others = Array.from({ length: procs - pinned }, (_, p) => pinned + p);
    all = permutations(others).map((order) => [...first, ...order]);
    known.set(key, all);
  }
  return all;
}

function isBefore(one: Int32Array, other: Int32Array): boolean {
  for (let i = 0; i < one.length; i++) {
    const difference = at(one, i) - at(other, i);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

export function openReach({ reads, reach, history }: Cube): OpenReach {
  return {
    reads: [...reads],
    fromRead: [...reach.fromRead],
    fromReadOf: [...reach.fromReadOf],
    fromWriteOf: [...reach.fromWriteOf],
    cells: new Map([...reach.cells].map((cell, i) => [cell, at(reach.fromCell, i)])),
    history,
  };
}
