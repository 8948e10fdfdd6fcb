import type { CType } from '../types/c-type.js';

/** What an expression reads or changes, as far as its text tells: a variable or part of one, or something behind a pointer. */
export interface TouchedPlace {
  /** The key of the variable; null: only a run knows which. */
  readonly root: string | null;
  /** From there to the part, `.a`, `[2]`; `[]` for an element that the text does not tell. */
  readonly path: readonly string[];
  /** Whether a pointer may be to the variable. */
  readonly isPointedTo: boolean;
  /** Whether it has no members. */
  readonly isPlain: boolean;
}

/** What a name in the text means. */
export interface VariableInText {
  readonly key: string;
  readonly type: CType;
  readonly isPointedTo: boolean;
}

export const behindPointer: TouchedPlace = { root: null, path: [], isPointedTo: true, isPlain: false };

export function placeOfVariable({ key, type, isPointedTo }: VariableInText): TouchedPlace {
  return { root: key, path: [], isPointedTo: isPointedTo || type.kind === 'array', isPlain: isPlain(type) };
}

const isPlain = (type: CType): boolean => (type.kind === 'array' ? isPlain(type.of) : type.kind !== 'record');

export const partOf = (place: TouchedPlace, step: string): TouchedPlace => ({
  ...place,
  path: [...place.path, step],
});

export const textOfPlace = ({ root, path }: TouchedPlace): string => `${root ?? '*'}${path.join('')}`;

/** Whether the two may be the same, or one part of the other. */
export function mayOverlap(a: TouchedPlace, b: TouchedPlace): boolean {
  if (a.root !== null && b.root !== null) return a.root === b.root && isWithin(a.path, b.path);
  if (!a.isPointedTo || !b.isPointedTo) return false;
  const [x, y] = [memberOf(a), memberOf(b)];
  // Members of different names are at different places, and none is in a variable that has none.
  if ((a.isPlain && y !== null) || (b.isPlain && x !== null)) return false;
  return x === null || y === null || x === y;
}

function isWithin(a: readonly string[], b: readonly string[]): boolean {
  return a.every((step, i) => {
    const other = b[i];
    return (
      other === undefined ||
      other === step ||
      (isIndex(step) && isIndex(other) && [step, other].includes('[]'))
    );
  });
}

const isIndex = (step: string): boolean => step.startsWith('[');

/** The innermost member on the way; null: there is none. */
const memberOf = ({ path }: TouchedPlace): string | null => path.findLast((step) => !isIndex(step)) ?? null;
