import type { SearchOrder } from '../question.js';
import type { Cube } from './cubes/cube.js';
import type { KeptCube } from './cubes/kept-cubes.js';

/** What waits to be expanded. */
export class CubeQueue {
  readonly #lists = new Map<number, KeptCube[]>();
  readonly #firsts = new Map<number, number>();
  #keys: number[] = [];
  count = 0;

  constructor(private readonly order: SearchOrder) {}

  add(entry: KeptCube): void {
    const key = this.order === 'small' ? sizeOf(entry.cube) : 0;
    const list = this.#lists.get(key);
    if (list === undefined) {
      this.#lists.set(key, [entry]);
      this.#firsts.set(key, 0);
      this.#keys = [...this.#lists.keys()].sort((a, b) => a - b);
    } else list.push(entry);
    this.count++;
  }

  take(): KeptCube | null {
    for (const key of this.#keys) {
      const entry = this.#takeFrom(key);
      if (entry === undefined) continue;
      this.count--;
      return entry;
    }
    return null;
  }

  #takeFrom(key: number): KeptCube | undefined {
    const list = this.#lists.get(key) ?? [];
    if (this.order === 'dfs') return list.pop();
    const first = this.#firsts.get(key) ?? 0;
    if (first >= list.length) return undefined;
    this.#firsts.set(key, first + 1);
    return list[first];
  }
}

/** Few processes first, then few pending reads, then few facts: what is small covers much. */
const sizeOf = (cube: Cube): number =>
  (cube.procs * 32 + cube.reads.length) * 1024 + Math.min(cube.size, 1023);
