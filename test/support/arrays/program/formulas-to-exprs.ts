import { unsupported } from '../../../../src/diagnostics/diagnostic.js';
import type { Span } from '../../../../src/diagnostics/span.js';
import type {
  ArrayCompareOp,
  ArrayFormula,
  ArrayTerm,
  Linear,
} from '../../../../src/lang/arrays/array-system.js';
import {
  binary,
  bool,
  conjunction,
  disjunction,
  falsity,
  int,
  not,
  truth,
} from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import { holdsBetween } from '../../../../src/lang/expr/operators.js';
import type { CompareOp } from '../../../../src/lang/expr/operators.js';
import { assertNever } from '../../../../src/support/invariant.js';
import { procOf } from '../../../../src/arrays/compile-formula.js';
import type { Binding } from '../../../../src/arrays/compile-formula.js';
import type { ArrayInstance } from '../../../../src/arrays/instance.js';
import { scaledNumber } from '../../../../src/arrays/array-values.js';

/** Formulas as expressions. `read` says what a cell is called where it is looked at, in whose view (0: memory). */
export class Exprs {
  constructor(
    private readonly instance: ArrayInstance,
    private readonly read: (slot: number, view: number) => Expr,
  ) {}

  formula(formula: ArrayFormula, binding: Binding): Expr {
    switch (formula.kind) {
      case 'compare':
        return this.#compare(formula, binding);
      case 'and':
        return all(formula.parts.map((part) => this.formula(part, binding)));
      case 'or':
        return some(formula.parts.map((part) => this.formula(part, binding)));
      case 'not':
        return not(this.formula(formula.part, binding));
      default:
        return assertNever(formula);
    }
  }

  term(term: ArrayTerm, binding: Binding, span: Span): Expr {
    switch (term.kind) {
      case 'constructor':
        return term.type.name === 'bool' ? bool(term.index === 1) : int(term.index);
      case 'proc':
        return int(procOf(term.proc, binding));
      case 'cell': {
        const indices = term.indices.map((proc) => procOf(proc, binding));
        const slot = this.instance.slot(term.symbol, indices);
        const { weak } = this.instance.symbol(term.symbol);
        const view = term.view === null ? binding.view : procOf(term.view, binding);
        const cell = this.read(slot, weak ? view : 0);
        return term.plus === null ? cell : sum(cell, this.#linear(term.plus, span));
      }
      case 'number':
        return this.#linear(term.value, span);
      default:
        return assertNever(term);
    }
  }

  #linear(number: Linear, span: Span): Expr {
    const start: Expr = int(scaledNumber(number, this.instance.scale, span));
    return number.constants.reduce((total, { symbol, factor }) => {
      const read = this.read(this.instance.slot(symbol, []), 0);
      return sum(total, factor === 1n ? read : binary('*', int(factor), read));
    }, start);
  }

  #compare({ op, left, right, span }: Extract<ArrayFormula, { kind: 'compare' }>, binding: Binding): Expr {
    const a = this.term(left, binding, span);
    const b = this.term(right, binding, span);
    if (a.kind === 'int' && b.kind === 'int') return bool(holdsBetween(asCompareOp[op], a.value, b.value));
    if (isTruthTerm(left) && op !== '=' && op !== '<>') unsupported('truth values are not ordered', span);
    if (b.kind === 'bool') return (op === '=') === b.value ? a : not(a);
    return binary(asCompareOp[op], a, b);
  }
}

/** The comparisons of array systems as expressions have them. */
export const asCompareOp: Readonly<Record<ArrayCompareOp, CompareOp>> = {
  '=': '==',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
};

const isTruthTerm = (term: ArrayTerm): boolean => term.kind === 'constructor' && term.type.name === 'bool';

function sum(a: Expr, b: Expr): Expr {
  if (a.kind === 'int' && b.kind === 'int') return int(a.value + b.value);
  if (b.kind === 'int' && b.value < 0n) return binary('-', a, int(-b.value));
  if (a.kind === 'int' && a.value === 0n) return b;
  return b.kind === 'int' && b.value === 0n ? a : binary('+', a, b);
}

export function all(parts: readonly Expr[]): Expr {
  return parts.includes(falsity) ? falsity : conjunction(parts.filter((part) => part !== truth));
}

export function some(parts: readonly Expr[]): Expr {
  return parts.includes(truth) ? truth : disjunction(parts.filter((part) => part !== falsity));
}
