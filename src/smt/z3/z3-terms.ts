import type { Z3_ast, Z3_context, Z3_sort } from 'z3-solver';
import type { Expr } from '../../lang/expr/expr.js';
import { InternalError, invariant } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { FormulaVariables } from '../formula-variables.js';
import { Z3Failure } from './z3-failure.js';
import { addressOf } from './library.js';
import type { Z3Library } from './library.js';

type BinaryTerm = Extract<Expr, { kind: 'binary' }>;

/** A formula, and what the solver must be told with it. */
export interface Z3Formula {
  /** The address of its literal, a Boolean constant. */
  readonly literal: number;
  /** That the literal implies the formula. */
  readonly implication: Z3_ast;
  /** Numbers of the variables in it, each once. */
  readonly variables: readonly number[];
  readonly isLinear: boolean;
}

export interface Z3Variable {
  /** The address of its declaration. */
  readonly declaration: number;
  readonly isTruth: boolean;
  /** That the value is of the variable's type; null if Z3's sort says so. */
  readonly bounds: Z3_ast | null;
}

/**
 * Formulas as terms of Z3. Every term is pinned (the context counts references) until the context goes, so an address
 * stays what it is.
 */
export class Z3Terms {
  /** Where the constant `true` is. */
  readonly truthAddress: number;
  readonly #api: Z3Library['api'];
  readonly #intSort: Z3_sort;
  readonly #boolSort: Z3_sort;
  readonly #terms = new Map<Expr, Z3_ast>();
  readonly #formulas = new Map<Expr, Z3Formula>();
  /** Those of formulas so far, by number. */
  readonly variables = new Map<number, Z3Variable>();

  constructor(
    { api }: Z3Library,
    readonly context: Z3_context,
    readonly numbers: FormulaVariables,
  ) {
    this.#api = api;
    this.#intSort = this.#pinnedSort(api.mk_int_sort(context));
    this.#boolSort = this.#pinnedSort(api.mk_bool_sort(context));
    this.truthAddress = addressOf(this.kept(api.mk_true(context)));
  }

  formula(expr: Expr): Z3Formula {
    return remembered(this.#formulas, expr, () => this.#formula(expr));
  }

  /** That the value of a variable is of its type; null if Z3's sort says so. */
  boundsOf(variable: Expr): Z3_ast | null {
    this.term(variable);
    return this.variables.get(this.numbers.numberOf(variable))?.bounds ?? null;
  }

  #formula(expr: Expr): Z3Formula {
    const variables = new Set<number>();
    const isLinear = this.#inspect(expr, variables, new Set());
    const constant = this.#constant(`L${this.#formulas.size}`, this.#boolSort);
    const implication = this.kept(this.#api.mk_implies(this.context, constant, this.term(expr)));
    return { literal: addressOf(constant), implication, variables: [...variables], isLinear };
  }

  #inspect(expr: Expr, variables: Set<number>, seen: Set<Expr>): boolean {
    if (seen.has(expr)) return true;
    seen.add(expr);
    if (expr.kind === 'local' || expr.kind === 'shared') {
      variables.add(this.numbers.numberOf(expr));
      return true;
    }
    if (expr.kind === 'unary') return this.#inspect(expr.arg, variables, seen);
    if (expr.kind !== 'binary') return true;
    const left = this.#inspect(expr.left, variables, seen);
    const right = this.#inspect(expr.right, variables, seen);
    return left && right && isLinearOperation(expr);
  }

  term(expr: Expr): Z3_ast {
    return remembered(this.#terms, expr, () => this.#make(expr));
  }

  #make(expr: Expr): Z3_ast {
    const api = this.#api;
    const { context } = this;
    switch (expr.kind) {
      case 'int':
        return this.#number(expr.value);
      case 'bool':
        return this.kept(expr.value ? api.mk_true(context) : api.mk_false(context));
      case 'local':
      case 'shared':
        return this.#variable(this.numbers.numberOf(expr));
      case 'unary': {
        invariant(expr.op !== 'int', 'numbers made of truth values have been refused');
        const arg = this.term(expr.arg);
        return this.kept(expr.op === '!' ? api.mk_not(context, arg) : api.mk_unary_minus(context, arg));
      }
      case 'binary':
        return this.kept(this.#binary(expr.op, this.term(expr.left), this.term(expr.right)));
      default:
        throw new InternalError(`a formula for the solver has no ${expr.kind}`);
    }
  }

  #binary(op: BinaryTerm['op'], left: Z3_ast, right: Z3_ast): Z3_ast {
    const api = this.#api;
    const { context } = this;
    switch (op) {
      case '+':
        return api.mk_add(context, [left, right]);
      case '-':
        return api.mk_sub(context, [left, right]);
      case '*':
        return api.mk_mul(context, [left, right]);
      case '/':
        return this.#bySign(left, right, (a, b) => api.mk_div(context, a, b));
      case '%':
        return this.#bySign(left, right, (a, b) => api.mk_mod(context, a, b));
      case '==':
        return api.mk_eq(context, left, right);
      case '!=':
        return api.mk_not(context, this.kept(api.mk_eq(context, left, right)));
      case '<':
        return api.mk_lt(context, left, right);
      case '<=':
        return api.mk_le(context, left, right);
      case '>':
        return api.mk_gt(context, left, right);
      case '>=':
        return api.mk_ge(context, left, right);
      case '&&':
        return api.mk_and(context, [left, right]);
      case '||':
        return api.mk_or(context, [left, right]);
      case '->':
        return api.mk_implies(context, left, right);
      case '&':
      case '|':
      case '^':
      case '<<':
      case '>>':
        throw new InternalError('bitwise operators have been refused');
    }
  }

  /**
   * Z3's quotient leaves a remainder that is never negative, which is what truncation does to a dividend that is not
   * negative, whatever the divisor's sign. For others: -(-left / right), and the same for the remainder.
   */
  #bySign(left: Z3_ast, right: Z3_ast, apply: (left: Z3_ast, right: Z3_ast) => Z3_ast): Z3_ast {
    const api = this.#api;
    const { context } = this;
    const isNatural = this.kept(api.mk_ge(context, left, this.#number(0n)));
    const plain = this.kept(apply(left, right));
    const mirrored = this.kept(apply(this.kept(api.mk_unary_minus(context, left)), right));
    return api.mk_ite(context, isNatural, plain, this.kept(api.mk_unary_minus(context, mirrored)));
  }

  #variable(number: number): Z3_ast {
    const api = this.#api;
    const { context } = this;
    const { type } = this.numbers.get(number);
    const isTruth = type.kind === 'bool';
    const term = this.#constant(`v${number}`, isTruth ? this.#boolSort : this.#intSort);
    const declaration = api.get_app_decl(context, api.to_app(context, term));
    api.inc_ref(context, api.func_decl_to_ast(context, declaration));
    let bounds = null;
    if (type.kind === 'range') {
      const low = this.kept(api.mk_le(context, this.#number(type.lo), term));
      const high = this.kept(api.mk_le(context, term, this.#number(type.hi)));
      bounds = this.kept(api.mk_and(context, [low, high]));
    }
    this.variables.set(number, { declaration: addressOf(declaration), isTruth, bounds });
    return term;
  }

  #number(value: bigint): Z3_ast {
    return this.kept(this.#api.mk_numeral(this.context, value.toString(), this.#intSort));
  }

  #constant(name: string, sort: Z3_sort): Z3_ast {
    const symbol = this.#api.mk_string_symbol(this.context, name);
    return this.kept(this.#api.mk_const(this.context, symbol, sort));
  }

  /** The same, for as long as the context is there. */
  kept(term: Z3_ast): Z3_ast {
    if (addressOf(term) === 0) throw new Z3Failure(false);
    this.#api.inc_ref(this.context, term);
    return term;
  }

  #pinnedSort(sort: Z3_sort): Z3_sort {
    this.#api.inc_ref(this.context, this.#api.sort_to_ast(this.context, sort));
    return sort;
  }
}

/** Products of variables, and division by what is not a constant, are beyond linear arithmetic. */
function isLinearOperation({ op, left, right }: BinaryTerm): boolean {
  const isConstant = (expr: Expr): boolean =>
    expr.kind === 'int' || (expr.kind === 'unary' && expr.arg.kind === 'int');
  if (op === '*') return isConstant(left) || isConstant(right);
  return (op !== '/' && op !== '%') || isConstant(right);
}
