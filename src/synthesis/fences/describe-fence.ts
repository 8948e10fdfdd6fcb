import { excerpt } from '../../diagnostics/excerpt.js';
import { lineOf } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import { shared, sharedReads } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { expressionsRead } from '../../lang/program/actions.js';
import { printExpr } from '../../lang/program/print.js';
import { printHead } from '../../lang/program/print-stmt.js';
import type { Program, Stmt } from '../../lang/program/program.js';
import type { TextPlace } from '../../lang/program/text-places.js';
import type { Automaton, Edge, System } from '../../lang/program/system.js';
import { everyStatement, exprsOf } from '../../lang/program/walk-statements.js';
import { at } from '../../support/invariant.js';
import type { OvertakingAction } from '../../lang/run/reordering-text.js';
import type { FoundFence, ToldReordering } from '../synthesis-report.js';
import type { FenceCandidate } from './fenced-program.js';
import type { FencePoint } from '../../pass/fence-points.js';
import type { Reordering } from './run-on-places.js';
import { isSameText } from './same-text.js';

/** A candidate in the words of the program. */
export function foundFence(candidate: FenceCandidate, program: Program): FoundFence {
  if (candidate.kind === 'locked') {
    const { store } = candidate;
    if (store.text !== undefined)
      return { kind: 'locked', ...textStanding(store.text, program), place: store.text.told, at: store };
    const { name } = at(program.threads, store.thread);
    const place = `the ${actionOf(store.stmt, program, store.thread)}`;
    return { kind: 'locked', thread: name, ...standing(store.stmt, program), place, at: store };
  }
  const { point, fence } = candidate;
  if (point.anchor.kind === 'text') {
    const { place } = point.anchor;
    const kind = fence === 'full' ? 'fence' : 'fence(ww)';
    return { kind, ...textStanding(place, program), place: place.told, at: point };
  }
  const { stmt, words } = besides(point, program);
  return {
    kind: fence === 'full' ? 'fence' : 'fence(ww)',
    thread: at(program.threads, point.thread).name,
    ...(stmt === null ? { line: null, label: null, variable: null } : standing(stmt, program)),
    place: words,
    at: point,
  };
}

/** All threads that come to it are told. */
function textStanding(
  { threads, span }: Pick<TextPlace, 'threads' | 'span'>,
  program: Program,
): Pick<FoundFence, 'thread' | 'line' | 'label' | 'variable'> {
  const thread = threads.map((id) => at(program.threads, id).name).join(', ');
  return { thread, line: lineOf(span), label: null, variable: null };
}

function standing(stmt: Stmt, program: Program): Pick<FoundFence, 'line' | 'label' | 'variable'> {
  const isStore = stmt.kind === 'assign' && stmt.target.kind === 'shared';
  const variable = isStore ? at(program.shared, stmt.target.shared).name : null;
  return { line: lineOf(stmt.span), label: stmt.labels[0] ?? null, variable };
}

/** The statement by which people find a place. */
function besides(
  point: FencePoint,
  program: Program,
): { readonly stmt: Stmt | null; readonly words: string } {
  const { anchor, previous, next, owner } = point;
  const told = (stmt: Stmt): string => actionOf(stmt, program, point.thread);
  switch (anchor.kind) {
    case 'after':
      return { stmt: anchor.stmt, words: `after ${told(anchor.stmt)}` };
    case 'text':
      return { stmt: null, words: anchor.place.told };
    case 'behind-labels':
      return { stmt: anchor.stmt, words: `before ${told(anchor.stmt)}` };
    case 'fence':
      if (previous !== null) return { stmt: anchor.stmt, words: `after ${told(previous)}` };
      return { stmt: anchor.stmt, words: next === null ? 'by itself' : `before ${told(next)}` };
    case 'begin': {
      if (next !== null) return { stmt: next, words: `before ${told(next)}` };
      const stmt = owner?.stmt ?? null;
      const which = owner?.block === 1 ? 'else branch' : stmt?.kind === 'while' ? 'body' : 'branch';
      return { stmt, words: stmt === null ? 'at the begin' : `in the empty ${which} of ${told(stmt)}` };
    }
  }
}

/** As in `store x = 1`, `load r = y`. */
function actionOf(stmt: Stmt, program: Program, thread: FencePoint['thread']): string {
  const head = printHead(stmt, program, thread);
  if (stmt.kind !== 'assign') return head;
  if (stmt.target.kind === 'shared') return `store ${head}`;
  return exprsOf(stmt).some((expr) => sharedReads(expr).length > 0) ? `load ${head}` : head;
}

/** A reordering of a run, in the words of the program. */
export function toldReordering(
  { waiting, before }: Reordering,
  /** What of the later action is told of. */
  kinds: readonly OvertakingAction['kind'][],
  system: System,
  words: ThreadWords,
): ToldReordering | null {
  const thread = at(system.threads, waiting.thread);
  const store = at(thread.edges, waiting.store);
  const later = at(thread.edges, before.edge);
  const line = lineOf(later.span);
  const text = words.statementAt(store.span) ?? writtenTo(store, thread, system);
  const about = { thread: thread.name, store: { text, line: lineOf(store.span) } };
  const reads = later.actions.flatMap(expressionsRead).flatMap(sharedReads);
  if (reads.length > 0 && kinds.includes('read')) {
    const variables = new Set(reads.map((read) => at(system.shared, read.shared).name));
    const told = words.readsAt(later.span, variables) ?? reads.map((e) => printExpr(e, system, thread.id));
    return { ...about, before: { kind: 'read', text: [...new Set(told)].join(', '), line } };
  }
  const isStore = later.actions.some(({ kind }) => kind === 'store');
  const place = words.targetAt(later.span) ?? writtenTo(later, thread, system);
  return isStore ? { ...about, before: { kind: 'written', text: place, line } } : null;
}

/** What an edge stores to, of an instance of a thread. */
function writtenTo({ actions }: Edge, { id }: Automaton, system: System): string {
  const [first] = actions.flatMap((action) =>
    action.kind === 'store' ? [shared(action.shared, action.index)] : [],
  );
  return first === undefined ? '' : printExpr(first, system, id);
}

/** What the program says of the edges of a thread: `flag[me]` where an instance has `flag[0]`. */
export class ThreadWords {
  readonly #all: readonly Stmt[];

  constructor(
    private readonly program: Program,
    private readonly thread: FencePoint['thread'],
  ) {
    this.#all = [...everyStatement(at(program.threads, thread).body)];
  }

  /** Null, here and below: the edge was made, so the program does not have it. */
  statementAt(span: Span): string | null {
    if (this.program.asWritten === true) return excerpt(span);
    const stmt = this.#at(span);
    return stmt === null ? null : printHead(stmt, this.program, this.thread);
  }

  /** Of what a statement reads, what these variables hold. */
  readsAt(span: Span, variables: ReadonlySet<string>): readonly string[] | null {
    const stmt = this.#at(span);
    const reads = stmt === null ? [] : exprsOf(stmt).flatMap(sharedReads);
    const own = reads.filter((read) => variables.has(at(this.program.shared, read.shared).name));
    return own.length === 0 ? null : own.map((read) => this.#told(read));
  }

  /** What a statement stores to. */
  targetAt(span: Span): string | null {
    const stmt = this.#at(span);
    if (stmt?.kind !== 'assign' || stmt.target.kind !== 'shared') return null;
    return this.#told(shared(stmt.target.shared, stmt.target.index));
  }

  #told(expr: Expr): string {
    return printExpr(expr, this.program, this.thread);
  }

  #at(span: Span): Stmt | null {
    return this.#all.find((stmt) => isSameText(stmt.span, span)) ?? null;
  }
}
