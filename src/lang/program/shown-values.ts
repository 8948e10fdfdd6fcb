import type { Value } from '../run/trace.js';
import type { Type } from '../expr/type.js';

/** How people write the values of a variable, where not as plain numbers. */
export type ShownValues =
  | { readonly kind: 'hex' }
  /** Constants with names, addresses of objects; what is not in the table is a number. */
  | { readonly kind: 'names'; readonly names: ReadonlyMap<bigint, string> }
  /** The number is twice the value, and one more where some pass wants to know something of it. */
  | { readonly kind: 'tagged'; readonly shown: ShownValues | null };

/** An array of which each cell is something of its own to people, found by a number that counts from `base`. */
export interface ToldCells {
  readonly base: bigint;
  /** Null: it belongs to nothing. */
  readonly cells: readonly ({ readonly name: string; readonly shown: ShownValues | null } | null)[];
}

/** What a variable is for that the text does not have: what it means to store to it, and to wait for it. */
export interface ScaffoldWords {
  /** Null: it is part of something else. */
  readonly stored: string | null;
  readonly tested: string;
}

/** What is said of a variable. */
interface ToldVariable {
  readonly type: Type;
  readonly shown?: ShownValues;
  readonly told?: ToldCells;
  readonly scaffold?: ScaffoldWords;
}

/** Whether there is nothing to see in a cell. */
export const isHidden = ({ scaffold, told }: ToldVariable, index: number): boolean =>
  scaffold !== undefined || told?.cells[index] === null;

/** The value of a cell as people write it. */
export function shownInCell({ type, shown, told }: ToldVariable, index: number, value: bigint): Value {
  if (type.kind === 'bool') return value !== 0n;
  const cell = told?.cells[index];
  return shownBy(cell === undefined || cell === null ? shown : (cell.shown ?? undefined), value);
}

export const shownInLocal = ({ type, shown }: ToldVariable, value: bigint): Value =>
  type.kind === 'bool' ? value !== 0n : shownBy(shown, value);

function shownBy(shown: ShownValues | undefined, value: bigint): Value {
  if (shown === undefined) return value;
  switch (shown.kind) {
    case 'hex':
      return value < 0n ? value : `0x${value.toString(16)}`;
    case 'names':
      return shown.names.get(value) ?? value;
    case 'tagged':
      return shownBy(shown.shown ?? undefined, value >> 1n);
  }
}
