import { sharedReads, subexpressions } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import type { LocalId, ThreadId } from '../lang/expr/ids.js';
import { formulasOf } from '../lang/program/program.js';
import type { Block, Program, Stmt, Thread } from '../lang/program/program.js';
import { mapBlocks } from '../lang/program/visit.js';
import { everyStatement, jumpTargets } from '../lang/program/walk-statements.js';
import type { TextPlace, TextStore } from '../lang/program/text-places.js';
import { FreshLabels } from '../lang/program/fresh-labels.js';
import { at } from '../support/invariant.js';

/**
 * A place of the text where a fence may be put, between two actions of a thread. Places that differ only in actions which
 * neither access memory, nor are seen by a property, nor branch or join are one; the first of them stands for all, and also
 * the place before an atomic section for that at its begin, since the section begins with its first action. None is where
 * the own buffer is empty anyway (at the begin of a thread, behind a fence or a locked instruction), or is waited for (before
 * one, unless a property names its label, and so sees who waits there), nor in front of a branch of `either`, whose first
 * action is offered at the `either` itself: a fence there would choose the branch.
 */
export interface FencePoint {
  readonly id: number;
  /** As the program states it: all instances of a thread with a range, or of a process, have the place once. */
  readonly thread: ThreadId;
  readonly anchor: PointAnchor;
  /** The statements of its block around it. */
  readonly previous: Stmt | null;
  readonly next: Stmt | null;
  /** The statement whose block it stands in; null: the body of the thread. */
  readonly owner: BlockOwner | null;
}

export type PointAnchor =
  /** First in a block, in front of any label. */
  | { readonly kind: 'begin' }
  /** Behind the whole statement, in front of the labels of the next one. */
  | { readonly kind: 'after'; readonly stmt: Stmt }
  /**
   * In front of the statement, where jumps to its labels pass. `made`: a property names one of them, so they stay on the
   * statement, and the fence gets this label, to which jumps lead instead.
   */
  | { readonly kind: 'behind-labels'; readonly stmt: Stmt; readonly made: string | null }
  /** The statement is a fence that may go. */
  | { readonly kind: 'fence'; readonly stmt: FenceStmt }
  /** A place that the text has, and the program perhaps several times. */
  | { readonly kind: 'text'; readonly place: TextPlace };

export interface BlockOwner {
  readonly stmt: Stmt;
  /** Which of its blocks. */
  readonly block: number;
}

export type FenceStmt = Extract<Stmt, { kind: 'fence' }>;

/** What to put at a place; null: nothing. The labels are seen to. */
export type Filling = (point: FencePoint) => Stmt | null;

/** All places of a program where fences may be put, in the order of the text. */
export function fencePoints(program: Program): readonly FencePoint[] {
  const found: FencePoint[] = [];
  fillPoints(program, (point) => {
    found.push(point);
    return null;
  });
  return found;
}

/** The fences that are there, as places; in locked sections nobody waits for them. */
export function presentFences(program: Program): readonly FencePoint[] {
  const found: FencePoint[] = [];
  fillPresent(program, (point) => {
    found.push(point);
    return null;
  });
  return found;
}

/** The program with statements at its places, and with these of its own statements as locked instructions. */
export function fillPoints(program: Program, fill: Filling, locked: ReadonlySet<Stmt> = new Set()): Program {
  const ways: WalkWays = { seen: seenOf(program), fill, locked, count: { points: 0 } };
  return { ...program, threads: program.threads.map((thread) => new PointWalk(thread, ways).thread()) };
}

/** The program with others, or none, in the places of its fences. */
export function fillPresent(program: Program, fill: Filling): Program {
  let points = 0;
  const threads = program.threads.map((thread): Thread => {
    const block = (stmts: Block, owner: BlockOwner | null): Block =>
      stmts.flatMap((stmt, i): Block => {
        if (stmt.kind === 'locked') return [stmt];
        if (stmt.kind !== 'fence') return [mapOwned(stmt, block)];
        const around = { previous: stmts[i - 1] ?? null, next: stmts[i + 1] ?? null, owner };
        const anchor = { kind: 'fence', stmt } as const;
        const filled = fill({ id: points++, thread: thread.id, anchor, ...around });
        return filled === null ? [] : [{ ...filled, labels: stmt.labels }];
      });
    return { ...thread, body: block(thread.body, null) };
  });
  return { ...program, threads };
}

const mapOwned = (stmt: Stmt, f: (block: Block, owner: BlockOwner) => Block): Stmt => {
  let number = 0;
  return mapBlocks(stmt, (block) => f(block, { stmt, block: number++ }));
};

/** What properties see of a state besides memory: a step that changes it is one for them. */
interface SeenByProperties {
  /** As `thread label`. */
  readonly labels: ReadonlySet<string>;
  readonly locals: ReadonlySet<LocalId>;
}

const labelKey = (thread: ThreadId, label: string): string => `${thread} ${label}`;

/** In the last state of a run that has ended nobody sees when what was assigned. */
function seenOf({ properties }: Program): SeenByProperties {
  const parts = properties
    .filter(({ kind }) => kind !== 'final')
    .flatMap((property) => formulasOf(property).flatMap((formula) => [...subexpressions(formula)]));
  const labels = parts.flatMap((e) => (e.kind === 'at' ? [labelKey(e.thread, e.label)] : []));
  const locals = parts.flatMap((e) => (e.kind === 'local' || e.kind === 'instance-local' ? [e.local] : []));
  return { labels: new Set(labels), locals: new Set(locals) };
}

/** How a block begins and ends. */
interface BlockEnds {
  /** `new`: with a place of its own. `entered`: by a step of its own, or not at all. `outside`: as what is before it. */
  readonly begin: 'new' | 'entered' | 'outside';
  /** Whether an action of the thread may follow. */
  readonly goesOn: boolean;
}

interface WalkWays {
  readonly seen: SeenByProperties;
  readonly fill: Filling;
  readonly locked: ReadonlySet<Stmt>;
  readonly count: { points: number };
}

class PointWalk {
  readonly #labels: FreshLabels;
  readonly #targets: ReadonlySet<string>;
  /** From labels that properties name to those that jumps take instead. */
  readonly #redirected = new Map<string, string>();

  constructor(
    private readonly whole: Thread,
    private readonly ways: WalkWays,
  ) {
    this.#labels = FreshLabels.of(whole);
    this.#targets = new Set(jumpTargets(whole.body));
  }

  thread(): Thread {
    const body = this.#block(this.whole.body, null, { begin: 'outside', goesOn: false });
    const redirected = this.#redirected.size === 0 ? body : this.#redirect(body);
    return this.#labels.labelled(this.whole, redirected);
  }

  #block(stmts: Block, owner: BlockOwner | null, { begin, goesOn }: BlockEnds): Block {
    const out: Stmt[] = [];
    stmts.forEach((stmt, i) => {
      const previous = stmts[i - 1] ?? null;
      const hasPlace =
        previous === null ? begin === 'new' : this.#leavesPlace(previous, i === 1 ? begin : 'new');
      if (hasPlace && !this.#drainsNext(stmts, i)) out.push(...this.#ask({ previous, next: stmt, owner }));
      out.push(...this.#labelled(stmt, { previous, next: stmt, owner }));
    });
    const last = stmts.at(-1) ?? null;
    const hasEnd =
      last === null ? begin === 'new' : this.#leavesPlace(last, stmts.length === 1 ? begin : 'new');
    if (goesOn && hasEnd) out.push(...this.#ask({ previous: last, next: null, owner }));
    return out;
  }

  #inside(stmt: Stmt): Stmt {
    if (this.ways.locked.has(stmt)) return asLocked(stmt);
    const ends = blockEnds(stmt);
    return ends === null ? stmt : mapOwned(stmt, (block, owner) => this.#block(block, owner, ends));
  }

  #ask(around: Pick<FencePoint, 'previous' | 'next' | 'owner'>): Block {
    const { previous } = around;
    const filled = this.#filled(
      previous === null ? { kind: 'begin' } : { kind: 'after', stmt: previous },
      around,
    );
    return filled === null ? [] : [filled];
  }

  /** A statement, as it is put there, with its place behind its labels, where jumps come in. */
  #labelled(original: Stmt, around: Pick<FencePoint, 'previous' | 'next' | 'owner'>): Block {
    const stmt = this.#inside(original);
    const { labels } = original;
    const [first] = labels;
    const isSeen = labels.some((label) => this.#isSeen(label));
    const isTarget = labels.some((label) => this.#targets.has(label));
    if (first === undefined || !isTarget || (drains(original) && !isSeen)) return [stmt];
    const made = isSeen ? this.#labels.numbered(`${first}_fence`) : null;
    const filled = this.#filled({ kind: 'behind-labels', stmt: original, made }, around);
    if (filled === null) return [stmt];
    if (made === null)
      return [
        { ...filled, labels },
        { ...stmt, labels: [] },
      ];
    for (const label of labels) this.#redirected.set(label, made);
    return [{ ...filled, labels: [made] }, stmt];
  }

  #filled(anchor: PointAnchor, around: Pick<FencePoint, 'previous' | 'next' | 'owner'>): Stmt | null {
    const id = this.ways.count.points++;
    const { fill: put } = this.ways;
    return put({ id, thread: this.whole.id, anchor, ...around });
  }

  /** Whether the place behind a statement is another one than that before it, and one where writes may wait. */
  #leavesPlace(stmt: Stmt, before: BlockEnds['begin']): boolean {
    if (stmt.kind === 'goto' || drains(stmt)) return false;
    // Behind the labels of a silent statement is a place of its own, if jumps come in there.
    return !this.#isSilent(stmt) || (before === 'entered' && stmt.labels.length === 0);
  }

  /** Behind actions that nobody sees comes one that waits for the own buffer, and nobody sees that the thread waits there. */
  #drainsNext(stmts: Block, from: number): boolean {
    for (const stmt of stmts.slice(from)) {
      if (stmt.labels.some((label) => this.#targets.has(label) || this.#isSeen(label))) return false;
      if (drains(stmt)) return true;
      if (!this.#isSilent(stmt)) return false;
    }
    return false;
  }

  #isSeen(label: string): boolean {
    return this.ways.seen.labels.has(labelKey(this.whole.id, label));
  }

  /** No access, no branch, and nothing that a property sees. */
  #isSilent(stmt: Stmt): boolean {
    if (stmt.labels.some((label) => this.#isSeen(label))) return false;
    const isHidden = (local: LocalId): boolean => !this.ways.seen.locals.has(local);
    switch (stmt.kind) {
      case 'skip':
        return true;
      case 'assign':
        return stmt.target.kind === 'local' && isHidden(stmt.target.local) && isLocal(stmt.value);
      case 'havoc':
        return isHidden(stmt.local);
      default:
        return false;
    }
  }

  #redirect(block: Block): Block {
    return block.map((stmt): Stmt => {
      const target = stmt.kind === 'goto' ? this.#redirected.get(stmt.target) : undefined;
      if (stmt.kind === 'goto' && target !== undefined) return { ...stmt, target };
      return mapBlocks(stmt, (inner) => this.#redirect(inner));
    });
  }
}

/** How the blocks of a statement begin and end; null: nothing is put inside it. */
function blockEnds({ kind }: Stmt): BlockEnds | null {
  switch (kind) {
    case 'if':
    case 'while':
      return { begin: 'new', goesOn: true };
    case 'either':
      return { begin: 'entered', goesOn: true };
    case 'atomic':
      return { begin: 'outside', goesOn: true };
    default:
      return null;
  }
}

const isLocal = (expr: Expr): boolean => sharedReads(expr).length === 0;

/** It waits for the own buffer, and leaves it empty. */
const drains = (stmt: Stmt): boolean =>
  (stmt.kind === 'fence' && stmt.fence === 'full') ||
  stmt.kind === 'rmw' ||
  (stmt.kind === 'locked' && stmt.buffered === undefined);

/** The stores that can be made locked instructions: outside sections, with one access each. */
export function lockableStores(program: Program): readonly LockableStore[] {
  const { labels } = seenOf(program);
  return program.threads.flatMap(({ id: thread, body }) => {
    const isSeen = (label: string): boolean => labels.has(labelKey(thread, label));
    const hasSeen = [...everyStatement(body)].some((stmt) => stmt.labels.some(isSeen));
    const found = new Map<Stmt, LockableStore>();
    for (const { stmt, next } of outsideSections(body, false)) {
      if (stmt.kind !== 'assign' || stmt.target.kind !== 'shared') continue;
      const { shared, index } = stmt.target;
      if (at(program.shared, shared).buffered === false) continue;
      if (!isLocal(stmt.value) || (index !== null && !isLocal(index))) continue;
      const leadsToSeen = next === 'somewhere' ? hasSeen : next?.labels.some(isSeen) === true;
      const before = found.get(stmt)?.isSeen === true;
      found.set(stmt, { thread, stmt, isSeen: before || leadsToSeen || stmt.labels.some(isSeen) });
    }
    return [...found.values()];
  });
}

export interface LockableStore {
  readonly thread: ThreadId;
  readonly stmt: Stmt;
  /** A property sees when its thread goes on: from its label, or to the next one. */
  readonly isSeen: boolean;
  /** The text says that it is one; absent: the statement stands for itself. */
  readonly text?: TextStore;
}

/** A statement, and where its thread is next: at one, at the end (null), or nobody knows. */
interface FollowedStmt {
  readonly stmt: Stmt;
  readonly next: Stmt | 'somewhere' | null;
}

function* outsideSections(block: Block, goesOn: boolean): Generator<FollowedStmt> {
  for (const [i, stmt] of block.entries()) {
    if (stmt.kind === 'atomic' || stmt.kind === 'locked') continue;
    const next = block[i + 1] ?? (goesOn ? 'somewhere' : null);
    yield { stmt, next: next === null || next === 'somewhere' || takesStep(next) ? next : 'somewhere' };
    if (stmt.kind === 'if') {
      yield* outsideSections(stmt.then, true);
      yield* outsideSections(stmt.else, true);
    } else if (stmt.kind === 'while') yield* outsideSections(stmt.body, true);
    else if (stmt.kind === 'either') for (const branch of stmt.branches) yield* outsideSections(branch, true);
  }
}

/** Whether who comes to a statement is there, and not beyond it at once. */
function takesStep(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'goto':
    case 'skip':
    case 'atomic':
      return false;
    case 'if':
    case 'while':
      return sharedReads(stmt.cond).length > 0;
    default:
      return true;
  }
}

const asLocked = (stmt: Stmt): Stmt => ({
  kind: 'locked',
  body: [{ ...stmt, labels: [] }],
  labels: stmt.labels,
  span: stmt.span,
});
