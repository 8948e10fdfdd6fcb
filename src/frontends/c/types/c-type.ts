import type { Span } from '../../../diagnostics/span.js';
import type { BoundedInterval } from '../../../lang/expr/interval.js';
import { assertNever } from '../../../support/invariant.js';

/** Types as they are meant. Qualifiers that say nothing here are gone; what `_Atomic` says stands in the type. */
export type CType =
  | { readonly kind: 'void' }
  | IntegerType
  | { readonly kind: 'pointer'; readonly to: CType; readonly atomic?: true }
  /** `length` is null where it is left open. */
  | { readonly kind: 'array'; readonly of: CType; readonly length: number | null }
  | RecordType
  | {
      readonly kind: 'function';
      readonly returns: CType;
      readonly params: readonly CType[];
      readonly isVariadic?: true;
    }
  /** Of the thread library: what it waits with is a cell, a thread is known when the program is lowered. */
  | { readonly kind: 'library'; readonly what: LibraryObject };

/** `opaque` is never looked into. */
export type LibraryObject = keyof typeof libraryObjects;

/** How large they are on x86-64 Linux, and what they are called. */
const libraryObjects = {
  mutex: { size: 40n, name: 'pthread_mutex_t' },
  spinlock: { size: 4n, name: 'pthread_spinlock_t' },
  'read-write lock': { size: 56n, name: 'pthread_rwlock_t' },
  condition: { size: 48n, name: 'pthread_cond_t' },
  semaphore: { size: 32n, name: 'sem_t' },
  barrier: { size: 32n, name: 'pthread_barrier_t' },
  once: { size: 4n, name: 'pthread_once_t' },
  thread: { size: 8n, name: 'pthread_t' },
  opaque: { size: null, name: 'an opaque type' },
} as const;

export interface IntegerType {
  readonly kind: 'integer';
  /** 1 for `_Bool`. */
  readonly bits: number;
  readonly signed: boolean;
  readonly atomic?: true;
  /** Of an enumeration: what its constants are called. */
  readonly names?: ReadonlyMap<bigint, string>;
}

/** Two records are the same type if they are the same object. */
export interface RecordType {
  readonly kind: 'record';
  readonly isUnion: boolean;
  readonly name: string;
  /** Filled in where they are written; null: not yet. */
  members: readonly RecordMember[] | null;
  /** Of a union: the members that the program names; the others have no cells. */
  used?: readonly RecordMember[];
  /** The type as it is written, of an object whose last member has a length that only `malloc` told. */
  readonly grownFrom?: RecordType;
  /** The least alignment that is asked for, in bytes; `isLoose`: of a typedef, which does not make the type larger. */
  align?: bigint;
  isLoose?: true;
  /** Its members stand side by side. */
  isPacked?: true;
  readonly span: Span;
}

export interface RecordMember {
  readonly name: string;
  readonly type: CType;
  /** It is one of a member that has no name. */
  readonly isInner?: boolean;
  /** The least alignment that is asked for, in bytes. */
  readonly align?: bigint;
  readonly isPacked?: true;
  /** A struct or union without a name, whose members are seen as those of what is around. */
  readonly isHidden?: true;
  /** Where it begins, in bytes, if that is known. */
  readonly offset?: bigint;
}

export type ScalarType =
  IntegerType | Extract<CType, { readonly kind: 'pointer' }> | Extract<CType, { readonly kind: 'library' }>;

const integer = (bits: number, signed: boolean): IntegerType => ({ kind: 'integer', bits, signed });

export const intC = integer(32, true);
export const charC = integer(8, true);
export const unsignedC = integer(32, false);
export const longC = integer(64, true);
export const unsignedLongC = integer(64, false);
export const boolC = integer(1, false);
export const voidC: CType = { kind: 'void' };
export const pointerTo = (to: CType): Extract<CType, { readonly kind: 'pointer' }> => ({
  kind: 'pointer',
  to,
});

const byWords: ReadonlyMap<string, CType> = new Map<string, CType>([
  ['void', voidC],
  ['_Bool', boolC],
  ['char', charC],
  ['char signed', charC],
  ['char unsigned', integer(8, false)],
  ['short', integer(16, true)],
  ['short unsigned', integer(16, false)],
  ['int', intC],
  ['unsigned', unsignedC],
  ['long', longC],
  ['long unsigned', unsignedLongC],
  ['long long', longC],
  ['long long unsigned', unsignedLongC],
]);

/** `unsigned long int` and the like; null: no such integer. */
export function typeOfWords(words: readonly string[]): CType | null {
  const sorted = [...words].sort();
  const short = sorted.filter((word) => word !== 'signed' && word !== 'int');
  const isChar = sorted.includes('char');
  const key = (isChar ? sorted : short).join(' ');
  return byWords.get(key === '' ? 'int' : key) ?? null;
}

export const rangeOfInteger = ({ bits, signed }: IntegerType): BoundedInterval =>
  signed
    ? { lo: -(1n << BigInt(bits - 1)), hi: (1n << BigInt(bits - 1)) - 1n }
    : { lo: 0n, hi: (1n << BigInt(bits)) - 1n };

export const isScalar = (type: CType): type is ScalarType =>
  type.kind === 'integer' || type.kind === 'pointer' || type.kind === 'library';

export const isAtomic = (type: CType): boolean => 'atomic' in type && type.atomic;

/** What a value of the type is once it has been read. */
export function unqualified(type: CType): CType {
  if (type.kind === 'integer') return isAtomic(type) ? integer(type.bits, type.signed) : type;
  return type.kind === 'pointer' && isAtomic(type) ? pointerTo(type.to) : type;
}

/** Whether an object of the one type may be seen as one of the other: what is atomic makes no difference, nor does a sign. */
export function sameLayout(a: CType, b: CType): boolean {
  if (a.kind === 'pointer' && b.kind === 'pointer') return true;
  if (a.kind === 'integer' && b.kind === 'integer') return a.bits === b.bits;
  if (a.kind === 'array' && b.kind === 'array')
    return sameLayout(a.of, b.of) && (a.length === null || b.length === null || a.length === b.length);
  if (a.kind === 'library' && b.kind === 'library') return a.what === b.what;
  if (a.kind === 'record' && a.grownFrom === b) return true;
  return a === b || (a.kind === 'void' && b.kind === 'void');
}

/** Whether a pointer to the one type is as good as one to the other, also for what is behind further pointers. */
export const samePointee = (a: CType, b: CType): boolean =>
  a.kind === 'pointer' && b.kind === 'pointer' ? samePointee(a.to, b.to) : sameLayout(a, b);

/** In bytes on x86-64; null: not known. */
export function sizeOf(type: CType): bigint | null {
  switch (type.kind) {
    case 'void':
      return 1n;
    case 'integer':
      return type.bits === 1 ? 1n : BigInt(type.bits / 8);
    case 'pointer':
      return 8n;
    case 'array': {
      const size = sizeOf(type.of);
      return size === null || type.length === null ? null : size * BigInt(type.length);
    }
    case 'record':
      return recordSize(type);
    case 'library':
      return libraryObjects[type.what].size;
    case 'function':
      return null;
    default:
      return assertNever(type);
  }
}

function recordSize(record: RecordType): bigint | null {
  const { members, isUnion, isLoose } = record;
  if (members === null) return null;
  let size = 0n;
  for (const member of members) {
    const { type } = member;
    const isOpen = type.kind === 'array' && type.length === null;
    const own = isOpen ? 0n : sizeOf(type);
    if (own === null) return null;
    const start = isUnion ? 0n : roundedUp(size, alignmentIn(record, member));
    size = start + own > size ? start + own : size;
  }
  return roundedUp(size, isLoose === true ? membersAlignment(record) : alignmentOf(record));
}

/** Where a member begins, in bytes; null: it has none of the name, or not all sizes are known. */
export function offsetOfMember(record: RecordType, name: string): bigint | null {
  const known = record.members?.find((member) => member.name === name)?.offset;
  if (known !== undefined) return known;
  let offset = 0n;
  for (const member of record.members ?? []) {
    const start = record.isUnion ? 0n : roundedUp(offset, alignmentIn(record, member));
    if (member.name === name) return start;
    const size = sizeOf(member.type);
    if (size === null) return null;
    offset = start + size;
  }
  return null;
}

/** Of a member in its record: as gcc has it, `packed` means 1 unless something else is asked for. */
function alignmentIn(
  { isPacked: areAllPacked }: RecordType,
  { type, align, isPacked }: RecordMember,
): bigint {
  const natural = areAllPacked === true || isPacked === true ? 1n : alignmentOf(type);
  return align !== undefined && align > natural ? align : natural;
}

const membersAlignment = (record: RecordType): bigint =>
  (record.members ?? []).reduce((most, member) => larger(most, alignmentIn(record, member)), 1n);

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

const roundedUp = (size: bigint, step: bigint): bigint => ((size + step - 1n) / step) * step;

/** In bytes. */
export function alignmentOf(type: CType): bigint {
  if (type.kind === 'array') return alignmentOf(type.of);
  if (type.kind === 'record') return larger(type.align ?? 1n, membersAlignment(type));
  if (type.kind !== 'library') return sizeOf(type) ?? 1n;
  return libraryObjects[type.what].size === 4n ? 4n : 8n;
}

/** How a person writes it. */
export function printCType(type: CType): string {
  const atomic = isAtomic(type) ? '_Atomic ' : '';
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'integer':
      return (
        atomic +
        (type.bits === 1
          ? '_Bool'
          : (type.signed ? '' : 'unsigned ') + ({ 8: 'char', 16: 'short', 32: 'int' }[type.bits] ?? 'long'))
      );
    case 'pointer':
      return `${printCType(type.to)} *${atomic}`.trim();
    case 'array':
      return `${printCType(type.of)}[${type.length ?? ''}]`;
    case 'record':
      return `${type.isUnion ? 'union' : 'struct'} ${type.name}`;
    case 'function':
      return `${printCType(type.returns)} (${type.params.map(printCType).join(', ')})`;
    case 'library':
      return libraryObjects[type.what].name;
    default:
      return assertNever(type);
  }
}

/** The usual arithmetic conversions (C11 6.3.1.8), after the integer promotions. */
export function commonType(a: IntegerType, b: IntegerType): IntegerType {
  const [x, y] = [promoted(a), promoted(b)];
  if (x.bits !== y.bits) return x.bits > y.bits ? x : y;
  return x.signed ? y : x;
}

export const promoted = (type: IntegerType): IntegerType =>
  type.bits < 32 ? intC : integer(type.bits, type.signed);
