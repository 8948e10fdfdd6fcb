import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import { at } from '../../../support/invariant.js';
import type { CType, RecordMember, RecordType, ScalarType } from '../types/c-type.js';
import { isScalar, offsetOfMember, printCType, sizeOf } from '../types/c-type.js';

/** So many bits of a cell, from `low` on. */
export interface PartLens {
  readonly kind: 'part';
  readonly cell: ScalarType;
  readonly low: bigint;
  readonly bits: bigint;
}

/** Whole, but told apart: the cell holds `of * value + tag`, or 0 where all bytes are 0. */
export interface TagLens {
  readonly kind: 'tag';
  readonly cell: ScalarType;
  readonly tag: bigint;
  readonly of: bigint;
}

/** How a scalar of a union lies in the cell that it shares with others. */
export type Lens = PartLens | TagLens;

interface BytePlace {
  readonly offset: bigint;
  readonly size: bigint;
  readonly type: ScalarType;
  readonly name: string;
  /** Whether it is a member of the union itself. */
  readonly isDirect: boolean;
}

interface UnionCell extends BytePlace {
  readonly parts: readonly BytePlace[];
}

/** What unions with several members that a program names are stored as: a record of cells, none of which overlap. */
export interface UnionCells {
  readonly record: RecordType;
  readonly cells: readonly UnionCell[];
}

/** Larger unions are refused: each byte of an array of bytes would be a cell. */
const maxScalars = 256;

const overlays = new WeakMap<RecordType, UnionCells>();

/** Null: it is no union, or one of which one member alone is used. */
export function overlayOf(type: RecordType, span: Span): UnionCells | null {
  if (!type.isUnion || (type.used ?? []).length < 2) return null;
  const known = overlays.get(type);
  if (known !== undefined) return known;
  const made = overlayMade(type, span);
  overlays.set(type, made);
  return made;
}

function overlayMade(type: RecordType, span: Span): UnionCells {
  const all = (type.used ?? []).flatMap((member) => [
    ...scalarsByBytes(member.type, 0n, member.name, isScalar(member.type), span),
  ]);
  if (all.length > maxScalars) return refused(type, `more than ${maxScalars} scalars in its members`, span);
  const sorted = all.toSorted((a, b) => Number(a.offset - b.offset) || Number(b.size - a.size));
  const groups: BytePlace[][] = [];
  let end = 0n;
  for (const each of sorted) {
    if (groups.length > 0 && each.offset < end) at(groups, groups.length - 1).push(each);
    else groups.push([each]);
    if (each.offset + each.size > end) end = each.offset + each.size;
  }
  const cells = groups.map((parts) => cellFor(type, parts, span));
  const members = cells.map(({ name, type: of, offset }): RecordMember => ({ name, type: of, offset }));
  const record: RecordType = { kind: 'record', isUnion: false, name: type.name, members, span: type.span };
  return { record, cells };
}

/** The first is the largest of those at the begin. */
function cellFor(union: RecordType, parts: readonly BytePlace[], span: Span): UnionCell {
  const first = at(parts, 0);
  const end = first.offset + first.size;
  if (parts.some(({ offset, size }) => offset + size > end))
    return refused(union, 'members that overlap in part', span);
  if (parts.every((part) => isWhole(part, first) && isAlike(part.type, first.type)))
    return { ...first, parts };
  const areIntegers = parts.every(({ type }) => type.kind === 'integer' && type.bits > 1);
  const areTold = parts.every(
    (part) => part.offset === first.offset && (part.isDirect || isWhole(part, first)),
  );
  if (areTold) return { ...first, type: toldCell, parts };
  if (!areIntegers) return refused(union, 'pointers that share memory with parts of other members', span);
  return { ...first, type: { kind: 'integer', bits: Number(first.size) * 8, signed: false }, parts };
}

const refused = (type: RecordType, what: string, span: Span): never =>
  unsupported(`${printCType(type)} has ${what}`, span, 'take a struct, or the members that are used');

/** Of a cell that tells which member was written: no value of a member is out of its range. */
const toldCell: ScalarType = { kind: 'integer', bits: 128, signed: true };

const isWhole = (part: BytePlace, cell: BytePlace): boolean =>
  part.offset === cell.offset && part.size === cell.size;

const isAlike = (a: ScalarType, b: ScalarType): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'integer' || b.kind !== 'integer' || (a.bits === 1) === (b.bits === 1)) &&
  (a.kind !== 'library' || b.kind !== 'library' || a.what === b.what);

function* scalarsByBytes(
  type: CType,
  offset: bigint,
  name: string,
  isDirect: boolean,
  span: Span,
): Generator<BytePlace> {
  if (isScalar(type)) {
    const size = sizeOf(type);
    if (size === null) unsupported(`${printCType(type)} in a union`, span);
    else yield { offset, size, type, name, isDirect };
  } else if (type.kind === 'array') {
    const size = sizeOf(type.of);
    if (size === null || type.length === null || type.length > maxScalars)
      return unsupported('an array of this length in a union with other members', span, 'take a struct');
    for (let i = 0; i < type.length; i++)
      yield* scalarsByBytes(type.of, offset + BigInt(i) * size, `${name}[${i}]`, false, span);
  } else if (type.kind === 'record') {
    for (const member of type.members ?? []) {
      const start = offsetOfMember(type, member.name);
      if (start === null) return unsupported(`${printCType(type)} in a union`, span);
      yield* scalarsByBytes(member.type, offset + start, `${name}.${member.name}`, false, span);
    }
  } else unsupported(`${printCType(type)} in a union`, span);
}

/** The cell of a scalar at so many bytes, and how it lies in it; null: it has the cell alone, or with others like it. */
export function cellAt(
  { record, cells }: UnionCells,
  offset: bigint,
  type: ScalarType,
): { readonly member: RecordMember; readonly lens: Lens | null } | null {
  const size = sizeOf(type);
  const index = cells.findIndex((cell) => cell.offset <= offset && offset < cell.offset + cell.size);
  const [cell, member] = [cells[index], record.members?.[index]];
  if (cell === undefined || member === undefined || size === null) return null;
  if (cell.type === toldCell) {
    const kinds = [...new Set(cell.parts.map((part) => kindOf(part.type)))];
    const tag = BigInt(1 + kinds.indexOf(kindOf(type)));
    return { member, lens: { kind: 'tag', cell: cell.type, tag, of: BigInt(1 + kinds.length) } };
  }
  const isPart = offset !== cell.offset || size !== cell.size;
  const low = (offset - cell.offset) * 8n;
  return { member, lens: isPart ? { kind: 'part', cell: cell.type, low, bits: size * 8n } : null };
}

/** The same for scalars that are as good as each other in one cell. */
const kindOf = (type: ScalarType): string =>
  type.kind === 'integer'
    ? `${type.bits}${type.signed ? 's' : 'u'}`
    : type.kind === 'pointer'
      ? 'pointer'
      : type.what;

/** All scalars of a type by bytes. */
export const scalarsInBytes = (
  type: CType,
  span: Span,
): readonly { readonly type: ScalarType; readonly bytes: bigint }[] =>
  [...scalarsByBytes(type, 0n, '', false, span)].map((each) => ({ type: each.type, bytes: each.offset }));
