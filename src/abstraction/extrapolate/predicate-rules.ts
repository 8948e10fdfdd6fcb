import { binary, equal, int, sharedReads, subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { System } from '../../lang/program/system.js';
import type { Type } from '../../lang/expr/type.js';
import { entriesFor, typeOf } from './buffer-variables.js';
import type { Count, BufferVariables } from './buffer-variables.js';
import { cellsOf, relocated, relocations } from './relocate.js';
import type { BufferFacts } from './relocate.js';

/**
 * Rules 3 and 10: what is said of a variable is also said of the writes to it that wait, within rules 5, 6 and 7, or 12, 13
 * and 14.
 */
export const lifted = (formula: Expr, buffer: BufferVariables, facts: BufferFacts): readonly Expr[] =>
  relocations(cellsOf([formula]), buffer, facts).map((relocation) =>
    relocated(formula, relocation, facts.system),
  );

/**
 * Rules 1 and 8: how many writes to a place, or in the thread's one queue, wait, for each number that there can be (the paper
 * starts at 1, but its lists have 0). There is no predicate for an overflow: that is an error of the program. Where the counts
 * are control there is nothing to add. Of one queue also which of the cells that the thread writes each entry is for. The
 * paper has no types: where a cell holds less than an entry, it also matters whether what the entry holds is within the limits.
 */
export const generic = (buffer: BufferVariables, system: System): readonly Expr[] => [
  ...buffer.counts.flatMap(countValues),
  ...buffer.targets.flatMap(({ variable, cells }) => cells.map((_, number) => equal(variable, int(number)))),
  ...cellLimits(buffer, system),
];

function cellLimits({ entries, written }: BufferVariables, system: System): readonly Expr[] {
  return entries
    .filter(({ cell }) => cell === null)
    .flatMap(({ variable }) => written.flatMap((cell) => limits(variable, typeOf(cell, system), system)));
}

/** That the variable is of the type, as far as its own does not say so. Truth values are coded, and always fit. */
function limits(variable: Expr, type: Type, system: System): readonly Expr[] {
  const own = typeOf(variable, system);
  if (type.kind !== 'range' || own.kind === 'bool') return [];
  const reaches = (value: bigint): boolean => own.kind === 'int' || (own.lo <= value && value <= own.hi);
  return [
    ...(reaches(type.lo - 1n) ? [binary('>=', variable, int(type.lo))] : []),
    ...(reaches(type.hi + 1n) ? [binary('<=', variable, int(type.hi))] : []),
  ];
}

const countValues = ({ variable, bound }: Count): readonly Expr[] =>
  Array.from({ length: bound + 1 }, (_, i) => equal(variable, int(i)));

/**
 * Beyond the paper: the pairs of rules 4 and 11, compared by `<` both ways, for cells that predicates of SC compare by an order and
 * of which two writes may wait at once. SC has one value of the cell at a time; here there are several, and nothing that is
 * said of each alone tells that they come in order (a queue whose head was moved on twice).
 */
export function ordered(
  buffer: BufferVariables,
  formulas: readonly Expr[],
  { together }: BufferFacts,
): readonly Expr[] {
  const compared = new Set(formulas.flatMap((formula) => [...subexpressions(formula)]).flatMap(readInOrder));
  return buffer.written
    .filter((cell) => compared.has(cell) && together(buffer.thread, cell, cell))
    .flatMap((cell) => neighbours(cell, buffer))
    .flatMap(([older, newer]) => [binary('<', older, newer), binary('<', newer, older)]);
}

/** Memory and the oldest entry, then each entry and the next; nothing if there is one entry only. */
function neighbours(cell: Expr, buffer: BufferVariables): readonly (readonly [Expr, Expr])[] {
  const entries = entriesFor(buffer, cell).toSorted((a, b) => a.position - b.position);
  if (entries.length < 2) return [];
  const places = [cell, ...entries.map(({ variable }) => variable)];
  return places.slice(1).map((place, i) => [places[i] ?? place, place]);
}

const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

const readInOrder = (part: Expr): readonly Expr[] =>
  part.kind === 'binary' && orders.has(part.op) ? sharedReads(part) : [];
