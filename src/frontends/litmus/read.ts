import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { covering } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import { PrefixParser } from '../kit/longest-prefix.js';
import { nestingRules } from '../kit/nesting.js';
import { counted } from '../kit/text.js';
import { spanOf, wordOf } from '../kit/token.js';
import type { Token } from '../kit/token.js';
import { beginningOf, whole } from '../kit/whole.js';
import type { TextPart } from '../kit/whole.js';
import type {
  BareOutcome,
  ProcessorColumn,
  InitEntry,
  Instruction,
  LitmusFile,
  OutcomeClause,
} from './ast.js';
import grammar from './generated/grammar.js';
import { checkMnemonic } from './instructions.js';
import type { ProgramRow, LitmusSections, Tokens } from './sections.js';

const initEntries = new PrefixParser<InitEntry>(grammar, 'initEntry');
const instructions = new PrefixParser<Instruction>(grammar, 'instruction');
const outcomes = new PrefixParser<BareOutcome>(grammar, 'outcome');

/** The sections as a tree; mistakes go to the bag and what has them is left out. */
export function readFile(sections: LitmusSections, bag: DiagnosticBag): LitmusFile | null {
  const columns = readColumns(sections, bag);
  const init = sections.init.flatMap((entry) => readInit(entry, bag));
  const outcome = readOutcome(sections.outcome, bag);
  if (outcome === null) return null;
  return { name: sections.name, info: sections.info, init, columns, outcome, span: sections.name.span };
}

function readColumns(sections: LitmusSections, bag: DiagnosticBag): readonly ProcessorColumn[] {
  const [header, ...rows] = sections.rows;
  if (header === undefined) {
    const example = 'Name them in a first row: P0 | P1 ;';
    bag.report('E404', sections.name.span, 'the test has no processors', example);
    return [];
  }
  for (const row of rows) checkWidth(row, header, bag);
  const seen = new Set<number>();
  return header.cells.flatMap((cell, i) => {
    const name = readProcessor(cell, header, bag);
    if (name === null) return [];
    if (seen.has(name.processor)) bag.report('E202', name.span, `P${name.processor} has two columns`);
    seen.add(name.processor);
    const cells = rows.map((row) => row.cells[i] ?? []).filter((tokens) => tokens.length > 0);
    return [{ ...name, instructions: cells.flatMap((tokens) => readInstruction(tokens, bag)) }];
  });
}

function checkWidth(row: ProgramRow, header: ProgramRow, bag: DiagnosticBag): void {
  if (row.cells.length === header.cells.length) return;
  const has = counted(row.cells.length, 'cell');
  const wants = counted(header.cells.length, 'processor');
  const hint = 'Separate the columns with |, also empty ones.';
  bag.report('E103', row.span, `this row has ${has}, but there are ${wants}`, hint);
}

function readProcessor(
  cell: Tokens,
  header: ProgramRow,
  bag: DiagnosticBag,
): { processor: number; span: Span } | null {
  const [word, more] = cell;
  const match = word === undefined || more !== undefined ? null : /^P([0-9]{1,3})$/i.exec(word.raw);
  if (word !== undefined && match !== null) return { processor: Number(match[1]), span: word.span };
  const span = cell.length === 0 ? header.span : spanOf(cell);
  bag.report('E103', span, 'the first row must name the processors', 'For example: P0 | P1 ;');
  return null;
}

function readInit(tokens: Tokens, bag: DiagnosticBag): readonly InitEntry[] {
  const part = partOf(tokens, 'initial value', 'An entry is written x=1, 0:EAX=1 or int x=1.');
  const entry = whole(initEntries, part, bag);
  return entry === null ? [] : [entry];
}

function readInstruction(tokens: Tokens, bag: DiagnosticBag): readonly Instruction[] {
  const [head, second] = tokens;
  if (head !== undefined && second?.value === ':') {
    bag.report('E501', covering(head.span, second.span), 'labels and branches are not supported');
    return [];
  }
  const lock = head?.value === 'lock' && second !== undefined ? wordOf(head) : null;
  const rest = lock === null ? tokens : tokens.slice(1);
  const [mnemonic] = rest;
  if (mnemonic?.type === 'word' && !checkMnemonic(wordOf(mnemonic), bag)) return [];
  const hint = 'An instruction is written MOV [x],$1 or MOV EAX,[x] or MFENCE.';
  const instruction = whole(instructions, partOf(rest, 'instruction', hint), bag);
  if (instruction === null) return [];
  return [
    lock === null ? instruction : { ...instruction, lock, span: covering(lock.span, instruction.span) },
  ];
}

const nesting = nestingRules([], ['=>'], ['\\/'], ['/\\'], ['~', 'not']);

function partOf(tokens: Tokens, what: string, hint: string): TextPart {
  const name = `this ${what}`;
  const start = tokens.length === 0 ? null : spanOf(tokens);
  return { tokens, start, name, inside: name, nesting, hint: () => hint };
}

/** As herd does, this takes no notice of what follows a complete condition; it warns if that is unusual. */
function readOutcome(tokens: Tokens, bag: DiagnosticBag): OutcomeClause | null {
  const head = at(tokens, 0);
  if (head.value === 'filter') {
    const known = 'Only locations, exists, ~exists, forall and final are.';
    bag.report('E501', head.span, 'filter is not supported', known);
    return null;
  }
  const hint = 'A condition is written exists (0:EAX=0 /\\ (x=1 \\/ x=2)).';
  const read = beginningOf(outcomes, partOf(tokens, 'condition', hint), bag);
  if (read === null) return null;
  warnOfTail(tokens.slice(read.length), bag);
  return { ...read.node, span: spanOf(tokens.slice(0, read.length)) };
}

function warnOfTail(tail: Tokens, bag: DiagnosticBag): void {
  const start = tail.find((t) => t.value !== ';');
  if (start === undefined || start.value === 'with' || isOptions(start, tail)) return;
  bag.report('W605', start.span, 'the text after the condition is ignored');
}

/** `<< ... >>`: options for other tools. */
const isOptions = (start: Token, tail: Tokens): boolean =>
  start.raw === '<' && tail[tail.indexOf(start) + 1]?.raw === '<';
