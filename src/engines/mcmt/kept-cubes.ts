import { at } from '../../support/check.js';
import type { Cube } from './cube.js';
import { Subsumption } from './subsume.js';

/** A cube that was kept. */
export interface Entry {
  readonly cube: Cube;
  /** Another cube has all its states. */
  dead: boolean;
  expanded: boolean;
}

/** The cubes that stand for all that was found, none of them a part of another. */
export class KeptCubes {
  readonly subsumption = new Subsumption();
  #entries: Entry[] = [];
  #low = new Int32Array(64);
  #high = new Int32Array(64);
  /** So many entries were buried since the last sweep. */
  #buried = 0;

  get count(): number {
    return this.#entries.length - this.#buried;
  }

  get alive(): readonly Cube[] {
    return this.#entries.filter(({ dead }) => !dead).map(({ cube }) => cube);
  }

  /** Whether one of them has all states of the cube. */
  covers(cube: Cube): boolean {
    const [low, high] = [~cube.low, ~cube.high];
    for (let i = 0; i < this.#entries.length; i++) {
      if (((this.#low[i] ?? 0) & low) !== 0 || ((this.#high[i] ?? 0) & high) !== 0) continue;
      const entry = at(this.#entries, i);
      if (!entry.dead && this.subsumption.covers(entry.cube, cube)) return true;
    }
    return false;
  }

  /** Takes in a cube that none of them covers, and lets go of those that it covers. */
  add(cube: Cube): Entry {
    const { low, high } = cube;
    for (let i = 0; i < this.#entries.length; i++) {
      if ((low & ~(this.#low[i] ?? 0)) !== 0 || (high & ~(this.#high[i] ?? 0)) !== 0) continue;
      const entry = at(this.#entries, i);
      if (entry.dead || !this.subsumption.covers(cube, entry.cube)) continue;
      entry.dead = true;
      this.#buried++;
    }
    if (this.#buried > 64 && this.#buried * 2 > this.#entries.length) this.#sweep();
    const entry: Entry = { cube, dead: false, expanded: false };
    this.#append(entry);
    return entry;
  }

  #append(entry: Entry): void {
    const place = this.#entries.push(entry) - 1;
    if (place >= this.#low.length) {
      this.#low = doubled(this.#low);
      this.#high = doubled(this.#high);
    }
    this.#low[place] = entry.cube.low;
    this.#high[place] = entry.cube.high;
  }

  #sweep(): void {
    const alive = this.#entries.filter(({ dead }) => !dead);
    this.#entries = [];
    this.#buried = 0;
    for (const entry of alive) this.#append(entry);
  }
}

function doubled(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
