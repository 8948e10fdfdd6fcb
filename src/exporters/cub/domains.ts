import { bool, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { isTruth } from '../../lang/expr/truth.js';
import { applyBinary, applyUnary } from '../../lang/expr/eval.js';
import { cardinality, fits } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { VariableValues, assignmentsIn } from '../../lang/program/variable-values.js';
import type { KnownValues, ValueDomain, ValuedPlace } from '../../lang/program/variable-values.js';
import type { System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import type { ProcNumbers } from './proc-numbers.js';

/** Values that a variable or expression may have, truth as 0 and 1; null: more than anyone wants to go through. */
export type ValueSet = ReadonlySet<bigint> | null;

/** The most values that are told apart. */
const mostValues = 128;

/** Which values the variables can have at all. So what is computed with a few values can be written as a case for each. */
export class Domains implements ValueDomain<ValueSet> {
  readonly none: ValueSet = new Set();
  readonly #known: KnownValues<ValueSet>;

  constructor(
    private readonly system: System,
    private readonly numbers: ProcNumbers,
  ) {
    const assignments = assignmentsIn(system, (local) => allOf(at(system.locals, local).type));
    this.#known = new VariableValues(system, this, assignments, false).known;
  }

  /** A constant for each value of a variable, from the least on. */
  constantsOf(variable: Expr): readonly Expr[] | null {
    const values = this.valuesOf(variable);
    if (values === null) return null;
    const isBool = this.isTruth(variable);
    return [...values].sort((a, b) => (a < b ? -1 : 1)).map((v) => (isBool ? bool(v === 1n) : int(v)));
  }

  /** Whether the expression is a truth value. */
  isTruth(expr: Expr): boolean {
    return isTruth(expr, this.system);
  }

  valuesOf(expr: Expr): ValueSet {
    return this.ofExpr(expr, this.#known);
  }

  start({ type, init }: ValuedPlace): ValueSet {
    return init.kind === 'any' ? allOf(type) : this.none;
  }

  ofExpr(expr: Expr, known: KnownValues<ValueSet>): ValueSet {
    if (this.numbers.kindOf(expr) !== null) return null;
    switch (expr.kind) {
      case 'int':
        return new Set([expr.value]);
      case 'bool':
        return new Set([expr.value ? 1n : 0n]);
      case 'unary': {
        const arg = this.ofExpr(expr.arg, known);
        if (arg === null) return expr.op === '-' ? null : truths;
        return new Set([...arg].map((v) => applyUnary(expr.op, v)));
      }
      case 'binary':
        return this.#binary(expr, known);
      case 'at':
      case 'forall':
        return truths;
      case 'local':
      case 'instance-local':
      case 'shared':
      case 'param':
      case 'bound':
      case 'temporal':
      case 'until':
        return known(expr);
    }
  }

  mayBe(values: ValueSet, value: bigint): boolean {
    return values === null || values.has(value);
  }

  joined(here: ValueSet, more: ValueSet, type: Type): ValueSet {
    if (here === null) return null;
    const all = more === null ? null : new Set([...here, ...[...more].filter((v) => fits(type, v))]);
    const next = all === null || all.size > mostValues ? allOf(type) : all;
    return next?.size === here.size ? here : next;
  }

  #binary(expr: Extract<Expr, { kind: 'binary' }>, known: KnownValues<ValueSet>): ValueSet {
    if (this.isTruth(expr)) return truths;
    const [left, right] = [this.ofExpr(expr.left, known), this.ofExpr(expr.right, known)];
    if (left === null || right === null || left.size * right.size > 32 * mostValues) return null;
    const found = new Set<bigint>();
    for (const a of left) {
      for (const b of right) {
        const value = applyBinary(expr.op, a, b);
        if (typeof value === 'bigint') found.add(value);
      }
    }
    return found;
  }
}

const truths: ValueSet = new Set([0n, 1n]);

function allOf(type: Type): ValueSet {
  const count = cardinality(type);
  if (count === null || count > BigInt(mostValues)) return null;
  const lo = type.kind === 'range' ? type.lo : 0n;
  return new Set(Array.from({ length: Number(count) }, (_, i) => lo + BigInt(i)));
}
