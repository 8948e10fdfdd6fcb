import { binary as joined, bool, int, not, unary as applied } from '../../lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../lang/expr/expr.js';

/** An expression as it is written: with the operators of an `Expr`, over words whose meaning is still to be looked up. */
export type Written<Leaf> =
  | { readonly kind: 'constant'; readonly value: bigint | boolean }
  | { readonly kind: 'leaf'; readonly leaf: Leaf }
  | { readonly kind: 'unary'; readonly op: WrittenUnaryOp; readonly arg: Written<Leaf> }
  | {
      readonly kind: 'binary';
      readonly op: BinaryOp;
      readonly left: Written<Leaf>;
      readonly right: Written<Leaf>;
    };

type WrittenUnaryOp = '-' | '!';

export const constant = <Leaf>(value: bigint | boolean): Written<Leaf> => ({ kind: 'constant', value });
export const leaf = <Leaf>(of: Leaf): Written<Leaf> => ({ kind: 'leaf', leaf: of });
export const unary = <Leaf>(op: WrittenUnaryOp, arg: Written<Leaf>): Written<Leaf> => ({
  kind: 'unary',
  op,
  arg,
});
export const binary = <Leaf>(op: BinaryOp, left: Written<Leaf>, right: Written<Leaf>): Written<Leaf> => ({
  kind: 'binary',
  op,
  left,
  right,
});

/** What is made of the parts of an expression, innermost first. */
interface Makers<Leaf, T> {
  constant(value: bigint | boolean): T;
  leaf(leaf: Leaf): T;
  unary(op: WrittenUnaryOp, arg: T): T;
  binary(op: BinaryOp, left: T, right: T): T;
}

export function made<Leaf, T>(written: Written<Leaf>, makers: Makers<Leaf, T>): T {
  switch (written.kind) {
    case 'constant':
      return makers.constant(written.value);
    case 'leaf':
      return makers.leaf(written.leaf);
    case 'unary':
      return makers.unary(written.op, made(written.arg, makers));
    case 'binary':
      return makers.binary(written.op, made(written.left, makers), made(written.right, makers));
  }
}

/** The same with something else for each leaf. */
export const replaced = <A, B>(written: Written<A>, by: (leaf: A) => Written<B>): Written<B> =>
  made<A, Written<B>>(written, { constant, leaf: by, unary, binary });

/** Left to right, one for each occurrence. */
export const leavesOf = <Leaf>(written: Written<Leaf>): readonly Leaf[] =>
  made<Leaf, readonly Leaf[]>(written, {
    constant: () => [],
    leaf: (of) => [of],
    unary: (_, leaves) => leaves,
    binary: (_, left, right) => [...left, ...right],
  });

/** What it means if each leaf means what `leafExpr` says. `join` makes the binary operators of it. */
export const exprOf = <Leaf>(
  written: Written<Leaf>,
  leafExpr: (leaf: Leaf) => Expr,
  join: typeof joined = joined,
): Expr =>
  made<Leaf, Expr>(written, {
    constant: (value) => (typeof value === 'boolean' ? bool(value) : int(value)),
    leaf: leafExpr,
    unary: (op, arg) => (op === '!' ? not(arg) : applied(op, arg)),
    binary: join,
  });
