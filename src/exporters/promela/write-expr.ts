import { binary, isBitOp, not } from '../../lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../lang/expr/expr.js';
import type { SharedId, ThreadId } from '../../lang/expr/ids.js';
import { isCompareOp, oppositeOf } from '../../lang/expr/operators.js';
import { assertNever, at } from '../../support/invariant.js';
import type { GivenNames } from '../shared/naming.js';
import { notPlain } from '../shared/plain.js';
import type { PromelaFormula } from './write-formula.js';
import { int32 } from '../../lang/expr/interval.js';

/** From weak to strong, as in C. */
const levels: Readonly<Record<Exclude<BinaryOp, '->'>, number>> = {
  '||': 1,
  '&&': 2,
  '|': 2.2,
  '^': 2.4,
  '&': 2.6,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '<<': 4.5,
  '>>': 4.5,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};
const unaryLevel = 7;

/** Writes expressions and formulas in Promela. */
export class Expressions {
  constructor(
    private readonly names: GivenNames,
    /** The places where a thread is at a label, as labels of its proctype; none: it never is. */
    private readonly places: (thread: ThreadId, label: string) => readonly string[],
  ) {}

  print(expr: Expr): string {
    return this.#at(expr, 0);
  }

  /** `x` or `a[i]`. */
  cell(shared: SharedId, index: Expr | null): string {
    const name = at(this.names.shared, shared);
    return index === null ? name : `${name}[${this.print(index)}]`;
  }

  formula(formula: PromelaFormula): string {
    return this.#formula(formula, 0);
  }

  /** As it may stand beside `&&`. */
  conjunct(formula: PromelaFormula): string {
    return this.#formula(formula, 2);
  }

  #formula(formula: PromelaFormula, outer: number): string {
    if (typeof formula === 'boolean') return String(formula);
    switch (formula.kind) {
      case 'expr':
        return this.#at(formula.expr, outer);
      case 'and':
      case 'or': {
        const level = formula.kind === 'and' ? 2 : 1;
        const op = formula.kind === 'and' ? '&&' : '||';
        const text = `${this.#formula(formula.left, level)} ${op} ${this.#formula(formula.right, level)}`;
        return enclosedIf(outer > level || (outer === 1 && level === 2), text);
      }
      case 'decide':
        return `(${this.#at(formula.cond, 1)} -> ${this.#formula(formula.then, 1)} : ${this.#formula(formula.else, 1)})`;
      default:
        return assertNever(formula);
    }
  }

  #at(expr: Expr, outer: number): string {
    switch (expr.kind) {
      case 'int':
        return integer(expr.value, outer);
      case 'bool':
        return String(expr.value);
      case 'local':
        return at(this.names.locals, expr.local);
      case 'shared':
        return this.cell(expr.shared, expr.index);
      case 'at':
        return this.#place(expr.thread, expr.label, outer);
      case 'unary': {
        // A comparison is a number in Promela.
        if (expr.op === 'int') return this.#at(expr.arg, unaryLevel);
        if (expr.op === '-')
          return enclosedIf(outer > unaryLevel - 1, `-${this.#at(expr.arg, unaryLevel + 1)}`);
        const inner = opposite(expr.arg);
        return inner === expr ? `!${this.#at(expr.arg, unaryLevel)}` : this.#at(inner, outer);
      }
      case 'binary':
        return this.#binary(expr, outer);
      default:
        return notPlain(expr);
    }
  }

  #binary({ op, left, right }: Extract<Expr, { kind: 'binary' }>, outer: number): string {
    if (op === '->') return enclosedIf(outer > 1, `${this.#at(opposite(left), 1)} || ${this.#at(right, 1)}`);
    const level = levels[op];
    const isComparison = level === 3 || level === 4;
    // Comparisons of comparisons get parentheses; others group to the left.
    // Bitwise operators bind so loosely that a reader wants parentheses around them and in them.
    if (isBitOp(op))
      return enclosedIf(outer > 0, `${this.#at(left, unaryLevel)} ${op} ${this.#at(right, unaryLevel)}`);
    const [l, r] = isComparison ? [5, 5] : [level, op === '&&' || op === '||' ? level : level + 1];
    // `&&` inside `||` is hard to read without parentheses, and compilers say so.
    const mixed = outer === 1 && op === '&&';
    return enclosedIf(outer > level || mixed, `${this.#at(left, l)} ${op} ${this.#at(right, r)}`);
  }

  #place(thread: ThreadId, label: string, outer: number): string {
    const proctype = at(this.names.threads, thread);
    const places = this.places(thread, label).map((name) => `${proctype}@${name}`);
    return places.length === 0 ? 'false' : enclosedIf(outer > 1 && places.length > 1, places.join(' || '));
  }
}

const enclosedIf = (needed: boolean, text: string): string => (needed ? `(${text})` : text);

function integer(value: bigint, outer: number): string {
  // Spin reads a number before its sign.
  if (value === int32.lo) return `(${int32.lo + 1n} - 1)`;
  return enclosedIf(value < 0n && outer > 4, String(value));
}

/** The negation, with comparisons turned round. It evaluates the same parts in the same order. */
export function opposite(expr: Expr): Expr {
  if (expr.kind !== 'binary') return not(expr);
  const { op, left, right } = expr;
  if (op === '->') return binary('&&', left, opposite(right));
  if (op === '&&' || op === '||') return binary(op === '&&' ? '||' : '&&', opposite(left), opposite(right));
  return isCompareOp(op) ? binary(oppositeOf[op], left, right) : not(expr);
}
