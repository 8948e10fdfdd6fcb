import type { Span } from '../../../diagnostics/span.js';
import { not, sharedReads, truth, falsity } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { Block, Stmt } from '../../../lang/program/program.js';
import { everyStatement, exprsOf } from '../../../lang/program/walk-statements.js';
import { UsedNames } from '../../../support/free-names.js';

type WithoutLabels<S> = S extends Stmt ? Omit<S, 'labels'> : never;
export type PlainStmt = WithoutLabels<Stmt>;

/** CStatements and jumps in a row; `begin` and `end` are those of an atomic section. */
export type FlatItem =
  | WrittenItem
  /** A place of the text where a fence could stand; `gap` is its number there. */
  | {
      readonly kind: 'gap';
      readonly gap: number;
      readonly labels: readonly string[];
      readonly span: Span;
    };

export type WrittenItem =
  | { readonly kind: 'stmt'; readonly stmt: Stmt }
  | { readonly kind: 'begin' | 'end'; readonly labels: readonly string[]; readonly span: Span };

export const labelsOf = (item: FlatItem): readonly string[] =>
  item.kind === 'stmt' ? item.stmt.labels : item.labels;

export const relabelled = (item: WrittenItem, labels: readonly string[]): WrittenItem =>
  item.kind === 'stmt' ? { kind: 'stmt', stmt: { ...item.stmt, labels } } : { ...item, labels };

interface SavedItems {
  readonly length: number;
  readonly pending: readonly string[];
  readonly checks: readonly Stmt[];
}

/** The statement with what is looked at before it, in one step; null: that would make one step of several accesses. */
function checked(checks: readonly Stmt[], stmt: Stmt): PlainStmt | null {
  const { span } = stmt;
  const accesses = [...everyStatement([stmt])]
    .flatMap((each) => exprsOf(each))
    .reduce((sum, expr) => sum + sharedReads(expr).length, isSharedStore(stmt) ? 1 : 0);
  switch (stmt.kind) {
    case 'locked':
      return { kind: 'locked', body: [...checks, ...stmt.body], span };
    case 'atomic':
      return accesses > 1 ? null : { kind: 'atomic', body: [...checks, ...stmt.body], span };
    case 'assign':
    case 'if':
    case 'assume':
    case 'assert':
      return accesses > 1 ? null : { kind: 'atomic', body: [...checks, stmt], span };
    case 'rmw': {
      if (stmt.op.kind !== 'xchg' || stmt.result !== null || accesses > 0) return null;
      const store: Stmt = { kind: 'assign', target: stmt.place, value: stmt.op.value, labels: [], span };
      return { kind: 'locked', body: [...checks, store], span };
    }
    default:
      return null;
  }
}

const isSharedStore = (stmt: Stmt): boolean => stmt.kind === 'assign' && stmt.target.kind === 'shared';

/** Writes the statements of one thread, all control as jumps. */
export class FlatEmitter {
  readonly items: FlatItem[] = [];
  #gaps = 0;
  readonly #taken = new UsedNames();
  #pending: string[] = [];
  #checks: readonly Stmt[] = [];
  #written = 0;

  /** A label that nothing has yet. */
  fresh(stem: string): string {
    return this.#taken.free(stem);
  }

  /** The label stands before what is written next. */
  place(label: string): void {
    this.#flush();
    this.#pending = [...this.#pending, label];
  }

  emit(stmt: PlainStmt): void {
    this.#written++;
    const merged = this.#checks.length === 0 ? stmt : checked(this.#checks, { ...stmt, labels: [] });
    if (merged === null) this.#flush();
    else this.#checks = [];
    this.#push(merged ?? stmt);
  }

  /** What must hold when the next statement begins: it is looked at in the same step where that makes one access of memory. */
  check(stmts: readonly Stmt[]): void {
    this.#written++;
    this.#checks = [...this.#checks, ...stmts];
  }

  /** Grows with all that is written, also where that is taken back. */
  get written(): number {
    return this.#written;
  }

  #push(stmt: PlainStmt): void {
    const labelled = { ...stmt, labels: this.#pending };
    this.#pending = [];
    this.items.push({ kind: 'stmt', stmt: labelled });
  }

  #flush(): void {
    const [first] = this.#checks;
    if (first === undefined) return;
    this.#push({ kind: 'atomic', body: this.#checks, span: first.span });
    this.#checks = [];
  }

  mark(kind: 'begin' | 'end', span: Span): void {
    this.#flush();
    this.items.push({ kind, labels: this.#pending, span });
    this.#pending = [];
  }

  gap(gap: number, span: Span): void {
    this.#gaps++;
    this.items.push({ kind: 'gap', gap, labels: this.#pending, span });
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

  /** How much was written, gaps aside. */
  get length(): number {
    return this.items.length - this.#gaps;
  }

  /** What was written up to here, to come back to. */
  save(): SavedItems {
    return { length: this.items.length, pending: this.#pending, checks: this.#checks };
  }

  restore({ length, pending, checks }: SavedItems): void {
    this.items.length = length;
    this.#gaps = this.items.filter(({ kind }) => kind === 'gap').length;
    this.#pending = [...pending];
    this.#checks = checks;
  }

  get taken(): UsedNames {
    return this.#taken;
  }

  /** The statement that was written as number `from`, taken back; null: what is written behind it is more than quiet. */
  takeBack(from: number, isQuiet: (stmt: Stmt) => boolean): Stmt | null {
    const item = this.items[from];
    const behind = this.items.slice(from + 1);
    const areQuiet = behind.every(
      (each) =>
        labelsOf(each).length === 0 && (each.kind === 'gap' || (each.kind === 'stmt' && isQuiet(each.stmt))),
    );
    if (item?.kind !== 'stmt' || !areQuiet || this.#pending.length > 0 || this.#checks.length > 0)
      return null;
    const { labels, span } = item.stmt;
    const rest: readonly FlatItem[] =
      labels.length === 0 ? [] : [{ kind: 'stmt', stmt: { kind: 'skip', labels, span } }];
    this.items.splice(from, 1, ...rest);
    return item.stmt;
  }

  /** All that was written; labels that nothing follows get a place of their own. */
  finished(span: Span): readonly FlatItem[] {
    this.#flush();
    if (this.#pending.length > 0) this.emit({ kind: 'skip', span });
    return this.items;
  }
}
