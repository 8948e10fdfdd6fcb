import { constantValue } from '../../lang/expr/constant.js';
import { binary, bool, conjunction, equal, int, mapChildren, not, shared } from '../../lang/expr/expr.js';
import type { BinaryOp, Expr, SharedRead } from '../../lang/expr/expr.js';
import type { CellId } from '../../lang/expr/ids.js';
import { settling } from '../../lang/expr/operators.js';
import { lengthOf } from '../../lang/program/system.js';
import type { Cells, System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { mayBe, mayFault, surelyWithin } from './possible-values.js';

/**
 * One way an expression can be evaluated: where all conditions hold, its value is that of `value` in main memory. Of all
 * the cases of an expression the conditions of exactly one hold; and if the expression faults, then with the same fault
 * every case does that gets so far, before or in `value`.
 */
export interface ValueCase {
  readonly conditions: readonly Expr[];
  readonly value: Expr;
}

/** What a thread sees in one shape of its buffer. */
export interface View {
  readonly variables: Pick<System, 'shared' | 'locals'>;
  readonly cells: Cells;
  /** The newest own entry for the cell; null: main memory has its value. */
  newest(cell: CellId): Expr | null;
}

/** The cases under conditions that hold already; their conditions begin with those. */
export function casesOf(view: View, expr: Expr, given: readonly Expr[]): readonly ValueCase[] {
  switch (expr.kind) {
    case 'shared':
      return readCases(view, expr, given);
    case 'binary':
      return binaryCases(view, expr.op, expr.left, expr.right, given);
    case 'unary':
      return casesOf(view, expr.arg, given).map((c) => ({ ...c, value: mapChildren(expr, () => c.value) }));
    case 'int':
    case 'bool':
    case 'local':
    case 'param':
    case 'instance-local':
    case 'bound':
    case 'at':
    case 'forall':
    case 'temporal':
    case 'until':
      // Nothing else in a program has a shared variable inside.
      return [{ conditions: given, value: expr }];
  }
}

function readCases(view: View, read: SharedRead, given: readonly Expr[]): readonly ValueCase[] {
  if (read.index === null) return [{ conditions: given, value: cellValue(view, read, 0) }];
  return casesOf(view, read.index, given).flatMap(({ conditions, value: index }) =>
    elementCases(view, read, index, conditions),
  );
}

/** One case for each element that is buffered and one for all others; or the one that the given conditions decide. */
function elementCases(
  view: View,
  read: SharedRead,
  index: Expr,
  given: readonly Expr[],
): readonly ValueCase[] {
  const length = lengthOf(at(view.variables.shared, read.shared));
  const numbers = Array.from({ length }, (_, i) => i);
  const decided = numbers.find(
    (i) => constantValue(index) === BigInt(i) || given.includes(isElement(index, i)),
  );
  if (decided !== undefined) return [{ conditions: given, value: cellValue(view, read, decided) }];
  const own = numbers.filter(
    (i) => view.newest(view.cells.cell(read.shared, i)) !== null && mayBe(view.variables, index, BigInt(i)),
  );
  const inMemory = shared(read.shared, index);
  if (own.length === 0) return [{ conditions: given, value: inMemory }];
  const none = conjunction(own.map((i) => not(isElement(index, i))));
  if (given.includes(none) || given.includes(isOutside(index, length)))
    return [{ conditions: given, value: inMemory }];
  const all = own.length === length && surelyWithin(view.variables, index, 0n, BigInt(length - 1));
  return [
    ...own.map((i) => ({ conditions: [...given, isElement(index, i)], value: cellValue(view, read, i) })),
    ...(all ? [] : [{ conditions: [...given, none], value: inMemory }]),
  ];
}

export const isElement = (index: Expr, element: number): Expr => equal(index, int(element));

/** Where the index is that of no element. */
export const isOutside = (index: Expr, length: number): Expr =>
  not(conjunction([binary('>=', index, int(0)), binary('<', index, int(length))]));

function cellValue(view: View, { shared: id, index }: SharedRead, element: number): Expr {
  const inMemory = shared(id, index === null ? null : int(element));
  return view.newest(view.cells.cell(id, element)) ?? inMemory;
}

function binaryCases(
  view: View,
  op: BinaryOp,
  leftExpr: Expr,
  rightExpr: Expr,
  given: readonly Expr[],
): readonly ValueCase[] {
  const fallible = (expr: Expr): boolean => mayFault(view.variables, expr);
  return casesOf(view, leftExpr, given).flatMap((left) => {
    const right = casesOf(view, rightExpr, left.conditions);
    const joined = (cases: readonly ValueCase[]): readonly ValueCase[] =>
      cases.map((r) => ({ ...r, value: binary(op, left.value, r.value) }));
    // Conditions of the right side come before the left side is evaluated, which shows only if they fault.
    if (!right.some((r) => r.conditions.slice(left.conditions.length).some(fallible))) return joined(right);
    const settled = settling(op);
    if (settled === null) {
      if (!fallible(left.value)) return joined(right);
      return joined(casesOf(view, rightExpr, [...left.conditions, equal(left.value, left.value)]));
    }
    const undecided = settled.left ? not(left.value) : left.value;
    return [
      { conditions: [...left.conditions, not(undecided)], value: bool(settled.result) },
      ...casesOf(view, rightExpr, [...left.conditions, undecided]),
    ];
  });
}
