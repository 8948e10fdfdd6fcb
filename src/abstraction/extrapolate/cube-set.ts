import type { Cube } from '../predicate.js';

/** Cubes in the order in which they were added, each once; none without literals. */
export class CubeSet {
  readonly #cubes = new Map<string, Cube>();

  /** The literals are in the order of their predicates. */
  add(cube: Cube | null): void {
    if (cube === null || cube.length === 0) return;
    const key = cube.map(({ predicate, positive }) => `${positive ? '' : '!'}${predicate}`).join(' ');
    if (!this.#cubes.has(key)) this.#cubes.set(key, cube);
  }

  all(): readonly Cube[] {
    return [...this.#cubes.values()];
  }
}
