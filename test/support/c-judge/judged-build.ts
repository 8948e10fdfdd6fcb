import type { ArithmeticOp, ComparisonOp, JudgedExpr, JudgedStmt } from './judged-ast.js';
import { int32 } from './judged-types.js';
import type { JudgedInteger, JudgedType } from './judged-types.js';

export const constantOf = (value: number | bigint, type: JudgedInteger = int32): JudgedExpr => ({
  kind: 'constant',
  value: BigInt(value),
  type,
});
export const variableOf = (name: string, type: JudgedType): JudgedExpr => ({ kind: 'variable', name, type });
export const addressOf = (of: JudgedExpr): JudgedExpr => ({ kind: 'address', of });
export const arithmeticOf = (op: ArithmeticOp, left: JudgedExpr, right: JudgedExpr): JudgedExpr => ({
  ...{ kind: 'arithmetic', op, left, right },
});
export const comparisonOf = (op: ComparisonOp, left: JudgedExpr, right: JudgedExpr): JudgedExpr => ({
  ...{ kind: 'comparison', op, left, right },
});
export const castTo = (type: JudgedInteger, of: JudgedExpr): JudgedExpr => ({ kind: 'cast', type, of });
export const assignTo = (
  target: JudgedExpr,
  value: JudgedExpr,
  op: ArithmeticOp | null = null,
): JudgedExpr => ({ kind: 'assign', op, target, value });
export const does = (expr: JudgedExpr): JudgedStmt => ({ kind: 'expression', expr });

export const allOf = (parts: readonly JudgedExpr[]): JudgedExpr =>
  parts.reduce((left, right) => ({ kind: 'logical', op: '&&', left, right }));
export const anyOf = (parts: readonly JudgedExpr[]): JudgedExpr =>
  parts.length === 0
    ? constantOf(0)
    : parts.reduce((left, right) => ({ kind: 'logical', op: '||', left, right }));
