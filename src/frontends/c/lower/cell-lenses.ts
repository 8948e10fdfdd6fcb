import { equal, int, or } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import type { IntegerType } from '../types/c-type.js';
import type { NumberValue } from './c-value.js';
import type { PartLens, TagLens } from './union-cells.js';

/** So many bits of a cell, which is unsigned, as an unsigned number. */
export function partOfCell(cell: Expr, { low, bits }: PartLens): NumberValue {
  const type: IntegerType = { kind: 'integer', bits: Number(bits), signed: false };
  const size = 1n << bits;
  const above = simplifiedBinary('/', cell, int(1n << low));
  return {
    kind: 'number',
    type,
    expr: simplifiedBinary('%', above, int(size)),
    range: { lo: 0n, hi: size - 1n },
  };
}

/** The cell with other bits there. */
export function withPart(cell: Expr, value: Expr, lens: PartLens): Expr {
  const { low, bits } = lens;
  const size = int(1n << bits);
  // A negative number by its bits.
  const own = simplifiedBinary('%', simplifiedBinary('+', simplifiedBinary('%', value, size), size), size);
  const change = simplifiedBinary('-', own, partOfCell(cell, lens).expr);
  return simplifiedBinary('+', cell, simplifiedBinary('*', change, int(1n << low)));
}

/** The cell that tells which member it was written as. */
export const told = (value: Expr, { tag, of }: TagLens): Expr =>
  simplifiedBinary('+', simplifiedBinary('*', value, int(of)), int(tag));

/** The value, if it was written as this member; division goes towards 0, and all bytes 0 are the value 0. */
export const toldValue = (cell: Expr, { tag, of }: TagLens): Expr =>
  simplifiedBinary('/', simplifiedBinary('-', cell, int(tag)), int(of));

/** Whether it was, or holds zeros as from the begin. */
export const isTold = (cell: Expr, lens: TagLens): Expr =>
  or(equal(cell, int(0)), equal(told(toldValue(cell, lens), lens), cell));
