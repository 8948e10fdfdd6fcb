import { at } from '../../../support/invariant.js';
import { processesOf } from '../cubes/cube.js';
import type { Cube } from '../cubes/cube.js';
import { factSize, isBefore } from '../cubes/facts.js';
import { cubeOf, renamedFact } from '../cubes/finish.js';
import { openReach } from './cube-parts.js';
import type { ForwardStates } from './forward-states.js';
import type { LearntStates } from './learnt-states.js';
import { pathFrom } from '../steps/proof.js';
import { Subsumption } from '../cubes/subsume.js';

/** After so many wrong guesses it takes more to make one. */
const boldTries = 1;

/** So many facts at most say what never holds. */
const maxFacts = 3;

/**
 * Larger cubes in the place of those that were found, which hold in no state that a few processes come to (BRAB: Conchon, Goel,
 * Krstić, Mebsout, Zaïdi, Invariants for Finite Instances and Beyond, FMCAD 2013). If the search closes with them, none
 * of them can be reached; if one of them meets initial states it was wrong, and the search starts again without it.
 */
export class Guesses {
  readonly #wrong: Cube[] = [];
  readonly #subsumption = new Subsumption();
  /** How many were made. */
  made = 0;

  constructor(
    private readonly states: ForwardStates,
    private readonly learnt: LearntStates,
  ) {}

  get wrong(): number {
    return this.#wrong.length;
  }

  /** The cube can be reached, and so can all that are larger. */
  refute(cube: Cube): void {
    this.#wrong.push(cube);
    if (this.#wrong.length !== boldTries) return;
    this.states.becomeCautious();
    for (const table of this.learnt.tables) table.becomeCautious();
  }

  /** Of the path from a cube with initial states to a guess, which is wrong. */
  async learnFrom(cube: Cube): Promise<void> {
    const table = await this.learnt.learn(pathFrom(cube, true));
    if (this.#wrong.length >= boldTries) table?.becomeCautious();
  }

  /** Null: everything larger is known to hold somewhere. */
  larger(cube: Cube): Cube | null {
    if (cube.size < 2) return null;
    const parts = placements(cube, this.states.procs).map((places) => this.#part(cube, places));
    for (let size = 1; size <= Math.min(maxFacts, cube.size - 1); size++) {
      for (const part of parts) {
        const found = this.#empty(part, size, 0, null, [], (chosen) => this.#guess(cube, chosen));
        if (found !== null) {
          this.made++;
          return found;
        }
      }
    }
    return null;
  }

  /** The facts about processes that have a place, and in which states they hold there. */
  #part(cube: Cube, places: readonly number[]): readonly Holding[] {
    const { problem, facts } = cube;
    const holdings: Holding[] = [];
    for (let f = 0; f < facts.length; f += factSize) {
      const fact = renamedFact(problem, facts, f, places);
      if (fact !== null) holdings.push({ place: f, bits: this.states.holding(fact) });
    }
    return holdings;
  }

  /** Tries all choices of so many facts that hold in no state together. */
  #empty(
    part: readonly Holding[],
    size: number,
    from: number,
    together: Uint32Array | null,
    chosen: readonly number[],
    found: (chosen: readonly number[]) => Cube | null,
  ): Cube | null {
    for (let i = from; i < part.length; i++) {
      const { place, bits } = at(part, i);
      const all = [...chosen, place];
      if (size > 1) {
        const both = together === null ? bits : intersection(together, bits);
        // A smaller choice was tried before.
        if (isNone(both)) continue;
        const cube = this.#empty(part, size - 1, i + 1, both, all, found);
        if (cube !== null) return cube;
      } else if (together === null ? isNone(bits) : areApart(together, bits)) {
        const cube = found(all);
        if (cube !== null) return cube;
      }
    }
    return null;
  }

  /** Without the facts that are left out, the processes may be any: also others than those that were tried. */
  #isEmptyEverywhere(cube: Cube, chosen: readonly number[], states: ForwardStates): boolean {
    const { problem, facts, procs } = cube;
    const concerned = new Set<number>();
    for (const f of chosen) for (const p of processesOf(problem, facts, f)) concerned.add(p);
    const all = [...concerned];
    const { pinned } = problem;
    const places = Array.from({ length: procs }, () => -1);
    const tryAll = (index: number): boolean => {
      const proc = all[index];
      if (proc === undefined) return isEmptyAt(cube, chosen, places, states);
      const options =
        proc < pinned ? [proc] : Array.from({ length: states.procs }, (_, p) => p).filter((p) => p >= pinned);
      for (const place of options) {
        if (places.includes(place)) continue;
        places[proc] = place;
        const isEmpty = tryAll(index + 1);
        places[proc] = -1;
        if (!isEmpty) return false;
      }
      return true;
    };
    return tryAll(0);
  }

  #guess(cube: Cube, chosen: readonly number[]): Cube | null {
    const { problem, procs, facts } = cube;
    const isEmpty = (states: ForwardStates): boolean => this.#isEmptyEverywhere(cube, chosen, states);
    if (!isEmpty(this.states) || !this.learnt.tables.every(isEmpty)) return null;
    const few = Int32Array.from(chosen.flatMap((f) => [...facts.subarray(f, f + factSize)]));
    const larger = cubeOf(problem, procs, few, openReach(cube), () => ({ kind: 'guess', of: cube }));
    if (larger.size === 0) return null;
    return this.#wrong.some((wrong) => this.#subsumption.covers(larger, wrong)) ? null : larger;
  }
}

function isEmptyAt(
  cube: Cube,
  chosen: readonly number[],
  places: readonly number[],
  states: ForwardStates,
): boolean {
  let together: Uint32Array | null = null;
  for (const f of chosen) {
    const fact = renamedFact(cube.problem, cube.facts, f, places);
    if (fact === null) continue;
    const bits = states.holding(fact);
    together = together === null ? bits : intersection(together, bits);
  }
  return together !== null && isNone(together);
}

interface Holding {
  /** Of the fact in the cube. */
  readonly place: number;
  readonly bits: Uint32Array;
}

function intersection(one: Uint32Array, other: Uint32Array): Uint32Array {
  const both = new Uint32Array(one.length);
  for (let i = 0; i < one.length; i++) both[i] = (one[i] ?? 0) & (other[i] ?? 0);
  return both;
}

const isNone = (bits: Uint32Array): boolean => areApart(bits, bits);

/** Whether no bit is in both. Most often one of the first words tells. */
function areApart(one: Uint32Array, other: Uint32Array): boolean {
  for (let i = 0; i < one.length; i++) if (((one[i] ?? 0) & (other[i] ?? 0)) !== 0) return false;
  return true;
}

/** Ways to give processes of the cube places among so many; #1, #2, ... have theirs. -1: no place. */
function placements(cube: Cube, places: number): readonly (readonly number[])[] {
  const { pinned } = cube.problem;
  const ordered = cube.from(isBefore) < cube.from(isBefore + 1) || pinned > 0;
  const all: number[][] = [];
  const extend = (proc: number, given: readonly number[], used: number): void => {
    if (proc === cube.procs) {
      all.push([...given]);
      return;
    }
    if (proc < pinned) {
      extend(proc + 1, [...given, proc], used + 1);
      return;
    }
    if (used < places) {
      // Processes are alike: the next place is as good as any, unless their order matters.
      const open = ordered
        ? Array.from({ length: places }, (_, p) => p).filter((p) => !given.includes(p))
        : [used];
      for (const place of open) extend(proc + 1, [...given, place], used + 1);
    }
    extend(proc + 1, [...given, -1], used);
  };
  extend(0, [], 0);
  return all;
}
