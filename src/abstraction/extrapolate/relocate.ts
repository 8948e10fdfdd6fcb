import { mapChildren, sharedReads } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { entriesFor, valueFor } from './buffer-variables.js';
import type { EntryVariable, BufferVariables } from './buffer-variables.js';
import type { Together } from './together.js';

/** Which cells are read from which entries of one thread's buffer; all others are read from memory. */
export type Relocation = ReadonlyMap<Expr, EntryVariable>;

/** What is beyond the buffers themselves known of them. */
export interface BufferFacts {
  readonly system: System;
  readonly together: Together;
  /** The most writes that wait in one thread where all wait in one queue; null: that is not known. */
  readonly room: number | null;
}

/** More of them for one formula and thread are not made; those that move fewer cells come first. */
const mostRelocations = 128;

/**
 * Rules 6 and 13: every occurrence of a cell is read from the same entry. A relocation has entries of one thread only, so
 * entries of two threads never meet in a predicate.
 */
export function relocated(formula: Expr, relocation: Relocation, system: System): Expr {
  const replace = (expr: Expr): Expr => {
    const entry = relocation.get(expr);
    return entry === undefined ? mapChildren(expr, replace) : valueFor(entry, expr, system);
  };
  return replace(formula);
}

/**
 * Rules 7 and 14: two cells move at once only if writes to both may wait in the buffer at once. Where a fence comes after
 * every store that leaves one buffered cell in a predicate. In one queue also no two are at one place, nor more than it has
 * room for; where each cell has entries of its own that asks for nothing more.
 */
const mayMeet = (
  buffer: BufferVariables,
  moved: Relocation,
  cell: Expr,
  entry: EntryVariable,
  { together, room }: BufferFacts,
): boolean =>
  [...moved.keys()].every((other) => together(buffer.thread, other, cell)) &&
  [...moved.values()].every((used) => used !== entry) &&
  positionsUsed([...moved.values(), entry]) <= (room ?? Infinity);

/** That a cell's second oldest entry is there says that its oldest is. */
function positionsUsed(entries: readonly EntryVariable[]): number {
  const ownPositions = entries.filter(({ cell }) => cell !== null).map(({ position }) => position);
  return ownPositions.reduce((sum, position) => sum + position, 0);
}

/** Every way to read cells from the thread's buffer, of at least one and of no more than can be there at once. */
export function relocations(
  cells: readonly Expr[],
  buffer: BufferVariables,
  facts: BufferFacts,
): readonly Relocation[] {
  // Rules 5 and 12: the thread reads the others from memory, and they have no entries in its buffer.
  const written = cells.filter((cell) => buffer.written.includes(cell));
  const found: Relocation[] = [];
  let level: readonly { readonly moved: Relocation; readonly next: number }[] = [
    { moved: new Map(), next: 0 },
  ];
  while (level.length > 0 && found.length < mostRelocations) {
    const larger: { readonly moved: Relocation; readonly next: number }[] = [];
    for (const { moved, next } of level) {
      for (let i = next; i < written.length && larger.length < mostRelocations; i++) {
        const cell = at(written, i);
        for (const entry of entriesFor(buffer, cell)) {
          if (!mayMeet(buffer, moved, cell, entry, facts)) continue;
          larger.push({ moved: new Map([...moved, [cell, entry]]), next: i + 1 });
        }
      }
    }
    found.push(...larger.map(({ moved }) => moved));
    level = larger;
  }
  return found.slice(0, mostRelocations);
}

/** The cells that formulas read, each once. */
export const cellsOf = (formulas: readonly Expr[]): readonly Expr[] => [
  ...new Set(formulas.flatMap((formula): readonly Expr[] => sharedReads(formula))),
];
