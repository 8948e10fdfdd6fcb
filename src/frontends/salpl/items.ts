import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { covering } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import { PrefixParser } from '../kit/longest-prefix.js';
import { firstTooDeep, nestingRules, reportTooDeep } from '../kit/nesting.js';
import type { Token } from '../kit/token.js';
import { constant } from '../kit/written.js';
import type { BareLine, SalplLine, SalplStatement } from './ast.js';
import grammar from './generated/grammar.js';

const itemParser = new PrefixParser<BareLine>(grammar, 'item');

export const nesting = nestingRules(
  [';'],
  ['|', '||'],
  ['&', '&&'],
  ['!'],
  ['=', '==', '!=', '<', '<=', '>', '>='],
  ['+', '-', '*'],
);

/** The statements one after the other, whatever they enclose. After a mistake it goes on with the next statement. */
export function readItems(tokens: readonly Token[], bag: DiagnosticBag): readonly SalplLine[] {
  const items: SalplLine[] = [];
  let i = skipSemicolons(tokens, 0);
  let looked = 0;
  while (i < tokens.length) {
    const body = bodyStart(tokens, i);
    if (body >= looked) {
      looked = nextStart(tokens, body + 1);
      const tooDeep = firstTooDeep(tokens.slice(i, looked), nesting);
      if (tooDeep !== null) {
        reportTooDeep(tooDeep.span, bag);
        items.push(...standIn(tokens, i));
        i = skipSemicolons(tokens, looked);
        continue;
      }
    }
    const prefix = itemParser.parse(tokens, i);
    const end = prefix.ok ? i + prefix.length : i;
    if (prefix.ok && endsWell(prefix.node.statement, tokens[end])) {
      const last = at(tokens, end - 1);
      items.push({ ...prefix.node, span: covering(at(tokens, i).span, last.span) });
      if (needsSemicolon(prefix.node.statement) && tokens[end]?.value !== ';') {
        bag.report('E103', last.span, 'a ; is missing after this');
      }
      i = end;
    } else {
      reportUnexpected(tokens, i, prefix.ok ? at(tokens, end) : prefix.at, bag);
      items.push(...standIn(tokens, i));
      i = nextStart(tokens, i + 1);
    }
    i = skipSemicolons(tokens, i);
  }
  return items;
}

/** Whether what follows a statement can: if not, it is a mistake in the statement, not a missing semicolon. */
function endsWell(statement: SalplStatement, next: Token | undefined): boolean {
  if (next === undefined || next.value === ';' || !needsSemicolon(statement)) return true;
  return (
    next.type === 'word' || next.type === 'number' || next.type === 'keyword' || next.type === 'counters'
  );
}

/** For an `if` that cannot be read, so that its `else` and `endif` are no mistakes. */
function standIn(tokens: readonly Token[], from: number): readonly SalplLine[] {
  const word = tokens[bodyStart(tokens, from)] ?? at(tokens, from);
  if (word.value !== 'if') return [];
  return [{ label: null, statement: { kind: 'if', cond: constant(true) }, span: word.span }];
}

/** Behind the label. */
const bodyStart = (tokens: readonly Token[], from: number): number =>
  tokens[from]?.type === 'number' ? from + 2 : from;

function skipSemicolons(tokens: readonly Token[], from: number): number {
  let i = from;
  while (tokens[i]?.value === ';') i++;
  return i;
}

/** The authors leave the semicolon out after brackets and `nop` only. */
function needsSemicolon(statement: SalplStatement): boolean {
  switch (statement.kind) {
    case 'store':
    case 'load':
    case 'assign':
    case 'goto':
    case 'always':
      return true;
    case 'fence':
    case 'nop':
    case 'bracket':
    case 'process':
    case 'if':
    case 'counters':
      return false;
  }
}

const statementWords = new Set([
  ...['beginit', 'endinit', 'process', 'store', 'load', 'nop', 'goto', 'if', 'else', 'endif'],
  ...['begin_atomic', 'end_atomic', 'fence', 'assert'],
]);

function reportUnexpected(
  tokens: readonly Token[],
  from: number,
  stopped: Token | null,
  bag: DiagnosticBag,
): void {
  const start = at(tokens, from);
  // The lexer has reported it.
  if (stopped?.type === 'bad') return;
  const stops = stopped ?? at(tokens, tokens.length - 1);
  const message = stopped === null ? 'this statement ends too early' : `unexpected ${stops.value}`;
  bag.report('E103', stops.span, message, hintFor(start));
}

function hintFor(start: Token): string {
  switch (start.value) {
    case 'store':
      return 'A store is written: store x = r + 1;';
    case 'load':
      return 'A load is written: load r = x;';
    case 'if':
      return 'A condition compares integers: if ((r = 0) & (t < 2)) ... else ... endif;';
    case 'goto':
      return 'A label is a number: goto 1;';
    case 'assert':
      return 'An invariant is written: assert always (x <= 2);';
    case 'process':
      return 'A process is written: process 1: ...';
    default:
      return start.type === 'counters'
        ? 'The property is written: /* program counters: (pc{1} != 4) || (pc{2} != 4) */'
        : 'A statement is store, load, an assignment, nop, fence, goto, if, else, endif, begin_atomic or end_atomic.';
  }
}

/** After the next semicolon, or at the next word that begins a statement. */
function nextStart(tokens: readonly Token[], from: number): number {
  let i = from;
  while (i < tokens.length && at(tokens, i).value !== ';' && !statementWords.has(at(tokens, i).value)) i++;
  return i;
}
