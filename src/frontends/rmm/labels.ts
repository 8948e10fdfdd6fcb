import type { Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { didYouMean } from '../../support/suggest.js';
import { reportTwins } from '../kit/names.js';
import type { ProcessDecl, RmmStatement, Statements } from './ast.js';

/** The labels of a process. */
export function labelsOf({ body }: ProcessDecl): ReadonlySet<string> {
  return new Set([...everyStatement(body)].flatMap(({ labels }) => labels.map(({ text }) => text)));
}

/** Reports what is wrong with the labels of a process and the jumps to them. */
export function checkLabels(process: ProcessDecl, bag: DiagnosticBag): void {
  const all = [...everyStatement(process.body)].flatMap(({ labels }) => labels);
  reportTwins(all, bag, (name) => `the process has two labels ${name}`);
  const known = labelsOf(process);
  for (const stmt of everyStatement(process.body)) {
    if (stmt.kind === 'goto' && !known.has(stmt.target.text)) reportUnknown(stmt.target, known, bag);
    if (stmt.kind === 'locked') for (const branch of stmt.branches) checkLocked(branch, bag);
  }
}

export function reportUnknown({ text, span }: Word, labels: ReadonlySet<string>, bag: DiagnosticBag): void {
  const known = labels.size === 0 ? 'It has none.' : `Its labels are ${[...labels].join(', ')}.`;
  bag.report('E203', span, `the process has no label ${text}`, didYouMean(text, labels, 'Is it') ?? known);
}

/** Nobody can be seen inside of a locked block, so there is no way into and out of its middle. */
function checkLocked(statements: Statements, bag: DiagnosticBag): void {
  for (const { kind, labels, span } of everyStatement(statements)) {
    for (const label of labels) {
      bag.report('E402', label.span, `the label ${label.text} is inside a locked block`);
    }
    if (kind === 'goto') bag.report('E402', span, 'a goto inside a locked block');
  }
}

/** The statements and all that they enclose, in the order of the text. */
export function* everyStatement(statements: Statements): Generator<RmmStatement> {
  for (const stmt of statements) {
    yield stmt;
    yield* everyStatement(inner(stmt));
  }
}

function inner(stmt: RmmStatement): Statements {
  switch (stmt.kind) {
    case 'if':
      return stmt.else === null ? [stmt.then] : [stmt.then, stmt.else];
    case 'while':
      return [stmt.body];
    case 'either':
    case 'locked':
      return stmt.branches.flat();
    case 'block':
      return stmt.body;
    case 'assign':
    case 'fence':
    case 'assume':
    case 'goto':
    case 'nop':
    case 'read':
    case 'expect':
    case 'write':
    case 'cas':
      return [];
  }
}
