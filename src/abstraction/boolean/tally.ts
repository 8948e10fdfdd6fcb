import { cubeKey } from '../cubes/literals.js';
import type { CubeCode } from '../cubes/literals.js';

/** Counts the cubes that values and guards are made of. */
export class CubeTally {
  readonly #cubes = new Map<string, CubeCode>();
  #largest = 0;

  add(cubes: readonly CubeCode[]): void {
    for (const cube of cubes) {
      if (cube.length > this.#largest) this.#largest = cube.length;
      if (cube.length > 1) this.#cubes.set(cubeKey(cube), cube);
    }
  }

  get largest(): number {
    return this.#largest;
  }

  get used(): number {
    return this.#cubes.size;
  }

  /** Those of more than one literal, in the order in which they were met first. */
  all(): readonly CubeCode[] {
    return [...this.#cubes.values()];
  }
}
