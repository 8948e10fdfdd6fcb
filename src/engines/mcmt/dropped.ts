import { assertNever } from '../../support/invariant.js';
import type { Cube } from './cubes/cube.js';
import type { KeptCube } from './cubes/kept-cubes.js';

interface DroppedNote<T> {
  readonly what: T;
  /** Whose states, together, were more. */
  readonly by: readonly KeptCube[];
}

/** A cube that was not kept, and the one that it is a step before. */
export interface UnkeptCube {
  readonly cube: Cube;
  readonly from: Cube | null;
}

/** What was let go because of other cubes, as long as those may turn out to be there for nothing. */
export class Dropped<T extends { readonly cube: Cube }> {
  #notes: DroppedNote<T>[] = [];

  note(what: T, by: readonly KeptCube[]): void {
    this.#notes.push({ what, by });
  }

  /** What was let go because of cubes that are gone, and is not gone itself; it is noted no longer. */
  retract(gone: (cube: Cube) => boolean): readonly T[] {
    const isOver = ({ by }: DroppedNote<T>): boolean => by.some(({ cube }) => gone(cube));
    const over = this.#notes.filter(isOver);
    this.#notes = this.#notes.filter((note) => !isOver(note));
    return over.map(({ what }) => what).filter(({ cube }) => !gone(cube));
  }
}

/**
 * Whether one of the cubes from a cube to its root is the given one. Many cubes are asked about, and their ways to the root have most in
 * common: what is known of a cube on the way is remembered.
 */
export function comingFrom(guess: Cube): (cube: Cube) => boolean {
  const known = new Map<Cube, boolean>([[guess, true]]);
  return (cube) => {
    const way: Cube[] = [];
    let answer: boolean | undefined;
    for (let here: Cube | null = cube; here !== null && answer === undefined; here = before(here)) {
      answer = known.get(here);
      way.push(here);
    }
    for (const one of way) known.set(one, answer ?? false);
    return answer ?? false;
  };
}

/** The one that a cube comes from; null: it is a root. */
function before({ origin }: Cube): Cube | null {
  switch (origin.kind) {
    case 'step':
      return origin.parent;
    case 'guess':
      return origin.of;
    case 'unsafe':
    case 'invariant':
      return null;
    default:
      return assertNever(origin);
  }
}
