import { assertNever, at } from '../../support/invariant.js';
import type { Expr } from '../expr/expr.js';
import type { ThreadId } from '../expr/ids.js';
import { cellText } from './cell-names.js';
import { printExpr } from './print-expr.js';
import type { NameSource } from './print-expr.js';
import type { Block, LValue, Stmt } from './program.js';

type StmtKindOf<K extends Stmt['kind']> = Extract<Stmt, { kind: K }>;

/** A comment to put before a statement, or null. */
export type StmtComment = (stmt: Stmt) => string | null;

/** A statement of thread `own` in one line, without its labels and the blocks inside: `x = 1`, `if (r == 0)`. */
export const printHead = (stmt: Stmt, names: NameSource, own: ThreadId): string =>
  new StmtPrinter(names, own, () => null).head(stmt);

/** The statements of a block of thread `own`, with everything inside, as lines of program text, one step to the right. */
export const printBlock = (
  block: Block,
  names: NameSource,
  own: ThreadId,
  note: StmtComment,
): readonly string[] => new StmtPrinter(names, own, note).block(block);

class StmtPrinter {
  constructor(
    private readonly names: NameSource,
    private readonly own: ThreadId,
    private readonly note: StmtComment,
  ) {}

  head(stmt: Stmt): string {
    switch (stmt.kind) {
      case 'skip':
        return 'skip';
      case 'assign':
        return `${this.#place(stmt.target)} = ${this.#expr(stmt.value)}`;
      case 'havoc':
        return `havoc ${at(this.names.locals, stmt.local).name}`;
      case 'rmw':
        return this.#rmw(stmt);
      case 'fence':
        return stmt.fence === 'ww' ? 'fence(ww)' : 'fence';
      case 'assume':
        return `assume(${this.#expr(stmt.cond)})`;
      case 'assert':
        // A name with a colon, as `assert:3`, is made from the line.
        return stmt.property.includes(':')
          ? `assert(${this.#expr(stmt.cond)})`
          : `assert ${stmt.property}: ${this.#expr(stmt.cond)}`;
      case 'goto':
        return `goto ${stmt.target}`;
      case 'if':
      case 'while':
        return `${stmt.kind} (${this.#expr(stmt.cond)})`;
      case 'either':
      case 'atomic':
      case 'locked':
        return stmt.kind;
      default:
        return assertNever(stmt);
    }
  }

  block(block: Block): readonly string[] {
    return block.flatMap((stmt) => this.#labelled(stmt)).map((line) => `  ${line}`);
  }

  #expr(expr: Expr): string {
    return printExpr(expr, this.names, this.own);
  }

  #place(place: LValue): string {
    if (place.kind === 'local') return at(this.names.locals, place.local).name;
    const variable = at(this.names.shared, place.shared);
    const { index } = place;
    if (index === null) return variable.name;
    return cellText(variable, this.#expr(index), index.kind === 'int' ? index.value : null);
  }

  #rmw({ op, place, result }: StmtKindOf<'rmw'>): string {
    const operands = (op.kind === 'cas' ? [op.expected, op.value] : [op.value]).map((e) => this.#expr(e));
    const call = `${op.kind}(${[this.#place(place), ...operands].join(', ')})`;
    return result === null ? call : `${at(this.names.locals, result).name} = ${call}`;
  }

  #labelled(stmt: Stmt): readonly string[] {
    const labels = stmt.labels.map((label) => `${label}: `).join('');
    const comment = this.note(stmt);
    const [first = '', ...rest] = this.#unlabelled(stmt);
    return [...(comment === null ? [] : [`// ${comment}`]), `${labels}${first}`, ...rest];
  }

  #unlabelled(stmt: Stmt): readonly string[] {
    const head = this.head(stmt);
    switch (stmt.kind) {
      case 'if':
        return this.#if(stmt);
      case 'while':
      case 'atomic':
        return [`${head} {`, ...this.block(stmt.body), '}'];
      case 'locked':
        return [`${head} {${this.#exceptions(stmt)}`, ...this.block(stmt.body), '}'];
      case 'either':
        return stmt.branches.flatMap((branch, i) => [
          i === 0 ? `${head} {` : '} or {',
          ...this.block(branch),
          ...(i === stmt.branches.length - 1 ? ['}'] : []),
        ]);
      case 'skip':
      case 'assign':
      case 'havoc':
      case 'rmw':
      case 'fence':
      case 'assume':
      case 'assert':
      case 'goto':
        return [`${head};`];
      default:
        return assertNever(stmt);
    }
  }

  /** The language cannot say it; only dumps show programs that need it. */
  #exceptions({ buffered }: StmtKindOf<'locked'>): string {
    if (buffered === undefined) return '';
    return ` // but for ${[...buffered].map((variable) => at(this.names.shared, variable).name).join(', ')}`;
  }

  #if(stmt: StmtKindOf<'if'>): readonly string[] {
    const lines = [`${this.head(stmt)} {`, ...this.block(stmt.then)];
    const [only, ...others] = stmt.else;
    if (only === undefined) return [...lines, '}'];
    if (only.kind === 'if' && only.labels.length === 0 && others.length === 0) {
      const [first = '', ...rest] = this.#if(only);
      return [...lines, `} else ${first}`, ...rest];
    }
    return [...lines, '} else {', ...this.block(stmt.else), '}'];
  }
}
