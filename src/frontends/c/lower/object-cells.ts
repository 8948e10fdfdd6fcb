import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import { int } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import { assertNever } from '../../../support/invariant.js';
import type { CType, RecordMember, RecordType, ScalarType } from '../types/c-type.js';
import { isScalar, printCType } from '../types/c-type.js';
import type { ObjectPlace, PlaceStep } from './c-value.js';
import { overlayOf } from './union-cells.js';

/** The members; refuses what has none yet. */
export function membersOf(type: RecordType, span: Span): readonly RecordMember[] {
  if (type.members === null)
    return unsupported(
      `the members of ${printCType(type)} are not known here`,
      span,
      'write its definition before it is used',
    );
  return type.members;
}

/** The record whose members have the cells: of a union whose members share theirs it is another one. */
export const storedRecord = (type: RecordType, span: Span): RecordType =>
  overlayOf(type, span)?.record ?? type;

/** Those of its members. */
export function storedMembers(type: RecordType, span: Span): readonly RecordMember[] {
  const members = membersOf(storedRecord(type, span), span);
  return type.isUnion && overlayOf(type, span) === null ? (type.used ?? members).slice(0, 1) : members;
}

/** The way to a member from what is around, through those without a name; null: there is none. */
export function wayToMember(type: RecordType, name: string, span: Span): readonly RecordMember[] | null {
  for (const member of membersOf(type, span)) {
    if (member.name === name) return [member];
    if (member.isHidden !== true || member.type.kind !== 'record') continue;
    const inner = wayToMember(member.type, name, span);
    if (inner !== null) return [member, ...inner];
  }
  return null;
}

/**
 * How many cells an object of the type has: one for each scalar, whatever its size in bytes, and a free one behind each array
 * that is a member, so that a pointer behind its last element is not one to what follows.
 */
export function cellsIn(type: CType, span: Span): number {
  switch (type.kind) {
    case 'integer':
    case 'pointer':
    case 'library':
      return 1;
    case 'array':
      if (type.length === null) return unsupported('the length of this array is not known', span);
      return type.length * cellsIn(type.of, span);
    case 'record':
      return storedMembers(type, span).reduce((sum, member) => sum + cellsOfMember(member.type, span), 0);
    case 'void':
    case 'function':
      return unsupported(`${printCType(type)} is no object`, span);
    default:
      return assertNever(type);
  }
}

/** With the free one behind an array. */
export const cellsOfMember = (type: CType, span: Span): number =>
  cellsIn(type, span) + (type.kind === 'array' ? 1 : 0);

/** The number of the first cell of a member. */
export function cellOfMember(type: RecordType, name: string, span: Span): number {
  let cell = 0;
  for (const member of storedMembers(type, span)) {
    if (member.name === name) return cell;
    cell += cellsOfMember(member.type, span);
  }
  return unsupported(`${printCType(type)} has no member ${name}`, span);
}

/** The number of the cell where a place begins, from the first one of its object. */
export function cellOfPlace({ object, steps }: ObjectPlace, span: Span): Expr {
  let cell: Expr = int(0);
  let type = object.type;
  for (const step of steps) {
    if (step.kind === 'field')
      cell = simplifiedBinary('+', cell, int(cellOfMember(step.of, step.name, span)));
    else {
      const of = type.kind === 'array' ? type.of : type;
      const size = cellsIn(of, span);
      cell = simplifiedBinary('+', cell, simplifiedBinary('*', step.index, int(size)));
    }
    type = typeAfter(type, step, span);
  }
  return cell;
}

export function typeAfter(type: CType, step: PlaceStep, span: Span): CType {
  if (step.kind === 'index') return type.kind === 'array' ? type.of : type;
  const member = membersOf(step.of, span).find(({ name }) => name === step.name);
  return member === undefined
    ? unsupported(`${printCType(step.of)} has no member ${step.name}`, span)
    : member.type;
}

export interface ScalarOf {
  readonly steps: readonly LeafStep[];
  readonly type: ScalarType;
  /** The number of its cell. */
  readonly cell: number;
}

/** All scalars of a type with the steps to them. */
export function* scalarsOf(type: CType, span: Span, first = 0): Generator<ScalarOf> {
  if (isScalar(type)) {
    yield { steps: [], type, cell: first };
  } else if (type.kind === 'array') {
    const length = type.length ?? 0;
    const size = length === 0 ? 0 : cellsIn(type.of, span);
    for (let i = 0; i < length; i++)
      for (const leaf of scalarsOf(type.of, span, first + i * size))
        yield { ...leaf, steps: [{ kind: 'index', index: i, length }, ...leaf.steps] };
  } else if (type.kind === 'record') {
    let cell = first;
    const of = storedRecord(type, span);
    for (const member of storedMembers(type, span)) {
      for (const leaf of scalarsOf(member.type, span, cell))
        yield { ...leaf, steps: [{ kind: 'field', name: member.name, of }, ...leaf.steps] };
      const isOpen = member.type.kind === 'array' && member.type.length === null;
      cell += isOpen ? 0 : cellsOfMember(member.type, span);
    }
  } else cellsIn(type, span);
}

/** What each cell of an object holds; null: nothing, since it is behind an array. */
export function cellsInOrder(type: CType, span: Span): readonly (ScalarOf | null)[] {
  const cells = Array.from({ length: cellsIn(type, span) }, (): ScalarOf | null => null);
  for (const leaf of scalarsOf(type, span)) cells[leaf.cell] = leaf;
  return cells;
}

/** A step by a constant. */
export type LeafStep =
  | Extract<PlaceStep, { readonly kind: 'field' }>
  | { readonly kind: 'index'; readonly index: number; readonly length: number };

/** Whether what the step leads to begins where that does which it leads from. */
export const isFirstPart = (step: PlaceStep | undefined): boolean =>
  step?.kind === 'field'
    ? step.of.isUnion || step.of.members?.[0]?.name === step.name
    : step?.index.kind === 'int' && step.index.value === 0n;

/** What begins where the place does, one step further out; null: nothing does. */
export function placeAround({ object, steps }: ObjectPlace): ObjectPlace | null {
  const shorter = steps.slice(0, -1);
  if (!isFirstPart(steps.at(-1))) return null;
  const type = shorter.reduce((of, step) => typeAfter(of, step, object.span), object.type);
  return { kind: 'object', object, steps: shorter, type };
}

/** The same steps, as those of a place. */
export const placeSteps = (steps: readonly LeafStep[]): readonly PlaceStep[] =>
  steps.map((step) =>
    step.kind === 'field'
      ? step
      : { ...step, index: int(step.index), range: { lo: BigInt(step.index), hi: BigInt(step.index) } },
  );

/** The key of a cell in the initial values of its object. */
export const cellKey = (steps: readonly LeafStep[]): string =>
  steps.map((step) => (step.kind === 'field' ? `.${step.name}` : `[${step.index}]`)).join('');
