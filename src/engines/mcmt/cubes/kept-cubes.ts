import { at } from '../../../support/invariant.js';
import { doubled } from '../../../support/lists.js';
import { Cube } from './cube.js';
import { CubeDraft } from './draft.js';
import { factSize } from './facts.js';
import { mayCover, mayLackOne, signatureWords } from './signature.js';
import { addReplaced } from './substitute-terms.js';
import type { Substitution } from './substitute-terms.js';
import { Subsumption } from './subsume.js';

/** A cube that was kept. */
export interface KeptCube {
  readonly cube: Cube;
  /** Another cube has all its states. */
  dead: boolean;
  expanded: boolean;
}

/** The cubes that stand for all that was found, none of them a part of another. */
export class KeptCubes {
  readonly subsumption = new Subsumption();
  #entries: KeptCube[] = [];
  /** Of all entries, one after the other. */
  #signatures = new Int32Array(64 * signatureWords);
  /** So many entries were buried since the last sweep. */
  #buried = 0;

  get count(): number {
    return this.#entries.length - this.#buried;
  }

  get cubes(): readonly Cube[] {
    return this.#entries.flatMap(({ cube, dead }) => (dead ? [] : [cube]));
  }

  /** One of them that has all states of the cube, if there is one. */
  coverOf(cube: Cube): KeptCube | null {
    for (let i = 0; i < this.#entries.length; i++) {
      if (!mayCover(this.#signatures, i * signatureWords, cube.signature, 0)) continue;
      const entry = at(this.#entries, i);
      if (!entry.dead && this.subsumption.covers(entry.cube, cube)) return entry;
    }
    return null;
  }

  /**
   * Several of them that together have all states of the cube, if there are such. Where one of them lacks just one fact to cover it, what
   * is left to cover is where that fact does not hold; and so on until nothing is left, nothing follows any more, or there is no time
   * for it: not to know costs nothing but work.
   */
  coverTogether(cube: Cube, hasTime: () => boolean): readonly KeptCube[] | null {
    const used: KeptCube[] = [];
    let rest = cube;
    for (let round = 0; round < maxRounds; round++) {
      const before = rest;
      for (let i = 0; i < this.#entries.length; i++) {
        if (!mayLackOne(this.#signatures, i * signatureWords, rest.signature)) continue;
        const entry = at(this.#entries, i);
        if (entry.dead) continue;
        if (!hasTime()) return null;
        const lacking = this.subsumption.lacking(entry.cube, rest);
        if (lacking === null) return [...used, entry];
        if (lacking.length > 0) used.push(entry);
        for (let f = 0; f < lacking.length; f += factSize) {
          const less = without(rest, lacking, f);
          if (less === null) return used;
          rest = less;
        }
      }
      if (rest === before) return null;
    }
    return null;
  }

  /** Takes in a cube that none of them covers, and lets go of those that it covers: `onDead` is told of them. */
  add(cube: Cube, onDead: (dead: KeptCube, by: KeptCube) => void): KeptCube {
    const taken: KeptCube = { cube, dead: false, expanded: false };
    for (let i = 0; i < this.#entries.length; i++) {
      if (!mayCover(cube.signature, 0, this.#signatures, i * signatureWords)) continue;
      const entry = at(this.#entries, i);
      if (entry.dead || !this.subsumption.covers(cube, entry.cube)) continue;
      entry.dead = true;
      this.#buried++;
      onDead(entry, taken);
    }
    if (this.#buried > 64 && this.#buried * 2 > this.#entries.length) this.#sweep();
    this.#append(taken);
    return taken;
  }

  /** Lets go of cubes, whoever covers them. */
  remove(gone: (cube: Cube) => boolean): void {
    for (const entry of this.#entries) if (gone(entry.cube)) entry.dead = true;
    this.#sweep();
  }

  /** Takes in an entry again that was let go. */
  restore(entry: KeptCube): void {
    // It may still lie there, buried.
    if (this.#buried > 0) this.#sweep();
    entry.dead = false;
    this.#append(entry);
  }

  #append(entry: KeptCube): void {
    const place = this.#entries.push(entry) - 1;
    if ((place + 1) * signatureWords > this.#signatures.length) this.#signatures = doubled(this.#signatures);
    this.#signatures.set(entry.cube.signature, place * signatureWords);
  }

  #sweep(): void {
    const alive = this.#entries.filter(({ dead }) => !dead);
    this.#entries = [];
    this.#buried = 0;
    for (const entry of alive) this.#append(entry);
  }
}

/** The states of the cube in which the fact at `f` does not hold; null: there are none. */
function without(cube: Cube, facts: readonly number[], f: number): Cube | null {
  const { problem, procs, reads, reach, origin, history } = cube;
  const draft = new CubeDraft(problem);
  if (!addReplaced(cube.facts, nothing, draft)) return null;
  if (!draft.addOpposite(at(facts, f), at(facts, f + 1), at(facts, f + 2), at(facts, f + 3))) return null;
  const closed = draft.close();
  return closed === null ? null : new Cube(problem, procs, closed, reads, reach, origin, history);
}

const nothing: Substitution = new Map();
const maxRounds = 4;
