import { bool, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId, SharedId } from '../../lang/expr/ids.js';
import type { Init } from '../../lang/program/program.js';
import type { Action, System } from '../../lang/program/system.js';
import { isTruth } from '../../lang/expr/truth.js';
import { cardinality } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { applyBinary, applyUnary } from '../../lang/expr/eval.js';
import { at } from '../../support/invariant.js';
import type { ProcNumbers } from './proc-numbers.js';

/** Values that a variable or expression may have, truth as 0 and 1; null: more than anyone wants to go through. */
export type ValueSet = ReadonlySet<bigint> | null;

/** The most values that are told apart. */
const mostValues = 128;

/**
 * Which values the variables can have at all: those that some initial value or some assignment gives them, whatever the
 * order of steps. So what is computed with a few values can be written as a case for each.
 */
export class Domains {
  readonly #locals: ValueSet[];
  readonly #shared: ValueSet[];

  constructor(
    private readonly system: System,
    private readonly numbers: ProcNumbers,
  ) {
    this.#locals = system.locals.map((v) => this.#initial(v.init, v.type));
    this.#shared = system.shared.map((v) => this.#initial(v.init, v.type));
    for (let changed = true; changed;) {
      changed = system.locals.some((v) => this.#addInitial(this.#locals, v));
      changed = system.shared.some((v) => this.#addInitial(this.#shared, v)) || changed;
      for (const edge of system.threads.flatMap((t) => t.edges))
        for (const action of edge.actions) changed = this.#add(action) || changed;
    }
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
    if (this.numbers.kindOf(expr) !== null) return null;
    switch (expr.kind) {
      case 'int':
        return new Set([expr.value]);
      case 'bool':
        return new Set([expr.value ? 1n : 0n]);
      case 'local':
      case 'instance-local':
        return this.#locals[expr.local] ?? null;
      case 'shared':
        return this.#shared[expr.shared] ?? null;
      case 'unary': {
        const arg = this.valuesOf(expr.arg);
        if (arg === null) return expr.op === '-' ? null : truths;
        return new Set([...arg].map((v) => applyUnary(expr.op, v)));
      }
      case 'binary':
        return this.#binary(expr);
      case 'at':
      case 'forall':
        return truths;
      case 'param':
      case 'bound':
      case 'temporal':
      case 'until':
        return null;
    }
  }

  #binary(expr: Extract<Expr, { kind: 'binary' }>): ValueSet {
    if (this.isTruth(expr)) return truths;
    const [left, right] = [this.valuesOf(expr.left), this.valuesOf(expr.right)];
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

  /** What a variable begins with if that depends on no other. */
  #initial(init: Init, type: Type): ValueSet {
    return init.kind === 'any' ? allOf(type) : new Set();
  }

  #addInitial(
    to: ValueSet[],
    { id, init, type }: { readonly id: LocalId | SharedId; readonly init: Init; readonly type: Type },
  ): boolean {
    if (init.kind === 'any') return false;
    const values = init.kind === 'value' ? [init.value] : init.values;
    return values.map((value) => this.#join(to, id, this.valuesOf(value), type)).includes(true);
  }

  #add(action: Action): boolean {
    switch (action.kind) {
      case 'assign': {
        const { type } = at(this.system.locals, action.local);
        return this.#join(this.#locals, action.local, this.valuesOf(action.value), type);
      }
      case 'store': {
        const { type } = at(this.system.shared, action.shared);
        return this.#join(this.#shared, action.shared, this.valuesOf(action.value), type);
      }
      case 'havoc': {
        const { type } = at(this.system.locals, action.local);
        return this.#join(this.#locals, action.local, allOf(type), type);
      }
      case 'assume':
      case 'assert':
      case 'fence':
      case 'lock':
        return false;
    }
  }

  #join(to: ValueSet[], id: number, more: ValueSet, type: Type): boolean {
    const known = to[id] ?? null;
    if (known === null) return false;
    const all = more === null ? null : new Set([...known, ...[...more].filter((v) => isOf(type, v))]);
    const next = all === null || all.size > mostValues ? allOf(type) : all;
    if (next !== null && next.size === known.size) return false;
    to[id] = next;
    return true;
  }
}

const truths: ValueSet = new Set([0n, 1n]);

const isOf = (type: Type, value: bigint): boolean =>
  type.kind !== 'range' || (type.lo <= value && value <= type.hi);

function allOf(type: Type): ValueSet {
  const count = cardinality(type);
  if (count === null || count > BigInt(mostValues)) return null;
  const lo = type.kind === 'range' ? type.lo : 0n;
  return new Set(Array.from({ length: Number(count) }, (_, i) => lo + BigInt(i)));
}
