import { getOrFail } from '../../support/invariant.js';
import { addTo } from '../../support/remembered.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { Block, Program, Stmt } from '../../lang/program/program.js';
import { blocksOf, everyStatement, jumpTargets } from '../../lang/program/walk-statements.js';
import type { GivenNames } from '../shared/naming.js';

/**
 * Labels in a proctype. The program's own stay; a part of a statement at which its thread is still `at` a label gets a
 * label of its own, as Promela tells by its label where a process stands. Inside `atomic` nobody is seen at a label.
 */
export class PromelaLabels {
  readonly #of = new Map<string, string[]>();
  readonly #labels = new Map<Stmt, readonly string[]>();
  readonly #targets = new Map<ThreadId, ReadonlySet<string>>();
  /** Those that passes made: nothing is `at` them. */
  readonly #made = new Map<ThreadId, ReadonlySet<string>>();

  constructor(
    program: Program,
    private readonly names: GivenNames,
  ) {
    for (const { id, body, madeLabels } of program.threads) {
      this.#made.set(id, new Set(madeLabels ?? []));
      this.#targets.set(id, new Set(jumpTargets(body)));
      this.#block(id, body, false);
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
    return this.#shownAt(thread, stmt).length > 0;
  }

  #shownAt(thread: ThreadId, { labels, continues }: Stmt): readonly string[] {
    const made = getOrFail(this.#made, thread);
    return [...labels, ...(continues ?? [])].filter((label) => !made.has(label));
  }

  #block(thread: ThreadId, block: Block, inside: boolean): void {
    for (const stmt of block) {
      this.#stmt(thread, stmt, inside);
      for (const inner of blocksOf(stmt))
        if (!this.isDead(thread, stmt, inner)) this.#block(thread, inner, inside || stmt.kind === 'atomic');
    }
  }

  #stmt(thread: ThreadId, stmt: Stmt, inside: boolean): void {
    const all = stmt.labels.map((label) => this.names.label(thread, label));
    for (const label of new Set(inside ? [] : this.#shownAt(thread, stmt))) {
      let name = this.names.label(thread, label);
      if (!stmt.labels.includes(label)) {
        name = this.names.freshLabel(thread, `${name}_goes_on`);
        all.push(name);
      }
      addTo(this.#of, `${thread} ${label}`, name);
    }
    this.#labels.set(stmt, all);
  }
}
