import type { Span } from '../../../diagnostics/span.js';
import { falsity, local, or, shared } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { boolType } from '../../../lang/expr/type.js';
import type { LocalId } from '../../../lang/expr/ids.js';
import type { Stmt } from '../../../lang/program/program.js';
import { releases } from './memory-orders.js';
import type { AccessOrder } from './memory-orders.js';
import { RaceWatch, assignLocal, assignShared, tagOf, valueOf, withTag } from './race-watch.js';
import type { SharedCell } from './race-watch.js';
import { textKey } from '../edit/gaps.js';
import type { TextGap } from '../edit/gaps.js';
import { ThreadBase } from './thread-base.js';

/** What an atomic change does with the old value: stores the new one, always or `when` that holds, or waits until it does. */
export interface AtomicChange {
  readonly value: Expr;
  readonly when?: Expr;
  readonly waits?: true;
  readonly order: AccessOrder;
  /** Where nothing is stored; null: it is no access that others could learn from. */
  readonly otherwise?: AccessOrder | null;
}

/**
 * Accesses to memory as the models have them (the table of docs/c.md); where races are looked for with what follows
 * happens-before in the same step (race-watch.ts).
 */
export abstract class SharedAccesses extends ThreadBase {
  #watch: RaceWatch | null = null;

  /** Null: nobody asks for races. */
  protected get watch(): RaceWatch | null {
    if (!this.world.wishes.races) return null;
    this.#watch ??= new RaceWatch(this.world, this.number);
    return this.#watch;
  }

  /** The value of a cell: read where it is used, or read here. */
  protected loadOf(cell: SharedCell, order: AccessOrder, span: Span): Expr {
    const { watch } = this;
    const source = shared(cell.shared, cell.index);
    if (watch === null || this.state === null) return source;
    const value = this.temporary('value', span);
    const { read, tag, own } = this.#read(watch, cell, order, value, span);
    this.#step(
      'atomic',
      [...read, ...watch.learned(order, tag, span), ...watch.watched(cell, order, false, span), ...own],
      span,
    );
    return local(value);
  }

  /** `atOnce`: whatever the order, nobody is to see it later. */
  protected storeTo(cell: SharedCell, value: Expr, order: AccessOrder, atOnce: boolean, span: Span): void {
    const { watch } = this;
    if (watch !== null && this.state !== null)
      return this.#watchedStore(watch, cell, value, order, atOnce, span);
    if (order === 'seq_cst' || atOnce) {
      const place = { kind: 'shared', shared: cell.shared, index: cell.index } as const;
      const simple = this.exprOnce(value, span);
      return this.emit({ kind: 'rmw', op: { kind: 'xchg', value: simple }, place, result: null, span });
    }
    if (releases(order)) this.emit({ kind: 'fence', fence: 'ww', span });
    else this.gap(this.#orderAt(span));
    const target = { kind: 'shared', shared: cell.shared, index: cell.index } as const;
    this.emit({ kind: 'assign', target, value, span });
  }

  /** The order of a store that could be stronger. */
  #orderAt(span: Span): TextGap | undefined {
    const { gaps, source } = this.world;
    return gaps?.orders.get(textKey(span, source) ?? '');
  }

  #watchedStore(
    watch: RaceWatch,
    cell: SharedCell,
    value: Expr,
    order: AccessOrder,
    atOnce: boolean,
    span: Span,
  ): void {
    if (releases(order) && order !== 'seq_cst' && !atOnce) this.emit({ kind: 'fence', fence: 'ww', span });
    const held = watch.isTagged(cell.shared, order) ? withTag(value, watch.told(order, span)) : value;
    const store = assignShared(cell.shared, cell.index, held, span);
    const body = [...watch.watched(cell, order, true, span), store];
    this.#step(order === 'seq_cst' || atOnce ? 'locked' : 'atomic', body, span);
  }

  /** An atomic change of a cell: its old value, which is looked at first. */
  protected changeOf(
    cell: SharedCell,
    change: (old: Expr) => AtomicChange,
    span: Span,
    look: (old: LocalId) => readonly Stmt[],
  ): LocalId {
    const old = this.temporary('old', span);
    const { watch } = this;
    const todo = change(local(old));
    if (watch === null) {
      const store = assignShared(cell.shared, cell.index, todo.value, span);
      const body = [
        assignLocal(old, shared(cell.shared, cell.index), span),
        ...look(old),
        ...guarded(todo, [store], [], span),
      ];
      this.emit({ kind: 'locked', body, span });
      return old;
    }
    const { read, tag, own } = this.#read(watch, cell, todo.order, old, span);
    const { order, otherwise = 'relaxed' } = todo;
    // A change goes on with the release sequence of the value that it changes.
    const store = assignShared(
      cell.shared,
      cell.index,
      withTag(todo.value, or(tag, watch.told(order, span))),
      span,
    );
    const stores = [...watch.learned(order, tag, span), ...watch.watched(cell, order, true, span), store];
    const fails =
      otherwise === null
        ? []
        : [...watch.learned(otherwise, tag, span), ...watch.watched(cell, otherwise, false, span)];
    this.emit({
      kind: 'locked',
      body: [...read, ...own, ...look(old), ...guarded(todo, stores, fails, span)],
      span,
    });
    return old;
  }

  /** A fence of C; what it keeps in order besides is for the caller to say. */
  protected fenceOf(order: AccessOrder, span: Span): void {
    for (const stmt of this.watch?.fenced(order, span) ?? []) this.emit(stmt);
  }

  /** `read` before all else, and `own` for the value itself. */
  #read(
    watch: RaceWatch,
    { shared: variable, index }: SharedCell,
    order: AccessOrder,
    value: LocalId,
    span: Span,
  ): { readonly read: readonly Stmt[]; readonly tag: Expr; readonly own: readonly Stmt[] } {
    const source = shared(variable, index);
    if (!watch.isTagged(variable, order))
      return { read: [assignLocal(value, source, span)], tag: falsity, own: [] };
    const raw = this.temporary('raw', span);
    const tag = this.world.storage.addLocal(this.number, 'tag', boolType, { kind: 'any' }, span, true);
    return {
      read: [assignLocal(raw, source, span), assignLocal(tag, tagOf(local(raw)), span)],
      tag: local(tag),
      own: [assignLocal(value, valueOf(local(raw), local(tag)), span)],
    };
  }

  #step(kind: 'atomic' | 'locked', body: readonly Stmt[], span: Span): void {
    const [only] = body;
    if (kind === 'atomic' && only !== undefined && body.length === 1) return this.emit(only);
    this.emit({ kind, body, span });
  }
}

/** `stores` if something is stored, else `fails`. */
export function guarded(
  { when, waits }: AtomicChange,
  stores: readonly Stmt[],
  fails: readonly Stmt[],
  span: Span,
): readonly Stmt[] {
  if (when === undefined) return stores;
  if (waits === true) return [{ kind: 'assume', cond: when, labels: [], span }, ...stores];
  return [{ kind: 'if', cond: when, then: stores, else: fails, labels: [], span }];
}
