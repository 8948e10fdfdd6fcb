/** `int` is the mathematical integers; a range is finite and inclusive at both ends. */
export type Type =
  | { readonly kind: 'int' }
  | { readonly kind: 'range'; readonly lo: bigint; readonly hi: bigint }
  | { readonly kind: 'bool' };

/** Where the types of variables come from: a Program, a System, or a program in the making. */
export interface TypedVariables {
  readonly shared: readonly { readonly type: Type }[];
  readonly locals: readonly { readonly type: Type }[];
}

export const intType: Type = { kind: 'int' };
export const boolType: Type = { kind: 'bool' };
export const rangeType = (lo: bigint, hi: bigint): Type => ({ kind: 'range', lo, hi });

/** 0 to n. */
export const upTo = (n: number): Type => rangeType(0n, BigInt(n));

/** The number of values, or null for the unbounded integers. */
export function cardinality(type: Type): bigint | null {
  switch (type.kind) {
    case 'int':
      return null;
    case 'range':
      return type.hi - type.lo + 1n;
    case 'bool':
      return 2n;
  }
}

/** The values from the lowest on, so many at most; of the unbounded integers those from 0 on. */
export function firstValues(type: Type, most: number): readonly bigint[] {
  const count = cardinality(type);
  const least = type.kind === 'range' ? type.lo : 0n;
  const length = count === null || count > most ? most : Number(count);
  return Array.from({ length }, (_, i) => least + BigInt(i));
}

export function printType(type: Type): string {
  switch (type.kind) {
    case 'int':
      return 'int';
    case 'range':
      return `int[${type.lo}..${type.hi}]`;
    case 'bool':
      return 'bool';
  }
}

/** The value a variable starts with when nothing says otherwise: 0 where the type has it. */
export function defaultOf(type: Type): bigint {
  return type.kind === 'range' && (type.lo > 0n || type.hi < 0n) ? type.lo : 0n;
}

/** Truth is 0 or 1. */
export function fits(type: Type, value: bigint): boolean {
  switch (type.kind) {
    case 'int':
      return true;
    case 'range':
      return type.lo <= value && value <= type.hi;
    case 'bool':
      return value === 0n || value === 1n;
  }
}
