import { localsOf } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { LocalId } from '../../../lang/expr/ids.js';
import type { Block, Stmt } from '../../../lang/program/program.js';
import { everyStatement, exprsOf } from '../../../lang/program/walk-statements.js';
import { at } from '../../../support/invariant.js';

export type LiveLocals = ReadonlySet<LocalId>;
/** Hears of a write, of what is still to be read behind it, and of the statement that writes. */
export type WriteListener = (id: LocalId, live: LiveLocals, by: Stmt) => void;

/** Which of the candidates are still to be read, at every statement of a thread whose control is jumps. */
export class LocalLiveness {
  readonly #labels = new Map<string, number>();
  readonly #liveIn: LiveLocals[];

  constructor(
    private readonly block: Block,
    private readonly candidates: LiveLocals,
  ) {
    for (const [i, { labels }] of block.entries()) for (const label of labels) this.#labels.set(label, i);
    this.#liveIn = block.map(() => new Set<LocalId>());
    this.#settle();
  }

  /** What may be read before it is written. */
  get atEntry(): LiveLocals {
    return this.#liveIn[0] ?? new Set();
  }

  forEachWrite(listener: WriteListener): void {
    for (const i of this.block.keys()) this.#before(i, listener);
  }

  #settle(): void {
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (let i = this.block.length - 1; i >= 0; i--) {
        const live = this.#before(i);
        if (live.size === at(this.#liveIn, i).size) continue;
        this.#liveIn[i] = live;
        isChanged = true;
      }
    }
  }

  /** What is still to be read before a statement; `written` hears of its writes. */
  #before(i: number, written?: WriteListener): LiveLocals {
    const stmt = at(this.block, i);
    const next = stmt.kind === 'goto' ? [] : (this.#liveIn[i + 1] ?? []);
    return this.#through(stmt, new Set(next), written);
  }

  #through(stmt: Stmt, live: Set<LocalId>, written?: WriteListener): Set<LocalId> {
    switch (stmt.kind) {
      case 'goto':
        return new Set(this.#liveIn[this.#labels.get(stmt.target) ?? -1] ?? []);
      case 'if': {
        const branches = [stmt.then, stmt.else].map((branch) => this.#body(branch, new Set(live), written));
        return this.#reading(stmt.cond, new Set(branches.flatMap((branch) => [...branch])));
      }
      case 'atomic':
      case 'locked':
        return [...everyStatement(stmt.body)].some((inner) => inner.labels.length > 0)
          ? this.#withJumpsInside(stmt, live, written)
          : this.#body(stmt.body, live, written);
      default: {
        for (const id of writtenIn(stmt)) {
          written?.(id, live, stmt);
          live.delete(id);
        }
        for (const expr of exprsOf(stmt)) this.#reading(expr, live);
        return live;
      }
    }
  }

  #body(body: Block, live: Set<LocalId>, written?: WriteListener): Set<LocalId> {
    return body.reduceRight((behind, stmt) => this.#through(stmt, behind, written), live);
  }

  /** Whatever is read inside is taken to be read everywhere inside. */
  #withJumpsInside(stmt: Stmt, live: Set<LocalId>, written?: WriteListener): Set<LocalId> {
    const inside = [...everyStatement([stmt])];
    for (const inner of inside) {
      for (const expr of exprsOf(inner)) this.#reading(expr, live);
      if (inner.kind === 'goto')
        for (const id of this.#liveIn[this.#labels.get(inner.target) ?? -1] ?? []) live.add(id);
    }
    for (const inner of inside) for (const id of writtenIn(inner)) written?.(id, live, inner);
    return live;
  }

  #reading(expr: Expr, live: Set<LocalId>): Set<LocalId> {
    for (const id of localsOf(expr)) if (this.candidates.has(id)) live.add(id);
    return live;
  }
}

/** The locals that a statement writes itself. */
export function writtenIn(stmt: Stmt): readonly LocalId[] {
  if (stmt.kind === 'assign') return stmt.target.kind === 'local' ? [stmt.target.local] : [];
  if (stmt.kind === 'havoc') return [stmt.local];
  return stmt.kind === 'rmw' && stmt.result !== null ? [stmt.result] : [];
}
