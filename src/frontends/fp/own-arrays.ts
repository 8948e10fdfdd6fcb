import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { generatedBy } from '../../diagnostics/span.js';
import { binary, defaultExpr, int, local, shared, sharedReads } from '../../lang/expr/expr.js';
import type { Expr, SharedRead } from '../../lang/expr/expr.js';
import { localId, sharedId } from '../../lang/expr/ids.js';
import type { LocalId, ThreadId } from '../../lang/expr/ids.js';
import { intType } from '../../lang/expr/type.js';
import type { FreshLabels } from '../../lang/program/fresh-labels.js';
import type { Block, LValue, Program, SharedVar, Stmt } from '../../lang/program/program.js';
import { mapBlocks, rewriteBlock } from '../../lang/program/visit.js';
import { exprsOf } from '../../lang/program/walk-statements.js';
import { Hoist, loopAround, withTemporaries } from '../../pass/hoist.js';
import type { LocalSupply } from '../../pass/local-supply.js';
import { freeName } from '../../support/free-names.js';
import { cellsIn } from './variable-places.js';
import type { OwnCell, OwnCells } from './own-cells.js';

/*
 * The cells of local arrays are locals. Which one is meant, where only the running program knows, is found by tests; and
 * where it may be none, an index is looked at before. All that are steps of the thread that nobody else sees:
 *
 *   BEFORE  x = a[i];          AFTER  if (i < 0 || i >= 2) { load_1 = no_cell[i]; }
 *                                     if (i == 0) { load_2 = a_0; } else { load_2 = a_1; }
 *                                     x = load_2;
 *
 * `no_cell` has one cell, which is not the one that is asked for: that violates `bounds`.
 */

export function withoutOwnCells(program: Program, cells: OwnCells, bag: DiagnosticBag): Program {
  const [first] = cells.variables;
  if (first === undefined) return program;
  const taken = new Set([...program.shared, ...program.threads, ...program.locals].map(({ name }) => name));
  const noCell: SharedVar = {
    id: sharedId(program.shared.length),
    name: freeName('no_cell', (name) => taken.has(name)),
    type: intType,
    shape: { kind: 'array', length: 1 },
    init: { kind: 'value', value: defaultExpr(intType) },
    scaffold: { stored: null, tested: 'whether there is such a cell' },
    meaning: 'Has no cell by any number that is looked for here.',
    span: generatedBy('local arrays', first.span),
  };
  const whole = { ...program, shared: [...program.shared, noCell, ...cells.variables] };
  const expanded = withTemporaries(whole, ({ id, body }, supply, labels) =>
    new ThreadCells(whole, cells, noCell, { thread: id, supply, labels, bag }).block(body, false),
  );
  const isAsked = cells.variables.some(({ id }) => cells.meaning(id)?.kind === 'number');
  return { ...expanded, shared: isAsked ? [...program.shared, noCell] : program.shared };
}

interface ThreadTools {
  readonly thread: ThreadId;
  readonly supply: LocalSupply;
  readonly labels: FreshLabels;
  readonly bag: DiagnosticBag;
}

class ThreadCells {
  constructor(
    private readonly program: Program,
    private readonly cells: OwnCells,
    private readonly noCell: SharedVar,
    private readonly tools: ThreadTools,
  ) {}

  block(block: Block, isExclusive: boolean): Block {
    return block.flatMap((stmt) => {
      const inside = isExclusive || stmt.kind === 'atomic' || stmt.kind === 'locked';
      const own = mapBlocks(stmt, (inner) => {
        const made = this.block(inner, inside);
        return stmt.kind === 'either' && !inside ? this.#waitingFirst(inner, made) : made;
      });
      return this.#statement(own);
    });
  }

  /**
   * A branch that begins with an `assume` is chosen where that can go: so what goes before it does not choose the branch
   * either.
   */
  #waitingFirst([first]: Block, made: Block): Block {
    if (first?.kind !== 'assume' || !this.#mentions(first)) return made;
    const { labels, span } = first;
    const end = made.findIndex(({ kind }) => kind === 'assume') + 1;
    const body = made.slice(0, end).map((stmt) => ({ ...stmt, labels: [], continues: [] }));
    return [{ kind: 'atomic', body, labels, span }, ...made.slice(end)];
  }

  #isOwn(read: Pick<SharedRead, 'shared'>): boolean {
    return this.cells.meaning(read.shared) !== null;
  }

  #hasOwn(expr: Expr): boolean {
    return sharedReads(expr).some((read) => this.#isOwn(read));
  }

  #readsMemory(expr: Expr): boolean {
    return sharedReads(expr).some((read) => !this.#isOwn(read));
  }

  #mentions(stmt: Stmt): boolean {
    return exprsOf(stmt).some((expr) => this.#hasOwn(expr)) || this.#target(stmt) !== null;
  }

  /** The array that it writes to a cell of. */
  #target(stmt: Stmt): OwnCell | null {
    return stmt.kind === 'assign' && stmt.target.kind === 'shared'
      ? this.cells.meaning(stmt.target.shared)
      : null;
  }

  #statement(stmt: Stmt): Block {
    if (!this.#mentions(stmt)) return [stmt];
    if (stmt.kind === 'rmw') return this.#locked(stmt);
    if (stmt.kind === 'assign' && stmt.target.kind === 'local' && stmt.value.kind === 'shared') {
      const { before, expr } = this.#hoisted(stmt.value.index ?? int(0), stmt);
      const read = shared(stmt.value.shared, expr);
      if (this.#isOwn({ shared: stmt.value.shared }) && read.kind === 'shared')
        return asOne(stmt, [...before, ...this.#read(stmt.target.local, read, stmt)], null);
    }
    const { before, stmt: last } = new Hoist(...this.#hoisting(stmt)).hoisted(0);
    const made = this.#expanded(before);
    if (last.kind === 'while') return loopAround(last, made, this.tools.labels, 'local arrays');
    if (stmt.kind === 'assume') this.#refuseLoads(stmt, before);
    const target = this.#target(last);
    if (target === null || last.kind !== 'assign') return asOne(stmt, made, last);
    return asOne(stmt, [...made, ...this.#write(target, last)], null);
  }

  #hoisting(stmt: Stmt): ConstructorParameters<typeof Hoist> {
    const { thread, supply } = this.tools;
    return [this.program, thread, supply, stmt, (read) => this.#isOwn(read), 0];
  }

  /** An expression without cells of local arrays, and what goes before it. */
  #hoisted(expr: Expr, from: Stmt): { readonly before: Block; readonly expr: Expr } {
    if (!this.#hasOwn(expr)) return { before: [], expr };
    const like: Stmt = { kind: 'assert', cond: expr, property: '', labels: [], span: from.span };
    const { before, stmt } = new Hoist(...this.#hoisting(like)).hoisted(0);
    return { before: this.#expanded(before), expr: stmt.kind === 'assert' ? stmt.cond : expr };
  }

  /** Operands are read with the cell: what is shared in them cannot be read before. */
  #locked(stmt: Extract<Stmt, { kind: 'rmw' }>): Block {
    const made: Stmt[] = [];
    const outside = (expr: Expr): Expr => {
      const { before, expr: rest } = this.#hoisted(expr, stmt);
      this.#refuseLoads(stmt, before);
      made.push(...before);
      return rest;
    };
    const { place, op } = stmt;
    const index = place.index === null ? null : outside(place.index);
    const expected = op.kind === 'cas' ? outside(op.expected) : null;
    const value = outside(op.value);
    const own = op.kind === 'cas' && expected !== null ? { ...op, expected, value } : { ...op, value };
    return asOne(stmt, made, { ...stmt, place: { ...place, index }, op: own });
  }

  #refuseLoads(stmt: Stmt, before: Block): void {
    const loads = before.some((made) => exprsOf(made).some((expr) => this.#readsMemory(expr)));
    if (!loads) return;
    const message = 'a cell of a local array whose number is only known here would be chosen after a load';
    this.tools.bag.report('E402', stmt.span, message, 'load it into a local first');
  }

  /** What `Hoist` made: assignments to temporaries, also inside of tests. */
  #expanded(made: Block): Block {
    return rewriteBlock(made, (stmt) => {
      if (stmt.kind !== 'assign' || stmt.target.kind !== 'local' || stmt.value.kind !== 'shared')
        return [stmt];
      return this.#isOwn(stmt.value) ? this.#read(stmt.target.local, stmt.value, stmt) : [stmt];
    });
  }

  /** `target = a[i];` */
  #read(target: LocalId, { shared: array, index }: SharedRead, stmt: Stmt): Block {
    const own = this.cells.meaning(array);
    if (own === null || index === null) return [];
    const { span } = stmt;
    if (own.kind === 'number') {
      const number = local(target);
      const wrong = binary('||', binary('<', number, int(0)), binary('>=', number, int(own.length)));
      const fault = assigned(this.#temporary(stmt), shared(this.noCell.id, number), stmt);
      return [
        assigned(target, index, stmt),
        { kind: 'if', cond: wrong, then: [fault], else: [], labels: [], span },
      ];
    }
    return this.#chosen(own, index, stmt, (cell) => assigned(target, local(cell), stmt));
  }

  /** `a[i] = value;` */
  #write(own: OwnCell, stmt: Extract<Stmt, { kind: 'assign' }>): Block {
    const { target } = stmt;
    if (own.kind === 'number' || target.kind !== 'shared' || target.index === null) return [];
    if (!this.#readsMemory(stmt.value))
      return this.#chosen(own, target.index, stmt, (cell) => assigned(cell, stmt.value, stmt));
    const index = this.#bound(target.index, stmt);
    const { thread, supply } = this.tools;
    const value = supply.temporary('load', thread, own.variable.type, stmt.span);
    const chosen = this.#chosen(own, index.expr, stmt, (cell) => assigned(cell, local(value), stmt));
    return [...index.before, assigned(value, stmt.value, stmt), ...chosen];
  }

  /** Loads an index that several tests look at. */
  #bound(index: Expr, stmt: Stmt): { readonly before: Block; readonly expr: Expr } {
    if (!this.#readsMemory(index)) return { before: [], expr: index };
    const loaded = this.#temporary(stmt);
    return { before: [assigned(loaded, index, stmt)], expr: local(loaded) };
  }

  #chosen(
    { variable }: Extract<OwnCell, { kind: 'local' }>,
    index: Expr,
    stmt: Stmt,
    make: (cell: LocalId) => Stmt,
  ): Block {
    const { before, expr } = this.#bound(index, stmt);
    const among = (lo: number, hi: number): Stmt => {
      if (lo === hi) return make(localId(variable.id + lo));
      const middle = lo + Math.ceil((hi - lo) / 2);
      const cond =
        middle === lo + 1 && hi === middle ? binary('==', expr, int(lo)) : binary('<', expr, int(middle));
      const [then, otherwise] = [[among(lo, middle - 1)], [among(middle, hi)]];
      return { kind: 'if', cond, then, else: otherwise, labels: [], span: stmt.span };
    };
    return [...before, among(0, cellsIn(variable.shape) - 1)];
  }

  #temporary({ span }: Stmt): LocalId {
    return this.tools.supply.temporary('load', this.tools.thread, intType, span);
  }
}

function assigned(target: LocalId, value: Expr, { span }: Stmt): Stmt {
  const to: LValue = { kind: 'local', local: target };
  return { kind: 'assign', target: to, value, labels: [], span };
}

/** Statements that stand for one: the thread is at its labels until the last of them is done. */
function asOne(whole: Stmt, made: Block, own: Stmt | null): Block {
  if (made.length === 0) return own === null ? [] : [own];
  const continues = [...(whole.continues ?? []), ...whole.labels];
  const held = (block: Block): Block => rewriteBlock(block, (stmt) => [later(stmt, continues)]);
  const [first, ...others] = made.map((stmt) => mapBlocks(stmt, held));
  const rest = [...others, ...(own === null ? [] : [own])].map((stmt) => later(stmt, continues));
  return first === undefined ? rest : [{ ...first, labels: whole.labels }, ...rest];
}

const later = (stmt: Stmt, continues: readonly string[]): Stmt =>
  continues.length === 0 ? { ...stmt, labels: [] } : { ...stmt, labels: [], continues };
