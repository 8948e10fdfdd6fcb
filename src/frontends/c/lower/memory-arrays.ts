import { originOf } from '../../../diagnostics/span.js';
import type { Span } from '../../../diagnostics/span.js';
import { conjunction, disjunction, int } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { Interval } from '../../../lang/expr/interval.js';
import { simplifiedBinary, simplifiedUnary } from '../../../lang/expr/simplify.js';
import { assertNever } from '../../../support/invariant.js';
import type { CType } from '../types/c-type.js';
import { offsetOfMember, sizeOf } from '../types/c-type.js';
import { cellsIn, cellsOfMember, storedMembers, storedRecord } from './object-cells.js';

/**
 * Elements in a row in `memory`, among which pointers move. What is no element of an array counts as one of a single
 * element (C11 6.5.6p7).
 */
export interface MemoryArray {
  /** Of the elements: types are made anew in each round of lowering. */
  readonly layout: string;
  /** The address of the first element. */
  readonly first: number;
  readonly count: number;
  /** Of an element, in cells. */
  readonly size: number;
  /** Whether something else lies right behind it, to which a pointer behind the last element would be as good. */
  readonly isFollowed: boolean;
  /** The address of what lies behind the free cell behind it, if that has the same address in bytes; null: there are bytes between. */
  readonly twin: number | null;
}

/** All of an object at the address, the outer ones first. */
export function arraysIn(type: CType, first: number, span: Span): readonly MemoryArray[] {
  const found: MemoryArray[] = [];
  const cells = byteOffsets(type, span);
  const add = (of: CType, at: number, count: number): void => {
    const size = cellsIn(of, span);
    const end = at + count * size - first;
    const isFree = cells[end]?.isFree === true;
    const twin = isFree ? twinOf(cells, end) : null;
    found.push({
      ...{ layout: layoutOf(of), first: at, count, size },
      ...{ isFollowed: !isFree, twin: twin === null ? null : twin + first },
    });
  };
  const inside = (of: CType, at: number): void => {
    if (of.kind === 'array') {
      const size = cellsIn(of.of, span);
      const length = of.length ?? 0;
      add(of.of, at, length);
      for (let i = 0; i < length && !isLeaf(of.of); i++) inside(of.of, at + i * size);
    } else if (of.kind === 'record') {
      let next = at;
      for (const member of storedMembers(of, span)) {
        add(member.type, next, 1);
        inside(member.type, next);
        next += cellsOfMember(member.type, span);
      }
    }
  };
  add(type, first, 1);
  inside(type, first);
  return found;
}

/** Where a cell is in memory as it is. */
interface CellOffset {
  /** From the begin of the object, in bytes. */
  readonly bytes: bigint;
  /** It is none of the object: behind an array, or behind all. */
  readonly isFree: boolean;
}

/** Of all cells of an object and of the one behind it; what is missing is not known. */
function byteOffsets(type: CType, span: Span): readonly (CellOffset | undefined)[] {
  const found: CellOffset[] = [];
  const inside = (of: CType, cell: number, bytes: bigint): void => {
    if (of.kind === 'array') {
      const [cells, size] = [cellsIn(of.of, span), sizeOf(of.of)];
      const known = size === null ? 0 : (of.length ?? 0);
      for (let i = 0; i < known; i++) inside(of.of, cell + i * cells, bytes + BigInt(i) * (size ?? 0n));
    } else if (of.kind === 'record') {
      let next = cell;
      for (const member of storedMembers(of, span)) {
        const [offset, size] = [offsetOfMember(storedRecord(of, span), member.name), sizeOf(member.type)];
        const end = next + cellsOfMember(member.type, span);
        if (offset !== null) inside(member.type, next, bytes + offset);
        if (offset !== null && size !== null && member.type.kind === 'array')
          found[end - 1] = { bytes: bytes + offset + size, isFree: true };
        next = end;
      }
    } else found[cell] = { bytes, isFree: false };
  };
  inside(type, 0, 0n);
  const size = sizeOf(type);
  found[cellsIn(type, span)] = { bytes: size ?? -1n, isFree: true };
  return found;
}

/** The cell that has the same address in bytes as the free one at `end`; null: there is none. */
function twinOf(cells: readonly (CellOffset | undefined)[], end: number): number | null {
  let next = end;
  while (next < cells.length - 1 && cells[next]?.isFree === true) next++;
  return next > end && cells[next]?.bytes === cells[end]?.bytes ? next : null;
}

/** The same for types of which pointers to the one are as good as to the other. */
function layoutOf(type: CType): string {
  switch (type.kind) {
    case 'integer':
      return `${type.bits}`;
    case 'array':
      return `${layoutOf(type.of)}[${type.length ?? ''}]`;
    case 'record':
      return `${type.name}@${originOf((type.grownFrom ?? type).span)?.start ?? ''}`;
    case 'library':
      return type.what;
    case 'pointer':
    case 'void':
    case 'function':
      return type.kind;
    default:
      return assertNever(type);
  }
}

const isLeaf = ({ kind }: CType): boolean => kind !== 'array' && kind !== 'record';

/** A pointer that moves; `isFollowed`: what is there is accessed at once. */
export interface PointerMove {
  readonly from: Expr;
  readonly to: Expr;
  readonly by: Interval;
  readonly pointee: CType;
  readonly isFollowed: boolean;
}

/**
 * Whether a pointer stays in its array, or gets behind its last element; and whether it is certain then what it points to:
 * behind an array in a record that is where the next member begins, and nothing tells the two apart.
 */
export function staysIn(
  arrays: readonly MemoryArray[],
  move: PointerMove,
): { readonly holds: Expr; readonly isCertain: Expr } {
  const wanted = layoutOf(move.pointee);
  const fitting = arrays.filter(({ layout }) => layout === wanted);
  const ends = fitting.flatMap((each) => (each.isFollowed && !move.isFollowed ? [endOf(each)] : []));
  return {
    holds: disjunction(fitting.map((each) => within(each, move))),
    isCertain: conjunction(ends.map((end) => simplifiedBinary('!=', move.to, int(end)))),
  };
}

/** Pointers behind arrays that have the address of what follows, and that; those alone that may be to the type if there is one. */
function twinsAmong(arrays: readonly MemoryArray[], pointee: CType | null): ReadonlyMap<number, number> {
  const wanted = pointee === null ? null : layoutOf(pointee);
  return new Map(
    arrays.flatMap((each) =>
      each.twin === null || (wanted !== null && each.layout !== wanted) ? [] : [[endOf(each), each.twin]],
    ),
  );
}

/** The pointer, by what has its address in bytes (`MemoryArray.twin`). */
export function asInBytes(arrays: readonly MemoryArray[], pointer: Expr, pointee: CType | null): Expr {
  const twins = twinsAmong(arrays, pointer.kind === 'int' ? null : pointee);
  if (pointer.kind === 'int') return int(twins.get(Number(pointer.value)) ?? pointer.value);
  return [...twins].reduce<Expr>((sum, [end, twin]) => {
    const isEnd = simplifiedUnary('int', simplifiedBinary('==', pointer, int(end)));
    return simplifiedBinary('+', sum, simplifiedBinary('*', isEnd, int(twin - end)));
  }, pointer);
}

/** Whether two pointers, of which the second is known, have one address in bytes. */
export function isAtInBytes(
  arrays: readonly MemoryArray[],
  pointer: Expr,
  known: number,
  pointee: CType | null,
): Expr {
  const place = twinsAmong(arrays, null).get(known) ?? known;
  const ends = [...twinsAmong(arrays, pointee)].flatMap(([end, twin]) => (twin === place ? [end] : []));
  return disjunction([place, ...ends].map((each) => simplifiedBinary('==', pointer, int(each))));
}

/** Whether a pointer is to nothing that another one has the address of, too. */
export const isNoEnd = (arrays: readonly MemoryArray[], pointer: Expr): Expr =>
  conjunction([...twinsAmong(arrays, null).keys()].map((end) => simplifiedBinary('!=', pointer, int(end))));

/**
 * Whether two pointers are to elements of one row, or behind its last one: only there cells count elements. A pointer that is seen as
 * one to another type is in no row of that type.
 */
export function areInOneRow(arrays: readonly MemoryArray[], a: Expr, b: Expr, pointee: CType): Expr {
  const wanted = layoutOf(pointee);
  const rows = arrays.filter(({ layout }) => layout === wanted || layout.startsWith(`${wanted}[`));
  return disjunction(rows.map((row) => conjunction([isIn(row, a), isIn(row, b)])));
}

/** Whether a pointer is to an element of such an array, or behind its last one. */
export const isInSome = (arrays: readonly MemoryArray[], pointer: Expr, pointee: CType): Expr =>
  disjunction(
    arrays.filter(({ layout }) => layout === layoutOf(pointee)).map((array) => isIn(array, pointer)),
  );

const isIn = (array: MemoryArray, pointer: Expr): Expr =>
  conjunction([
    simplifiedBinary('<=', int(array.first), pointer),
    simplifiedBinary('<=', pointer, int(endOf(array))),
  ]);

const endOf = ({ first, count, size }: MemoryArray): number => first + count * size;

function within(array: MemoryArray, { from, to, by, isFollowed }: PointerMove): Expr {
  const { first, size } = array;
  const end = endOf(array);
  const last = isFollowed ? end - size : end;
  const isForward = by.lo !== null && by.lo >= 0n;
  const isBackward = by.hi !== null && by.hi <= 0n;
  return conjunction([
    ...(isBackward ? [] : [simplifiedBinary('<=', int(first), from)]),
    ...(isForward ? [] : [simplifiedBinary('<=', from, int(end))]),
    ...(isForward ? [] : [simplifiedBinary('<=', int(first), to)]),
    ...(isBackward && !isFollowed ? [] : [simplifiedBinary('<=', to, int(last))]),
  ]);
}
