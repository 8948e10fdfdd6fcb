import type { Span } from '../../../diagnostics/span.js';
import { not, truth, falsity } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { Block, Stmt } from '../../../lang/program/program.js';
import { UsedNames } from '../../../support/free-names.js';

type WithoutLabels<S> = S extends Stmt ? Omit<S, 'labels'> : never;
export type PlainStmt = WithoutLabels<Stmt>;

/** CStatements and jumps in a row; `begin` and `end` are those of an atomic section. */
export type FlatItem =
  | { readonly kind: 'stmt'; readonly stmt: Stmt }
  | { readonly kind: 'begin' | 'end'; readonly labels: readonly string[]; readonly span: Span };

export const labelsOf = (item: FlatItem): readonly string[] =>
  item.kind === 'stmt' ? item.stmt.labels : item.labels;

export const relabelled = (item: FlatItem, labels: readonly string[]): FlatItem =>
  item.kind === 'stmt' ? { kind: 'stmt', stmt: { ...item.stmt, labels } } : { ...item, labels };

/** Writes the statements of one thread, all control as jumps. */
export class FlatEmitter {
  readonly items: FlatItem[] = [];
  readonly #taken = new UsedNames();
  #pending: string[] = [];

  /** A label that nothing has yet. */
  fresh(stem: string): string {
    return this.#taken.free(stem);
  }

  /** The label stands before what is written next. */
  place(label: string): void {
    this.#pending = [...this.#pending, label];
  }

  emit(stmt: PlainStmt): void {
    const labelled = { ...stmt, labels: this.#pending };
    this.#pending = [];
    this.items.push({ kind: 'stmt', stmt: labelled });
  }

  mark(kind: 'begin' | 'end', span: Span): void {
    this.items.push({ kind, labels: this.#pending, span });
    this.#pending = [];
  }

  jump(target: string, span: Span): void {
    this.emit({ kind: 'goto', target, span });
  }

  /** Goes to the label if the condition does not hold. */
  unless(cond: Expr, target: string, span: Span): void {
    this.when(not(cond), target, span);
  }

  when(cond: Expr, target: string, span: Span): void {
    if (cond === falsity) return;
    if (cond === truth) return this.jump(target, span);
    const then: Block = [{ kind: 'goto', target, labels: [], span }];
    this.emit({ kind: 'if', cond, then, else: [], span });
  }

  /** What was written up to here, to come back to. */
  save(): { readonly length: number; readonly pending: readonly string[] } {
    return { length: this.items.length, pending: this.#pending };
  }

  restore({ length, pending }: ReturnType<FlatEmitter['save']>): void {
    this.items.length = length;
    this.#pending = [...pending];
  }

  get taken(): UsedNames {
    return this.#taken;
  }

  /** All that was written; labels that nothing follows get a place of their own. */
  finished(span: Span): readonly FlatItem[] {
    if (this.#pending.length > 0) this.emit({ kind: 'skip', span });
    return this.items;
  }
}
