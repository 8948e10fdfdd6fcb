import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { covering } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import { nestingRules } from '../kit/nesting.js';
import { wordOf } from '../kit/token.js';
import type { Token } from '../kit/token.js';
import { beginningOf, whole } from '../kit/whole.js';
import type { TextPart } from '../kit/whole.js';
import type { ProcessorColumn, InitEntry, Instruction, LitmusFile, OutcomeClause } from './ast.js';
import { checkMnemonic } from './instructions.js';
import { initEntries, instructions, outcomes } from './parts.js';
import type { ProgramRow, LitmusSections, Tokens } from './sections.js';

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
    bag.report(
      'E404',
      sections.name.span,
      'the test has no processors',
      'Name them in a first row: P0 | P1 ;',
    );
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
  const has = count(row.cells.length, 'cell');
  const wants = count(header.cells.length, 'processor');
  bag.report(
    'E103',
    row.span,
    `this row has ${has}, but there are ${wants}`,
    'Separate the columns with |, also empty ones.',
  );
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

function readProcessor(
  cell: Tokens,
  header: ProgramRow,
  bag: DiagnosticBag,
): { processor: number; span: Span } | null {
  const [word, more] = cell;
  const match = word === undefined || more !== undefined ? null : /^P([0-9]{1,3})$/i.exec(word.raw);
  if (word !== undefined && match !== null) return { processor: Number(match[1]), span: word.span };
  const span = spanOf(cell) ?? header.span;
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
  return { tokens, start: spanOf(tokens), name, inside: name, nesting, hint: () => hint };
}

const spanOf = (tokens: Tokens): Span | null => {
  const [head] = tokens;
  return head === undefined ? null : covering(head.span, at(tokens, tokens.length - 1).span);
};

/** As herd does, this takes no notice of what follows a complete condition; it warns if that is unusual. */
function readOutcome(tokens: Tokens, bag: DiagnosticBag): OutcomeClause | null {
  const head = at(tokens, 0);
  if (head.value === 'filter') {
    bag.report(
      'E501',
      head.span,
      'filter is not supported',
      'Only locations, exists, ~exists, forall and final are.',
    );
    return null;
  }
  const hint = 'A condition is written exists (0:EAX=0 /\\ (x=1 \\/ x=2)).';
  const read = beginningOf(outcomes, partOf(tokens, 'condition', hint), bag);
  if (read === null) return null;
  warnOfTail(tokens.slice(read.length), bag);
  return { ...read.node, span: covering(head.span, at(tokens, read.length - 1).span) };
}

function warnOfTail(tail: Tokens, bag: DiagnosticBag): void {
  const start = tail.find((t) => t.value !== ';');
  if (start === undefined || start.value === 'with' || isOptions(start, tail)) return;
  bag.report('W605', start.span, 'the text after the condition is ignored');
}

/** `<< ... >>`: options for other tools. */
const isOptions = (start: Token, tail: Tokens): boolean =>
  start.raw === '<' && tail[tail.indexOf(start) + 1]?.raw === '<';
