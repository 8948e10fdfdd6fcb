import type { Span } from '../../../diagnostics/span.js';
import { int, truth, falsity, bool, not, unary, sharedReads } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { onlyMember, point } from '../../../lang/expr/interval.js';
import type { Interval } from '../../../lang/expr/interval.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import type { CType, RecordType } from '../types/c-type.js';
import { intC, pointerTo, voidC } from '../types/c-type.js';
import type { Lens } from './union-cells.js';

/** A thing in memory: a variable, also one of a function that was put in place of its call. */
export interface CObject {
  /** The same in each round of lowering. */
  readonly key: string;
  readonly name: string;
  readonly type: CType;
  /** The thread whose own it is; null: it is everybody's. */
  readonly owner: number | null;
  /** By cell (`.next[3]`); a cell that is missing starts at 0, or anywhere if `isOpen`. */
  readonly init: ReadonlyMap<string, bigint>;
  readonly isOpen: boolean;
  /** A text that is written in the program, which nobody may change. */
  readonly isText?: true;
  /** `malloc` made it; what is given back of the same pool is used again. */
  readonly pool?: string;
  readonly span: Span;
}

/** A place where `malloc` is called. */
export interface MakingSite {
  readonly key: string;
  readonly bytes: bigint;
  /** `calloc`. */
  readonly isZeroed: boolean;
}

/** From an object to a part of it. */
export type PlaceStep =
  | { readonly kind: 'field'; readonly name: string; readonly of: RecordType }
  | { readonly kind: 'index'; readonly index: Expr; readonly range: Interval; readonly length: number };

/** What several members of a union share. */
export interface PartOfUnion {
  /** Of a scalar: how it lies in the cell that the place leads to. */
  readonly lens?: Lens;
  /** Of a part that is no scalar: the place leads to the union, in which it begins at so many bytes. */
  readonly inUnion?: { readonly union: RecordType; readonly bytes: bigint };
}

export interface ObjectPlace extends PartOfUnion {
  readonly kind: 'object';
  readonly object: CObject;
  readonly steps: readonly PlaceStep[];
  readonly type: CType;
}

/** What a pointer points to that is known when the program runs. */
export interface PointedPlace extends PartOfUnion {
  readonly kind: 'pointed';
  readonly address: Expr;
  readonly type: CType;
}

export type Place = ObjectPlace | PointedPlace;

export type CValue =
  /** Integers, and pointers as numbers. `cond`: the same as a truth value, of which `expr` makes a number. */
  | {
      readonly kind: 'number';
      readonly type: CType;
      readonly expr: Expr;
      readonly range: Interval;
      readonly cond?: Expr;
    }
  | { readonly kind: 'address'; readonly type: CType; readonly place: ObjectPlace }
  | { readonly kind: 'function'; readonly type: CType; readonly name: string }
  /** Memory from `malloc` that has no type yet. */
  | { readonly kind: 'unmade'; readonly type: CType; readonly site: MakingSite }
  | { readonly kind: 'record'; readonly type: CType; readonly place: Place }
  | { readonly kind: 'void'; readonly type: CType };

export type NumberValue = Extract<CValue, { readonly kind: 'number' }>;
export type AddressValue = Extract<CValue, { readonly kind: 'address' }>;

export const nothing: CValue = { kind: 'void', type: voidC };
export const constant = (value: bigint, type: CType = intC): NumberValue => ({
  ...{ kind: 'number', type, expr: int(value), range: point(value) },
});
export const numberValue = (type: CType, expr: Expr, range: Interval): NumberValue => {
  const only = onlyMember(range);
  return only === null || sharedReads(expr).length > 0
    ? { kind: 'number', type, expr, range }
    : constant(only, type);
};
export const nullPointer: NumberValue = constant(0n, pointerTo(voidC));

/** The truth value as a number of C. */
export function truthValue(cond: Expr): NumberValue {
  if (cond === truth) return constant(1n);
  if (cond === falsity) return constant(0n);
  return { kind: 'number', type: intC, expr: unary('int', cond), range: { lo: 0n, hi: 1n }, cond };
}

/** Null: it is not known when the program is lowered. */
export const constantIn = (value: CValue): bigint | null =>
  value.kind === 'number' && value.expr.kind === 'int' ? value.expr.value : null;

/** Whether the value counts as true; null: only a run can tell. */
export function isTrue(value: CValue): Expr {
  switch (value.kind) {
    case 'number':
      if (value.cond !== undefined) return value.cond;
      if (value.expr.kind === 'int') return bool(value.expr.value !== 0n);
      return value.range.lo !== null && value.range.lo > 0n && sharedReads(value.expr).length === 0
        ? truth
        : simplifiedBinary('!=', value.expr, int(0));
    case 'address':
    case 'function':
    case 'unmade':
      return truth;
    case 'record':
    case 'void':
      return falsity;
  }
}

export const isFalse = (value: CValue): Expr => not(isTrue(value));
