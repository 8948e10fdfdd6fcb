import { assertNever, at, getOrFail } from '../../support/invariant.js';
import type { Block, Stmt, Thread } from './program.js';
import { mapBlocks } from './visit.js';
import { blocksOf, everyStatement, jumpTargets } from './walk-statements.js';

/** Where control goes: a statement, or null for the end of the thread. */
export type JumpTarget = Stmt | null;

/**
 * How control moves between the statements of a thread outside its sections, by the rules of the pass
 * build-automata: where it rests between steps, which labels hold there, and what takes no step.
 */
export class ControlFlow {
  readonly body: Block;
  readonly #made: ReadonlySet<string>;
  readonly #next = new Map<Stmt, JumpTarget>();
  readonly #labelled = new Map<string, Stmt>();

  constructor(thread: Thread) {
    this.body = copied(thread.body);
    this.#made = new Set(thread.madeLabels ?? []);
    for (const stmt of everyStatement(this.body))
      for (const label of stmt.labels) this.#labelled.set(label, stmt);
    this.#link(this.body, null);
  }

  get entry(): JumpTarget {
    return first(this.body, null);
  }

  /** The statements outside sections. */
  statements(): readonly Stmt[] {
    return [...this.#next.keys()];
  }

  after(stmt: Stmt): JumpTarget {
    return getOrFail(this.#next, stmt);
  }

  labelled(label: string): Stmt {
    return getOrFail(this.#labelled, label);
  }

  /** Whether a statement stands outside sections. */
  isOutside(stmt: Stmt): boolean {
    return this.#next.has(stmt);
  }

  /** The labels at which the thread is while the statement is next. */
  labels(target: JumpTarget): readonly string[] {
    if (target === null) return [];
    return [...target.labels, ...(target.continues ?? [])].filter((label) => !this.#made.has(label));
  }

  branch(block: Block, of: Stmt): JumpTarget {
    return first(block, of.kind === 'while' ? of : this.after(of));
  }

  /** Where control is at once, if the statement takes no step; null if it does. */
  silent(stmt: Stmt): readonly JumpTarget[] | null {
    switch (stmt.kind) {
      case 'skip':
        return stmt.labels.length > 0 ? null : [this.after(stmt)];
      case 'goto':
        return [this.labelled(stmt.target)];
      case 'either':
        return stmt.branches.map((branch) => this.branch(branch, stmt));
      case 'if':
        if (stmt.cond.kind !== 'bool' || stmt.labels.length > 0) return null;
        return [this.branch(stmt.cond.value ? stmt.then : stmt.else, stmt)];
      case 'while':
        if (stmt.cond.kind !== 'bool' || stmt.labels.length > 0) return null;
        return [stmt.cond.value ? this.branch(stmt.body, stmt) : this.after(stmt)];
      case 'assign':
      case 'havoc':
      case 'assume':
      case 'assert':
      case 'atomic':
      case 'locked':
      case 'fence':
      case 'rmw':
        return null;
      default:
        return assertNever(stmt);
    }
  }

  /** Where control may be next: at once, or by a step of the statement. */
  targets(stmt: Stmt): readonly JumpTarget[] {
    return this.silent(stmt) ?? this.stepTargets(stmt);
  }

  /** Where the steps of a statement lead. */
  stepTargets(stmt: Stmt): readonly JumpTarget[] {
    if (isSection(stmt)) return [this.after(stmt), ...this.exits(stmt)];
    const inside = blocksOf(stmt).map((block) => this.branch(block, stmt));
    return stmt.kind === 'if' ? inside : [...inside, this.after(stmt)];
  }

  /** Where jumps out of a section lead. */
  exits(stmt: Stmt): readonly Stmt[] {
    return [...new Set(blocksOf(stmt).flatMap(jumpTargets))]
      .map((label) => this.labelled(label))
      .filter((target) => this.isOutside(target));
  }

  /** Where control rests when a step leads to the target. */
  landing(target: JumpTarget): JumpTarget {
    const seen = new Set<JumpTarget>();
    let here = target;
    for (;;) {
      if (here === null || this.labels(here).length > 0 || seen.has(here)) return here;
      const ways = this.silent(here);
      if (ways === null || ways.length !== 1) return here;
      seen.add(here);
      here = at(ways, 0);
    }
  }

  /** The labels that hold when a step has led to the target. */
  arrival(target: JumpTarget): readonly string[] {
    return this.labels(this.landing(target));
  }

  /** Whether control that rests at a silent statement takes a step of its own to get to one behind it. */
  entersByStep(stmt: Stmt, target: JumpTarget): boolean {
    const rests = isChoice(stmt) || this.labels(stmt).length > 0;
    return rests && this.arrival(target).length > 0;
  }

  /** Whether control could return to a jump or loop without a step. */
  idles(stmt: Stmt): boolean {
    if (stmt.kind !== 'goto' && stmt.kind !== 'while') return false;
    const seen = new Set<JumpTarget>();
    const visit = (here: JumpTarget): boolean => {
      if (here === stmt && seen.size > 0) return true;
      if (here === null || seen.has(here)) return false;
      seen.add(here);
      return (this.silent(here) ?? []).some((next) => !this.entersByStep(here, next) && visit(next));
    };
    return visit(stmt);
  }

  #link(block: Block, end: JumpTarget): void {
    for (const [i, stmt] of block.entries()) {
      const next = block[i + 1] ?? end;
      this.#next.set(stmt, next);
      if (isSection(stmt)) continue;
      for (const inner of blocksOf(stmt)) this.#link(inner, stmt.kind === 'while' ? stmt : next);
    }
  }
}

const isSection = ({ kind }: Stmt): boolean => kind === 'atomic' || kind === 'locked';

/** Whether there are several ways to go on. */
export const isChoice = (stmt: Stmt): boolean => stmt.kind === 'either' && stmt.branches.length > 1;

const first = (block: Block, otherwise: JumpTarget): JumpTarget => block[0] ?? otherwise;

/** Statements that are told apart by identity: passes may share one between places. */
function copied(block: Block): Block {
  return block.map((stmt) => ({ ...mapBlocks(stmt, copied) }));
}
