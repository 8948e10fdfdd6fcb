import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { expressionsRead } from '../../lang/program/actions.js';
import { subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { BinderId, LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import { isCompareOp } from '../../lang/expr/operators.js';
import { initialExprs, isTemporal } from '../../lang/program/program.js';
import type { Action, System } from '../../lang/program/system.js';
import { liveLocals } from '../../lang/program/liveness.js';
import { at } from '../../support/invariant.js';

/**
 * Which variables hold the number of an instance of a process, and of which one. Such a variable becomes one of type `proc`,
 * of which nothing but equality can be asked. Variables that are copied to each other or compared are of one kind.
 */
export class ProcNumbers {
  /** By `keyOf`. */
  readonly #kinds = new Map<string, ThreadId>();
  readonly #binders = new Map<BinderId, ThreadId>();
  /** Variables that may hold what no process has for a number. */
  readonly #open = new Set<string>();
  #changed = true;

  constructor(private readonly system: System) {
    for (const { formula } of formulasOf(system)) {
      for (const e of subexpressions(formula))
        if (e.kind === 'forall') for (const b of e.binders) this.#binders.set(b, e.thread);
    }
    this.#beginOpen();
    while (this.#changed) {
      this.#changed = false;
      this.#spread();
    }
  }

  /** The process whose number the expression is; null: it is none, or a sum of one. */
  kindOf(expr: Expr): ThreadId | null {
    switch (expr.kind) {
      case 'param':
        return expr.thread;
      case 'bound':
        return this.#binders.get(expr.binder) ?? null;
      case 'local':
      case 'instance-local':
        return this.ofLocal(expr.local);
      case 'shared':
        return this.ofShared(expr.shared);
      case 'int':
      case 'bool':
      case 'at':
      case 'unary':
      case 'binary':
      case 'forall':
      case 'temporal':
      case 'until':
        return null;
    }
  }

  ofLocal(id: LocalId): ThreadId | null {
    return this.#kinds.get(keyOf({ local: id })) ?? null;
  }

  ofShared(id: SharedId): ThreadId | null {
    return this.#kinds.get(keyOf({ shared: id })) ?? null;
  }

  /** Whether a variable may hold a number that no instance has. */
  mayBeNobody(expr: Expr): boolean {
    return (expr.kind === 'local' || expr.kind === 'shared') && this.#open.has(keyOf(expr));
  }

  /** What begins with any number, if anybody reads that. */
  #beginOpen(): void {
    const { shared, locals, threads } = this.system;
    for (const v of shared) if (v.init.kind === 'any') this.#open.add(keyOf({ shared: v.id }));
    for (const v of locals) {
      const thread = at(threads, v.thread);
      const isRead = at(liveLocals(thread), thread.entry).has(v.id);
      if (v.init.kind === 'any' && isRead) this.#open.add(keyOf({ local: v.id }));
    }
  }

  #spread(): void {
    const { threads, shared, locals } = this.system;
    for (const v of shared) for (const e of initialExprs(v.init)) this.#alike({ shared: v.id }, e, v.span);
    for (const v of locals) for (const e of initialExprs(v.init)) this.#alike({ local: v.id }, e, v.span);
    for (const edge of threads.flatMap((t) => t.edges))
      for (const action of edge.actions) this.#action(action, edge.span);
    for (const { formula, span } of formulasOf(this.system)) this.#comparisons(formula, span);
  }

  #action(action: Action, span: Span): void {
    if (action.kind === 'assign') this.#alike({ local: action.local }, action.value, span);
    if (action.kind === 'store') {
      this.#alike({ shared: action.shared }, action.value, span);
      this.#index(action.shared, action.index, span);
    }
    for (const expr of expressionsRead(action)) this.#comparisons(expr, span);
  }

  #comparisons(expr: Expr, span: Span): void {
    for (const e of subexpressions(expr)) {
      if (e.kind === 'shared') this.#index(e.shared, e.index, span);
      if (e.kind !== 'binary' || !isCompareOp(e.op)) continue;
      const [left, right] = [this.kindOf(e.left), this.kindOf(e.right)];
      if (left !== null) this.#mark(e.right, left, span);
      if (right !== null) this.#mark(e.left, right, span);
    }
  }

  #index(id: SharedId, index: Expr | null, span: Span): void {
    const { shape } = at(this.system.shared, id);
    if (index !== null && shape.kind === 'per-instance') this.#mark(index, shape.thread, span);
  }

  #alike(to: NumberTarget, value: Expr, span: Span): void {
    const from = this.kindOf(value);
    const own = this.#kinds.get(keyOf(to));
    if (this.mayBeNobody(value) && !this.#open.has(keyOf(to))) {
      this.#open.add(keyOf(to));
      this.#changed = true;
    }
    if (from !== null) this.#set(to, from, span);
    if (own !== undefined) this.#mark(value, own, span);
  }

  #mark(expr: Expr, kind: ThreadId, span: Span): void {
    if ('local' in expr || expr.kind === 'shared') this.#set(expr, kind, span);
  }

  #set(to: NumberTarget, kind: ThreadId, span: Span): void {
    const known = this.#kinds.get(keyOf(to));
    if (known === kind) return;
    const variable = 'local' in to ? at(this.system.locals, to.local) : at(this.system.shared, to.shared);
    if (known !== undefined)
      unsupported(`'${variable.name}' holds numbers of different processes, which .cub cannot compare`, span);
    if (variable.type.kind === 'range')
      unsupported(
        `'${variable.name}' has a range, but there are any number of processes whose numbers it holds`,
        variable.span,
        'declare it as int',
      );
    this.#kinds.set(keyOf(to), kind);
    this.#changed = true;
  }
}

type NumberTarget = { readonly local: LocalId } | { readonly shared: SharedId };

const keyOf = (to: NumberTarget): string => ('local' in to ? `local ${to.local}` : `shared ${to.shared}`);

function formulasOf({ properties }: System): readonly { readonly formula: Expr; readonly span: Span }[] {
  return properties.flatMap((p) => ('formula' in p && !isTemporal(p) ? [p] : []));
}
