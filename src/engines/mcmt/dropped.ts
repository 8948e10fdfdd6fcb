import type { Cube } from './cube.js';
import type { Entry } from './kept-cubes.js';

interface Note<T> {
  readonly what: T;
  /** Whose states were more; null: those of several together. */
  readonly by: Entry | null;
}

/** A cube that was not kept, and the one that it is a step before. */
export interface Arrival {
  readonly cube: Cube;
  readonly from: Cube | null;
}

/** What was let go because of other cubes, as long as those may turn out to be there for nothing. */
export class Dropped {
  #cubes: Note<Arrival>[] = [];
  #entries: Note<Entry>[] = [];

  noteCube(cube: Cube, from: Cube | null, by: Entry | null): void {
    this.#cubes.push({ what: { cube, from }, by });
  }

  noteEntry(entry: Entry, by: Entry): void {
    this.#entries.push({ what: entry, by });
  }

  /** What was let go because of cubes that are gone, and is not gone itself; it is noted no longer. */
  retract(gone: (cube: Cube) => boolean): {
    readonly cubes: readonly Arrival[];
    readonly entries: readonly Entry[];
  } {
    const isOver = ({ by }: Note<unknown>): boolean => by === null || gone(by.cube);
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
