import { getOrFail } from '../../support/invariant.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { Block, Program, Stmt, Thread } from '../../lang/program/program.js';
import { blocksOf, everyStatement } from '../../lang/program/walk-statements.js';
import type { GivenNames } from '../shared/naming.js';

/**
 * Labels in a proctype. The program's own stay; a part of a statement at which its thread is still `at` a label gets a
 * label of its own, as Promela tells by its label where a process stands. Inside `atomic` nobody is seen at a label.
 */
export class PromelaLabels {
  readonly #of = new Map<string, string[]>();
  readonly #labels = new Map<Stmt, readonly string[]>();
  readonly #targets = new Map<ThreadId, ReadonlySet<string>>();
  readonly #visible = new Map<ThreadId, (stmt: Stmt) => boolean>();

  constructor(
    program: Program,
    private readonly names: GivenNames,
  ) {
    for (const thread of program.threads) {
      const made = new Set(thread.madeLabels ?? []);
      this.#visible.set(thread.id, (stmt) =>
        [...stmt.labels, ...(stmt.continues ?? [])].some((label) => !made.has(label)),
      );
      const jumps = [...everyStatement(thread.body)].flatMap((s) => (s.kind === 'goto' ? [s.target] : []));
      this.#targets.set(thread.id, new Set(jumps));
      this.#block(thread, thread.body, false, made);
    }
  }

  /** Whether a constant test rules out a block of a statement, and nobody jumps into it: it is left out. */
  isDead(thread: ThreadId, stmt: Stmt, block: Block): boolean {
    if ((stmt.kind !== 'if' && stmt.kind !== 'while') || stmt.cond.kind !== 'bool') return false;
    const isElse = stmt.kind === 'if' && block === stmt.else;
    const targets = getOrFail(this.#targets, thread);
    const isTarget = (label: string): boolean => targets.has(label);
    return stmt.cond.value === isElse && ![...everyStatement(block)].some((s) => s.labels.some(isTarget));
  }

  /** The labels of a proctype at which the thread is at a label of the program. */
  of(thread: ThreadId, label: string): readonly string[] {
    return this.#of.get(`${thread} ${label}`) ?? [];
  }

  /** The labels to be printed before a statement. */
  labels(stmt: Stmt): readonly string[] {
    return getOrFail(this.#labels, stmt);
  }

  /** Whether the thread is at some label before this statement, so that control stops there. */
  isVisible(thread: ThreadId, stmt: Stmt): boolean {
    return getOrFail(this.#visible, thread)(stmt);
  }

  #block(thread: Thread, block: Block, inside: boolean, made: ReadonlySet<string>): void {
    for (const stmt of block) {
      this.#stmt(thread, stmt, inside, made);
      for (const inner of blocksOf(stmt))
        if (!this.isDead(thread.id, stmt, inner))
          this.#block(thread, inner, inside || stmt.kind === 'atomic', made);
    }
  }

  #stmt(thread: Thread, stmt: Stmt, inside: boolean, made: ReadonlySet<string>): void {
    const own = stmt.labels.map((label) => this.names.label(thread.id, label));
    const more: string[] = [];
    const at = inside ? [] : [...stmt.labels, ...(stmt.continues ?? [])].filter((label) => !made.has(label));
    for (const label of new Set(at)) {
      const isOwn = stmt.labels.includes(label);
      const name = isOwn
        ? this.names.label(thread.id, label)
        : this.names.freshLabel(thread.id, `${this.names.label(thread.id, label)}_goes_on`);
      if (!isOwn) more.push(name);
      const key = `${thread.id} ${label}`;
      this.#of.set(key, [...(this.#of.get(key) ?? []), name]);
    }
    this.#labels.set(stmt, [...own, ...more]);
  }
}
