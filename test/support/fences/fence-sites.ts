import { generatedBy, lineOf } from '../../../src/diagnostics/span.js';
import { sharedReads, subexpressions } from '../../../src/lang/expr/expr.js';
import type { ThreadId } from '../../../src/lang/expr/ids.js';
import { formulasOf } from '../../../src/lang/program/program.js';
import type { Block, Program, Stmt, Thread } from '../../../src/lang/program/program.js';
import { mapBlocks, mapBodies, rewriteBlock } from '../../../src/lang/program/visit.js';
import { everyStatement, exprsOf, jumpTargets } from '../../../src/lang/program/walk-statements.js';
import { freeName } from '../../../src/support/free-names.js';

/** What may be put into a program so that stores reach memory earlier. */
export type Mend = 'fence' | 'fence(ww)' | 'locked';

/**
 * Where something may be put: at a point between two statements, or around a store. Every position of every block is a
 * point, and in front of a label that jumps lead to there are two: jumps skip the one and pass the other.
 */
export interface Site {
  readonly kind: 'point' | 'store';
  readonly thread: ThreadId;
  /** The lines of the statements before it, behind it and around it, of a program that was read. */
  readonly near: readonly number[];
  /** The same number for points with nothing between them that could tell them apart. */
  readonly place: number;
  /** In front of a branch of `either`: what is put there chooses the branch. */
  readonly opensBranch: boolean;
}

/** By its number in `sitesOf`, what is put at a site. */
export type Mends = ReadonlyMap<number, Mend>;

export function sitesOf(program: Program): readonly Site[] {
  return new Mender(program, new Map(), false).mend().sites;
}

/** The program as a person would write it. */
export const mended = (program: Program, mends: Mends): Program =>
  new Mender(program, mends, false).mend().program;

/** The same with a label at every site, used or not: at points that nothing is put at, `skip` carries it. */
export const marked = (program: Program, mends: Mends): Program =>
  new Mender(program, mends, true).mend().program;

const markPattern = /^site__(\d+)$/;
const markOf = (site: number): string => `site__${site}`;

/** The site whose mark it is, or null. */
export const siteOfMark = (label: string): number | null => {
  const match = markPattern.exec(label);
  return match === null ? null : Number(match[1]);
};

/** Whether a statement stores, once, and reads no shared variable. */
export function isPlainStore(stmt: Stmt): boolean {
  if (stmt.kind !== 'assign' || stmt.target.kind !== 'shared') return false;
  return exprsOf(stmt).every((expr) => sharedReads(expr).length === 0);
}

/** Whether nobody can tell what the buffer holds before the statement from what it holds behind it. */
function isIdle(stmt: Stmt, named: ReadonlySet<string>): boolean {
  if (stmt.labels.some((label) => named.has(label))) return false;
  if (exprsOf(stmt).some((expr) => sharedReads(expr).length > 0)) return false;
  const isLocal = stmt.kind === 'assign' && stmt.target.kind === 'local';
  return isLocal || ['skip', 'havoc', 'assert', 'assume'].includes(stmt.kind);
}

interface Context {
  readonly thread: Thread;
  readonly targets: ReadonlySet<string>;
  /** Labels that properties name. */
  readonly named: ReadonlySet<string>;
  readonly inAtomic: boolean;
  /** The statement that the block is in. */
  readonly around: Stmt | null;
  readonly opensBranch: boolean;
  /** Jumps to these labels lead to others from now on. */
  readonly redirected: Map<string, string>;
}

/** The statements before and behind a point of a block. */
type Between = readonly [Stmt | null, Stmt | null];

class Mender {
  readonly #sites: Site[] = [];
  #places = 0;

  constructor(
    private readonly program: Program,
    private readonly mends: Mends,
    private readonly marks: boolean,
  ) {}

  mend(): { readonly program: Program; readonly sites: readonly Site[] } {
    const program = mapBodies(this.program, (body, thread) => this.#body(body, thread));
    return { program, sites: this.#sites };
  }

  #body(body: Block, thread: Thread): Block {
    const redirected = new Map<string, string>();
    const context: Context = {
      ...{ thread, redirected, inAtomic: false, around: null, opensBranch: false },
      targets: new Set(jumpTargets(body)),
      named: labelsNamed(this.program, thread.id),
    };
    return rewriteBlock(this.#block(body, context), (stmt) => [
      stmt.kind === 'goto' ? { ...stmt, target: redirected.get(stmt.target) ?? stmt.target } : stmt,
    ]);
  }

  #block(block: Block, outer: Context): Block {
    let opensBranch = outer.around?.kind === 'either';
    const made: Stmt[] = [];
    let reached = true;
    let last: Stmt | null = null;
    // What is before an atomic block is in it: the block begins with its first action.
    if (outer.around?.kind !== 'atomic') this.#places++;
    for (const stmt of block) {
      const context = { ...outer, opensBranch };
      if (reached) made.push(...this.#point([last, stmt], context, []));
      const [before, inside] = this.#behindLabels([last, stmt], context);
      made.push(...before, this.#within(inside, context));
      reached = stmt.kind !== 'goto';
      opensBranch &&= stmt.kind === 'skip' && stmt.labels.length === 0;
      last = stmt;
      if (!isIdle(stmt, outer.named)) this.#places++;
    }
    return reached ? [...made, ...this.#point([last, null], { ...outer, opensBranch }, [])] : made;
  }

  /** What stands at the next point, with labels to begin with. */
  #point(between: Between, context: Context, labels: readonly string[]): readonly Stmt[] {
    const site = this.#site('point', between, context);
    const mend = this.mends.get(site);
    const all = [...labels, ...(this.marks ? [markOf(site)] : [])];
    if (mend !== undefined) {
      const fence = mend === 'fence(ww)' ? 'ww' : 'full';
      return [{ kind: 'fence', fence, labels: all, span }];
    }
    return this.marks ? [{ kind: 'skip', labels: all, span }] : [];
  }

  /** The point behind the labels that jumps lead to, and the statement with what labels are left to it. */
  #behindLabels(between: readonly [Stmt | null, Stmt], context: Context): readonly [readonly Stmt[], Stmt] {
    const [, stmt] = between;
    const targets = stmt.labels.filter((label) => context.targets.has(label));
    if (targets.length === 0) return [[], stmt];
    const isEmpty = !this.marks && !this.mends.has(this.#sites.length);
    this.#places++;
    if (isEmpty) return [this.#point(between, context, []), stmt];
    const moved = targets.map((label) => {
      if (!context.named.has(label)) return label;
      const other = freeName(`before_${label}`, (name) => takenIn(context.thread, name));
      context.redirected.set(label, other);
      return other;
    });
    const left = stmt.labels.filter((label) => !targets.includes(label) || context.named.has(label));
    return [this.#point(between, context, moved), { ...stmt, labels: left }];
  }

  #within(stmt: Stmt, context: Context): Stmt {
    // What is locked has no store that waits.
    if (stmt.kind === 'locked') return stmt;
    if (isPlainStore(stmt) && !context.inAtomic) return this.#store(stmt, context);
    const inner = { ...context, around: stmt, inAtomic: context.inAtomic || stmt.kind === 'atomic' };
    return mapBlocks(stmt, (block) => this.#block(block, inner));
  }

  #store(stmt: Stmt, context: Context): Stmt {
    const site = this.#site('store', [stmt], context);
    const labels = [...stmt.labels, ...(this.marks ? [markOf(site)] : [])];
    if (!this.mends.has(site)) return { ...stmt, labels };
    return { kind: 'locked', body: [{ ...stmt, labels: [] }], labels, span };
  }

  #site(
    kind: Site['kind'],
    beside: readonly (Stmt | null)[],
    { thread, around, opensBranch }: Context,
  ): number {
    const near = [...beside, around].flatMap((stmt) => (stmt === null ? [] : (lineOf(stmt.span) ?? [])));
    this.#sites.push({ kind, thread: thread.id, near, place: this.#places, opensBranch });
    return this.#sites.length - 1;
  }
}

const span = generatedBy('fence-sites', null);

const labelsNamed = (program: Program, thread: ThreadId): ReadonlySet<string> =>
  new Set(
    [...program.properties.flatMap(formulasOf)].flatMap((formula) =>
      [...subexpressions(formula)].flatMap((e) => (e.kind === 'at' && e.thread === thread ? [e.label] : [])),
    ),
  );

const takenIn = (thread: Thread, name: string): boolean =>
  [...everyStatement(thread.body)].some((stmt) => stmt.labels.includes(name));
