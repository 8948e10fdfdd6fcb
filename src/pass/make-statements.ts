import { generatedBy } from '../diagnostics/span.js';
import type { Span } from '../diagnostics/span.js';
import { truth } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import type { LocalId, SharedId } from '../lang/expr/ids.js';
import type { Block, LValue, Stmt } from '../lang/program/program.js';

/** Makes the statements that a pass puts in the place of one of the user's. */
export class StmtMaker {
  readonly #base: { readonly labels: readonly string[]; readonly span: Span };

  constructor(by: string, from: Span) {
    this.#base = { labels: [], span: generatedBy(by, from) };
  }

  setLocal(local: LocalId, value: Expr): Stmt {
    return this.assign({ kind: 'local', local }, value);
  }

  setShared(shared: SharedId, value: Expr, index: Expr | null = null): Stmt {
    return this.assign({ kind: 'shared', shared, index }, value);
  }

  assign(target: LValue, value: Expr): Stmt {
    return { ...this.#base, kind: 'assign', target, value };
  }

  assume(cond: Expr): Stmt {
    return { ...this.#base, kind: 'assume', cond };
  }

  assert(cond: Expr, property: string): Stmt {
    return { ...this.#base, kind: 'assert', cond, property };
  }

  when(cond: Expr, then: Block, otherwise: Block = []): Stmt {
    return { ...this.#base, kind: 'if', cond, then, else: otherwise };
  }

  while(cond: Expr, body: Block): Stmt {
    return { ...this.#base, kind: 'while', cond, body };
  }

  either(branches: readonly Block[]): Stmt {
    return { ...this.#base, kind: 'either', branches };
  }

  atomic(body: Block): Stmt {
    return { ...this.#base, kind: 'atomic', body };
  }

  goto(target: string): Stmt {
    return { ...this.#base, kind: 'goto', target };
  }

  /** `if (c1) b1 else if (c2) b2 ... else last`. */
  cases(cases: readonly { readonly cond: Expr; readonly then: Block }[], last: Block): Block {
    return cases.reduceRight<Block>((otherwise, { cond, then }) => [this.when(cond, then, otherwise)], last);
  }
}

/** The statement with the user's labels, as the whole of what stands for the user's statement. */
export const labelledAs = (stmt: Stmt, original: Stmt): Stmt => ({
  ...stmt,
  labels: original.labels,
  ...(original.continues === undefined ? {} : { continues: original.continues }),
});

/** What a statement, or the edge that is made of it, is a part of. */
export const marksOf = ({ enacts, transition }: Pick<Stmt, 'enacts' | 'transition'>) => ({
  ...(enacts === undefined ? {} : { enacts }),
  ...(transition === undefined ? {} : { transition }),
});

/** The statement marked as doing what another is marked to do. */
export const enacting = (stmt: Stmt, { enacts }: Stmt): Stmt =>
  enacts === undefined ? stmt : { ...stmt, enacts };

/** A step that does nothing: an unlabelled `skip` would be none. */
export const asStep = (stmt: Stmt, make: StmtMaker): Stmt => ({
  ...labelledAs(enacting(make.assume(truth), stmt), stmt),
  span: stmt.span,
});
