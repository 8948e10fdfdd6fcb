import type { BinaryOp } from './expr.js';

/** What holds of operators, whatever they are applied to. */

export type CompareOp = '==' | '!=' | '<' | '<=' | '>' | '>=';

export const isCompareOp = (op: string): op is CompareOp => Object.hasOwn(oppositeOf, op);

/** The comparison that holds where this one does not. */
export const oppositeOf: Readonly<Record<CompareOp, CompareOp>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

/** The comparison that says the same with the sides swapped. */
export const mirrored: Readonly<Record<CompareOp, CompareOp>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

/** Whether the comparison holds of two numbers. */
export function holdsBetween<N extends bigint | number>(op: CompareOp, left: N, right: N): boolean {
  switch (op) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

/** With which value a side alone settles what the operator gives, so that the other side does not matter. */
export interface Settling {
  readonly left: boolean;
  readonly right: boolean;
  readonly result: boolean;
}

const settlings: Readonly<Partial<Record<BinaryOp, Settling>>> = {
  '&&': { left: false, right: false, result: false },
  '||': { left: true, right: true, result: true },
  '->': { left: false, right: true, result: true },
};

/** Null for an operator that always needs both sides. */
export const settling = (op: BinaryOp): Settling | null => settlings[op] ?? null;

/** Whether the operator gives a truth value; else it gives an integer. */
export const givesTruth = (op: BinaryOp): boolean => isCompareOp(op) || settling(op) !== null;
