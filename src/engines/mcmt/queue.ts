import { getOrFail } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { SearchOrder } from '../options/backward-rows.js';
import type { Cube } from './cubes/cube.js';
import type { KeptCube } from './cubes/kept-cubes.js';

/** Cubes of one size; those before `first` wait no longer. */
interface WaitingCubes {
  readonly entries: KeptCube[];
  first: number;
}

/** What waits to be expanded. */
export class CubeQueue {
  readonly #lists = new Map<number, WaitingCubes>();
  #keys: readonly number[] = [];
  count = 0;

  constructor(private readonly order: SearchOrder) {}

  add(entry: KeptCube): void {
    const key = this.order === 'small' ? sizeOf(entry.cube) : 0;
    remembered(this.#lists, key, () => ({ entries: [], first: 0 })).entries.push(entry);
    if (this.#keys.length < this.#lists.size) this.#keys = [...this.#lists.keys()].sort((a, b) => a - b);
    this.count++;
  }

  take(): KeptCube | null {
    for (const key of this.#keys) {
      const list = getOrFail(this.#lists, key);
      const entry = this.order === 'dfs' ? list.entries.pop() : list.entries[list.first];
      if (entry === undefined) continue;
      if (this.order !== 'dfs') list.first++;
      this.count--;
      return entry;
    }
    return null;
  }
}

/** Few processes first, then few pending reads, then few facts: what is small covers much. */
const sizeOf = (cube: Cube): number =>
  (cube.procs * 32 + cube.reads.length) * 1024 + Math.min(cube.size, 1023);
