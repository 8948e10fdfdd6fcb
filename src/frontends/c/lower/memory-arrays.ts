import { originOf } from '../../../diagnostics/span.js';
import type { Span } from '../../../diagnostics/span.js';
import { conjunction, disjunction, int } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { Interval } from '../../../lang/expr/interval.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import { assertNever } from '../../../support/invariant.js';
import type { CType } from '../types/c-type.js';
import { cellsIn, membersOf } from './object-cells.js';

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
}

/** All of an object at the address, the outer ones first. */
export function arraysIn(type: CType, first: number, span: Span): readonly MemoryArray[] {
  const found: MemoryArray[] = [];
  const end = first + cellsIn(type, span);
  const add = (of: CType, at: number, count: number): void => {
    const size = cellsIn(of, span);
    found.push({ layout: layoutOf(of), first: at, count, size, isFollowed: at + count * size < end });
  };
  const inside = (of: CType, at: number): void => {
    if (of.kind === 'array') {
      const size = cellsIn(of.of, span);
      const length = of.length ?? 0;
      add(of.of, at, length);
      for (let i = 0; i < length && !isLeaf(of.of); i++) inside(of.of, at + i * size);
    } else if (of.kind === 'record') {
      let next = at;
      for (const member of membersOf(of, span)) {
        add(member.type, next, 1);
        inside(member.type, next);
        next += cellsIn(member.type, span);
      }
    }
  };
  add(type, first, 1);
  inside(type, first);
  return found;
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
