import type { Cube } from './cubes/cube.js';
import type { KeptCube } from './cubes/kept-cubes.js';

interface DroppedNote<T> {
  readonly what: T;
  /** Whose states were more; null: those of several together. */
  readonly by: KeptCube | null;
}

/** A cube that was not kept, and the one that it is a step before. */
export interface UnkeptCube {
  readonly cube: Cube;
  readonly from: Cube | null;
}

/** What was let go because of other cubes, as long as those may turn out to be there for nothing. */
export class Dropped {
  #cubes: DroppedNote<UnkeptCube>[] = [];
  #entries: DroppedNote<KeptCube>[] = [];

  noteCube(cube: Cube, from: Cube | null, by: KeptCube | null): void {
    this.#cubes.push({ what: { cube, from }, by });
  }

  noteEntry(entry: KeptCube, by: KeptCube): void {
    this.#entries.push({ what: entry, by });
  }

  /** What was let go because of cubes that are gone, and is not gone itself; it is noted no longer. */
  retract(gone: (cube: Cube) => boolean): {
    readonly cubes: readonly UnkeptCube[];
    readonly entries: readonly KeptCube[];
  } {
    const isOver = ({ by }: DroppedNote<unknown>): boolean => by === null || gone(by.cube);
    const cubes = this.#cubes.filter(isOver).map(({ what }) => what);
    const entries = this.#entries.filter(isOver).map(({ what }) => what);
    this.#cubes = this.#cubes.filter((note) => !isOver(note));
    this.#entries = this.#entries.filter((note) => !isOver(note));
    return {
      cubes: cubes.filter(({ cube }) => !gone(cube)),
      entries: entries.filter(({ cube }) => !gone(cube)),
    };
  }
}

/** Whether one of the cubes from this one to its root is the given one. */
export function comesFrom(cube: Cube, guess: Cube): boolean {
  for (let here = cube; ;) {
    if (here === guess) return true;
    if (here.origin.kind === 'step') here = here.origin.parent;
    else if (here.origin.kind === 'guess') here = here.origin.of;
    else return false;
  }
}
