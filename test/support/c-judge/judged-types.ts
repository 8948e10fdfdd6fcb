import { InternalError, invariant } from '../../../src/support/invariant.js';

/** Types of judged programs. The judge shares nothing with the front end of C: it would share its mistakes. */
export type JudgedType = JudgedInteger | JudgedPointer | JudgedArray | JudgedStruct;

export interface JudgedInteger {
  readonly kind: 'integer';
  /** How a program writes it. */
  readonly name: string;
  /** 1 for `_Bool`. */
  readonly bits: 1 | 8 | 16 | 32 | 64;
  readonly signed: boolean;
  readonly atomic: boolean;
}

export interface JudgedPointer {
  readonly kind: 'pointer';
  readonly to: JudgedType;
}

export interface JudgedArray {
  readonly kind: 'array';
  readonly of: JudgedType;
  readonly length: number;
}

export interface JudgedStruct {
  readonly kind: 'struct';
  readonly name: string;
  readonly members: readonly { readonly name: string; readonly type: JudgedType }[];
}

const integer = (name: string, bits: JudgedInteger['bits'], signed: boolean): JudgedInteger => ({
  kind: 'integer',
  name,
  bits,
  signed,
  atomic: false,
});

export const int32 = integer('int', 32, true);
export const uint32 = integer('unsigned int', 32, false);
export const int64 = integer('long long', 64, true);
export const uint64 = integer('unsigned long long', 64, false);
export const bool1 = integer('_Bool', 1, false);
export const int8 = integer('signed char', 8, true);
export const uint8 = integer('unsigned char', 8, false);
export const int16 = integer('short', 16, true);
export const uint16 = integer('unsigned short', 16, false);

export const integerTypes: readonly JudgedInteger[] = [
  ...[bool1, int8, uint8, int16, uint16, int32, uint32, int64, uint64],
];

export const atomicOf = (type: JudgedInteger): JudgedInteger => ({ ...type, atomic: true });
export const pointerOf = (to: JudgedType): JudgedPointer => ({ kind: 'pointer', to });

/** How many scalars it holds: each is a cell. */
export function cellCount(type: JudgedType): number {
  if (type.kind === 'array') return type.length * cellCount(type.of);
  if (type.kind === 'struct') return type.members.reduce((sum, member) => sum + cellCount(member.type), 0);
  return 1;
}

export function memberOf(
  type: JudgedType,
  name: string,
): { readonly type: JudgedType; readonly offset: number } {
  invariant(type.kind === 'struct', 'only structs have members');
  let offset = 0;
  for (const member of type.members) {
    if (member.name === name) return { type: member.type, offset };
    offset += cellCount(member.type);
  }
  throw new InternalError(`no member ${name}`);
}

/** The scalars of a type, in the order of their cells. */
export function scalarTypes(type: JudgedType): readonly (JudgedInteger | JudgedPointer)[] {
  if (type.kind === 'array') return Array.from({ length: type.length }, () => scalarTypes(type.of)).flat();
  if (type.kind === 'struct') return type.members.flatMap((member) => scalarTypes(member.type));
  return [type];
}

/** In bytes on x86-64. */
export function byteSize(type: JudgedType): number {
  switch (type.kind) {
    case 'integer':
      return type.bits === 1 ? 1 : type.bits / 8;
    case 'pointer':
      return 8;
    case 'array':
      return type.length * byteSize(type.of);
    case 'struct': {
      let size = 0;
      for (const member of type.members) size = upTo(size, alignment(member.type)) + byteSize(member.type);
      return upTo(size, alignment(type));
    }
  }
}

const upTo = (size: number, step: number): number => Math.ceil(size / step) * step;

function alignment(type: JudgedType): number {
  if (type.kind === 'array') return alignment(type.of);
  if (type.kind === 'struct') return Math.max(...type.members.map((member) => alignment(member.type)));
  return byteSize(type);
}

/** The least and the greatest value. */
export const limitsOf = ({ bits, signed }: JudgedInteger): readonly [bigint, bigint] => {
  const size = 2n ** BigInt(bits);
  return signed ? [-size / 2n, size / 2n - 1n] : [0n, size - 1n];
};

export const fits = (value: bigint, type: JudgedInteger): boolean => {
  const [lo, hi] = limitsOf(type);
  return lo <= value && value <= hi;
};

/** A value as one of the type: of `_Bool`, whether it is not 0; of others, the number of so many bits (C11 6.3.1). */
export function converted(value: bigint, type: JudgedType): bigint {
  if (type.kind !== 'integer') return value;
  if (type.bits === 1) return value === 0n ? 0n : 1n;
  const size = 2n ** BigInt(type.bits);
  const rest = ((value % size) + size) % size;
  return type.signed && rest >= size / 2n ? rest - size : rest;
}

/** C11 6.3.1.1: whatever is narrower than int becomes int. */
export const promotedInteger = (type: JudgedInteger): JudgedInteger =>
  type.bits < 32 ? int32 : byBits(type.bits, type.signed);

/** C11 6.3.1.8. */
export function usualType(a: JudgedInteger, b: JudgedInteger): JudgedInteger {
  const [x, y] = [promotedInteger(a), promotedInteger(b)];
  return byBits(
    Math.max(x.bits, y.bits),
    [x, y].every((t) => t.signed || t.bits < Math.max(x.bits, y.bits)),
  );
}

const byBits = (bits: number, signed: boolean): JudgedInteger =>
  bits === 64 ? (signed ? int64 : uint64) : signed ? int32 : uint32;
