import { lineOf, originOf } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import { shared, sharedReads } from '../../lang/expr/expr.js';
import { expressionsRead } from '../../lang/program/actions.js';
import { printExpr } from '../../lang/program/print.js';
import { printHead } from '../../lang/program/print-stmt.js';
import type { Program, Stmt } from '../../lang/program/program.js';
import type { Automaton, Edge, System } from '../../lang/program/system.js';
import { exprsOf } from '../../lang/program/walk-statements.js';
import { at } from '../../support/invariant.js';
import type { FoundFence, ToldReordering } from '../synthesis-report.js';
import type { FenceCandidate } from './fenced-program.js';
import type { FencePoint } from '../../pass/fence-points.js';
import type { Reordering } from './run-on-places.js';

/** A candidate in the words of the program. */
export function foundFence(candidate: FenceCandidate, program: Program): FoundFence {
  if (candidate.kind === 'locked') {
    const { store } = candidate;
    const { name } = at(program.threads, store.thread);
    const place = `the ${actionOf(store.stmt, program, store.thread)}`;
    return { kind: 'locked', thread: name, ...standing(store.stmt, program), place, at: store };
  }
  const { point, fence } = candidate;
  const { stmt, words } = besides(point, program);
  return {
    kind: fence === 'full' ? 'fence' : 'fence(ww)',
    thread: at(program.threads, point.thread).name,
    ...(stmt === null ? { line: null, label: null, variable: null } : standing(stmt, program)),
    place: words,
    at: point,
  };
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
export function toldReordering({ waiting, before }: Reordering, system: System): ToldReordering | null {
  const thread = at(system.threads, waiting.thread);
  const store = at(thread.edges, waiting.store);
  const later = at(thread.edges, before.edge);
  const reads = later.actions.flatMap(expressionsRead).flatMap(sharedReads);
  const [read] = reads;
  const line = lineOf(later.span);
  const about = { thread: thread.name, store: { text: textOf(store.span), line: lineOf(store.span) } };
  if (read !== undefined) {
    const text = [...new Set(reads.map((e) => printExpr(e, system, thread.id)))].join(', ');
    return { ...about, before: { kind: 'read', text, line } };
  }
  const isStore = later.actions.some(({ kind }) => kind === 'store');
  return isStore
    ? { ...about, before: { kind: 'written', text: placeOf(later, thread, system), line } }
    : null;
}

/** What is stored to. */
function placeOf({ actions }: Edge, { id }: Automaton, system: System): string {
  const [first] = actions.flatMap((action) =>
    action.kind === 'store' ? [shared(action.shared, action.index)] : [],
  );
  return first === undefined ? '' : printExpr(first, system, id);
}

/** As the user wrote it, without label and semicolon. */
function textOf(span: Span): string {
  const origin = originOf(span);
  if (origin === null) return '';
  return origin.source.text
    .slice(origin.start, origin.end)
    .replace(/\s+/g, ' ')
    .replace(/\s*;$/, '')
    .replace(/^\w+\s*:\s*/, '');
}
