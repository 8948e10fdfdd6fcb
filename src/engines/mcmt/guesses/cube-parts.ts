import { at } from '../../../support/invariant.js';
import { permutations } from '../../../support/lists.js';
import type { Cube } from '../cubes/cube.js';
import { factSize, sortedFacts } from '../cubes/facts.js';
import { cubeOf, renamedFact } from '../cubes/finish.js';
import type { OpenReach } from '../cubes/reach.js';
import type { ForwardStates } from './forward-states.js';

/** Larger cubes, with so many of the facts, that hold in no known state. */
export function partsOf(cube: Cube, size: number, tables: readonly ForwardStates[]): readonly Cube[] {
  const found: Cube[] = [];
  const telling: number[] = [];
  for (let f = 0; f < cube.facts.length; f += factSize) {
    if (!tables.every((table) => table.holdsAlways(cube, f))) telling.push(f);
  }
  const choose = (from: number, chosen: readonly number[]): void => {
    if (chosen.length === size) {
      const part = partOf(cube, chosen);
      if (part.size === size) found.push(part);
      return;
    }
    for (let i = from; i < telling.length; i++) choose(i + 1, [...chosen, at(telling, i)]);
  };
  choose(0, []);
  return found;
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
