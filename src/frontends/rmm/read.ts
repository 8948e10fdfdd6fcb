import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source } from '../../diagnostics/span.js';
import { listed } from '../kit/growing-list.js';
import type { Chain } from '../kit/growing-list.js';
import { PrefixParser } from '../kit/longest-prefix.js';
import { nestingRules } from '../kit/nesting.js';
import type { Token } from '../kit/token.js';
import { tokenise } from '../kit/tokenise.js';
import { whole as wholePart } from '../kit/whole.js';
import type { ForbiddenList, ProcessDecl, RmmDeclaration, RmmExpr, RmmMachine, RmmStatement } from './ast.js';
import grammar from './generated/grammar.js';
import { lexicon } from './lexer.js';
import { expandMacros } from './macros.js';
import { splitSections } from './sections.js';
import type { RmmProcessSections, RmmSection, RmmSections } from './sections.js';

const forbiddenParser = new PrefixParser<readonly ForbiddenList[]>(grammar, 'forbidden');
const dataParser = new PrefixParser<readonly RmmDeclaration[]>(grammar, 'data');
const registersParser = new PrefixParser<readonly RmmDeclaration[]>(grammar, 'registers');
const countParser = new PrefixParser<RmmExpr>(grammar, 'count');
const textParser = new PrefixParser<Chain<RmmStatement>>(grammar, 'text');

/** The machine that the file describes, macros expanded; null if the bag got errors. */
export function readMachine(source: Source, bag: DiagnosticBag): RmmMachine | null {
  const tokens = expandMacros(tokenise(source, lexicon, bag), bag);
  if (tokens === null) return null;
  const machine = readSections(splitSections(tokens, bag), source, bag);
  return bag.hasErrors ? null : machine;
}

/** What has a mistake is left out. */
function readSections(
  { forbidden, data, processes }: RmmSections,
  source: Source,
  bag: DiagnosticBag,
): RmmMachine {
  const start = sourceSpan(source, 0, 0);
  if (forbidden.length === 0 && !bag.hasErrors) {
    const hint = 'Begin with forbidden and a label for each process.';
    bag.report('E103', start, 'nothing is forbidden', hint);
  }
  if (processes.length === 0 && !bag.hasErrors) {
    bag.report('E404', start, 'the machine has no processes', 'Write at least one process.');
  }
  return {
    forbidden: forbidden.flatMap((section) => whole(forbiddenParser, section, bag) ?? []),
    data: data.flatMap((section) => whole(dataParser, section, bag) ?? []),
    processes: processes.map((process) => readProcess(process, bag)),
  };
}

function readProcess({ head, data, registers, text }: RmmProcessSections, bag: DiagnosticBag): ProcessDecl {
  const [first] = text;
  const body = first === undefined ? null : whole(textParser, first, bag);
  return {
    count: head.tokens.length === 0 ? null : whole(countParser, head, bag),
    data: data.flatMap((section) => whole(dataParser, section, bag) ?? []),
    registers: registers.flatMap((section) => whole(registersParser, section, bag) ?? []),
    body: listed(body),
    span: head.keyword.span,
  };
}

const nesting = nestingRules([';', 'or'], ['+', '-', '&&', '||', 'not', 'then', 'else', 'do']);

/** What the section says if it is all right; else null, with a report. */
function whole<T>(parser: PrefixParser<T>, { keyword, tokens }: RmmSection, bag: DiagnosticBag): T | null {
  const hint = (stopped: Token | null): string => hintFor(keyword, stopped, tokens);
  return wholePart(parser, { tokens, start: keyword.span, name: keyword.value, nesting, hint }, bag);
}

function hintFor(section: Token, stopped: Token | null, tokens: readonly Token[]): string {
  switch (section.value) {
    case 'forbidden':
      return 'Name a label for each process, or * for any place: forbidden CS CS * ; CS * CS';
    case 'data':
      return 'A cell is written x = 0 : [0:3] or y = * : Z';
    case 'registers':
      return 'A register is written $r = 0 : [0:3] or $s = * : Z';
    case 'process':
      return 'A process is written process or process(2), then data, registers and text';
    default:
      return textHint(stopped, tokens);
  }
}

function textHint(stopped: Token | null, tokens: readonly Token[]): string {
  if (stopped === null) return 'A statement or a } may be missing.';
  const before = tokens[tokens.indexOf(stopped) - 1];
  if (stopped.value === 'slocked') return 'slocked is not supported: use locked.';
  if (before?.type === 'word' && stopped.value === '(') {
    return `Macros must be defined before they are called; ${before.value} is not.`;
  }
  if (before?.type === 'word' && (stopped.value === ':=' || stopped.value === '=')) {
    return `Cells are accessed by read: and write:, as in write: ${before.value} := 1`;
  }
  return 'Statements are separated by ; and memory is accessed by read: $r := x, read: x = 1 and write: x := 1';
}
