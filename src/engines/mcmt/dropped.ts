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
export class Dropped<T extends { readonly cube: Cube }> {
  #notes: DroppedNote<T>[] = [];

  note(what: T, by: KeptCube | null): void {
    this.#notes.push({ what, by });
  }

  /** What was let go because of cubes that are gone, and is not gone itself; it is noted no longer. */
  retract(gone: (cube: Cube) => boolean): readonly T[] {
    const isOver = ({ by }: DroppedNote<T>): boolean => by === null || gone(by.cube);
    const over = this.#notes.filter(isOver);
    this.#notes = this.#notes.filter((note) => !isOver(note));
    return over.map(({ what }) => what).filter(({ cube }) => !gone(cube));
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
