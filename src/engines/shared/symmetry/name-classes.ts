import { subexpressions } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { LocalId, SharedId } from '../../../lang/expr/ids.js';
import { initialExprs } from '../../../lang/program/program.js';
import type { Init } from '../../../lang/program/program.js';
import type { Action, System } from '../../../lang/program/system.js';
import { assertNever, at } from '../../../support/invariant.js';

/**
 * Which variables may hold the names of threads: those whose values are only copied, compared for equality and used as
 * indices (a scalarset of Ip and Dill, "Better verification through symmetry", 1996, found instead of declared). Variables
 * between which values may go are one class.
 */
export class NameClasses {
  /** Locals first, then shared variables; an array is one. */
  readonly #above: number[];
  readonly #plain = new Set<number>();

  constructor(
    private readonly system: System,
    formulas: readonly Expr[],
    /** Locals that are counterparts of each other. */
    alike: readonly (readonly LocalId[])[],
  ) {
    const { locals, shared, threads } = system;
    this.#above = Array.from({ length: locals.length + shared.length }, (_, i) => i);
    for (const [first, ...others] of alike)
      for (const other of others) if (first !== undefined) this.#join(first, other);
    for (const { id, init, type } of locals) this.#initial(id, init, type.kind === 'bool');
    for (const { id, init, type } of shared) this.#initial(this.#node(id), init, type.kind === 'bool');
    for (const { edges } of threads)
      for (const { actions } of edges) for (const a of actions) this.#action(a);
    for (const formula of formulas) this.#use(formula);
  }

  /** A number of the class; null: the variable holds no names. */
  ofLocal(local: LocalId): number | null {
    return this.#classOf(local);
  }

  ofShared(shared: SharedId): number | null {
    return this.#classOf(this.#node(shared));
  }

  /** Of what is read; null for everything that is no variable. */
  ofExpr(expr: Expr): number | null {
    const node = this.#nodeOf(expr);
    return node === null ? null : this.#classOf(node);
  }

  localsOf(name: number): ReadonlySet<LocalId> {
    return new Set(this.system.locals.flatMap(({ id }) => (this.ofLocal(id) === name ? [id] : [])));
  }

  sharedOf(name: number): ReadonlySet<SharedId> {
    return new Set(this.system.shared.flatMap(({ id }) => (this.ofShared(id) === name ? [id] : [])));
  }

  #node(shared: SharedId): number {
    return this.system.locals.length + shared;
  }

  #nodeOf(expr: Expr): number | null {
    if (expr.kind === 'local') return expr.local;
    return expr.kind === 'shared' ? this.#node(expr.shared) : null;
  }

  #classOf(node: number): number | null {
    const root = this.#root(node);
    return this.#plain.has(root) ? null : root;
  }

  #root(node: number): number {
    let root = node;
    while (at(this.#above, root) !== root) root = at(this.#above, root);
    this.#above[node] = root;
    return root;
  }

  #join(a: number, b: number): void {
    const [above, below] = [this.#root(a), this.#root(b)];
    if (above === below) return;
    this.#above[below] = above;
    if (this.#plain.has(below)) this.#plain.add(above);
  }

  #spoil(node: number): void {
    this.#plain.add(this.#root(node));
  }

  #initial(node: number, init: Init, isTruth: boolean): void {
    if (isTruth) this.#spoil(node);
    for (const value of initialExprs(init)) this.#copied(node, value);
  }

  #action(action: Action): void {
    switch (action.kind) {
      case 'assume':
      case 'assert':
        this.#use(action.cond);
        return;
      case 'assign':
        this.#copied(action.local, action.value);
        return;
      case 'store':
        if (action.index !== null) this.#index(action.index);
        this.#copied(this.#node(action.shared), action.value);
        return;
      case 'fence':
      case 'lock':
      case 'havoc':
        return;
      default:
        assertNever(action);
    }
  }

  #copied(to: number, value: Expr): void {
    const from = this.#nodeOf(value);
    if (from !== null) this.#join(to, from);
    else if (value.kind !== 'int') this.#spoil(to);
    this.#inside(value);
  }

  /** What is computed with a variable's value makes it plain. */
  #use(expr: Expr): void {
    const node = this.#nodeOf(expr);
    if (node !== null) this.#spoil(node);
    this.#inside(expr);
  }

  #inside(expr: Expr): void {
    switch (expr.kind) {
      case 'shared':
        if (expr.index !== null) this.#index(expr.index);
        return;
      case 'binary':
        if (expr.op === '==' || expr.op === '!=') this.#compared(expr.left, expr.right);
        else for (const part of [expr.left, expr.right]) this.#use(part);
        return;
      case 'unary':
      case 'temporal':
        this.#use(expr.arg);
        return;
      case 'until':
        for (const part of [expr.left, expr.right]) this.#use(part);
        return;
      case 'int':
      case 'bool':
      case 'local':
      case 'at':
        return;
      // Gone from automata.
      case 'param':
      case 'instance-local':
      case 'bound':
      case 'forall':
        for (const part of subexpressions(expr)) {
          const node = this.#nodeOf(part);
          if (node !== null) this.#spoil(node);
        }
        return;
      default:
        assertNever(expr);
    }
  }

  #index(expr: Expr): void {
    if (this.#nodeOf(expr) === null) this.#use(expr);
    else this.#inside(expr);
  }

  #compared(left: Expr, right: Expr): void {
    const [a, b] = [this.#nodeOf(left), this.#nodeOf(right)];
    if (a !== null && b !== null) this.#join(a, b);
    else if (a !== null && right.kind !== 'int') this.#spoil(a);
    else if (b !== null && left.kind !== 'int') this.#spoil(b);
    this.#inside(left);
    this.#inside(right);
  }
}
