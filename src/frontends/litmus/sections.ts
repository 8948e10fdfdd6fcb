import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source, Span, Word } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import { spanOf, wordOf } from '../kit/token.js';
import type { Token } from '../kit/token.js';

/** A litmus test cut into its parts, each still a list of tokens. */
export interface LitmusSections {
  readonly name: Word;
  readonly info: ReadonlyMap<string, string>;
  /** The entries between `{` and `}`. */
  readonly init: readonly Tokens[];
  /** The rows of the program table; the first one names the processors. */
  readonly rows: readonly ProgramRow[];
  /** From `locations` or the quantifier to the end of the text. */
  readonly outcome: Tokens;
}

export type Tokens = readonly Token[];

export interface ProgramRow {
  readonly cells: readonly Tokens[];
  readonly span: Span;
}

const outcomeWords = new Set(['exists', 'forall', 'final', 'locations', 'filter']);

export function splitSections(tokens: Tokens, source: Source, bag: DiagnosticBag): LitmusSections | null {
  const places = findPlaces(tokens, source, bag);
  if (places === null) return null;
  const { open, close, outcome } = places;
  const head = tokens.slice(0, open);
  const name = readTitle(head, at(tokens, open), bag);
  const table = tokens.slice(tokens[close + 1]?.value === ';' ? close + 2 : close + 1, outcome);
  const rows = splitRows(table, bag);
  if (name === null) return null;
  const init = separate(tokens.slice(open + 1, close), ';').filter((entry) => entry.length > 0);
  return { name, info: readInfo(head), init, rows, outcome: tokens.slice(outcome) };
}

/** The positions of the braces around the initial state, and of the first token of the outcome. */
interface SectionPositions {
  readonly open: number;
  readonly close: number;
  readonly outcome: number;
}

function findPlaces(tokens: Tokens, source: Source, bag: DiagnosticBag): SectionPositions | null {
  const open = tokens.findIndex((t) => t.type === 'open');
  if (open === -1) {
    const end = sourceSpan(source, source.text.trimEnd().length, source.text.length);
    const hint = 'Write { x=0; y=0; } before the program, or {}.';
    bag.report('E103', end, 'a litmus test needs an initial state', hint);
    return null;
  }
  const close = tokens.findIndex((t, i) => i > open && (t.value === '}' || t.value === '{'));
  if (tokens[close]?.value !== '}') {
    bag.report('E103', at(tokens, open).span, 'this { is never closed', 'End the initial state with }.');
    return null;
  }
  const outcome = tokens.findIndex((_, i) => i > close && startsOutcome(tokens, i));
  if (outcome === -1) {
    const hint = 'End it with exists (0:EAX=0 /\\ x=1), or ~exists, or forall.';
    bag.report('E103', at(tokens, tokens.length - 1).span, 'a litmus test needs a condition', hint);
    return null;
  }
  return { open, close, outcome };
}

/** No instruction and no processor begins so; but a location may be called so. */
function startsOutcome(tokens: Tokens, i: number): boolean {
  const token = at(tokens, i);
  if (token.value === '~') return true;
  return token.type === 'word' && outcomeWords.has(token.value) && tokens[i - 1]?.value !== '[';
}

/** `X86 NAME`, then whatever. */
function readTitle(head: Tokens, open: Token, bag: DiagnosticBag): Word | null {
  const [arch, name] = head;
  if (arch === undefined || arch.type !== 'chunk') {
    const message = 'a litmus test begins with its architecture and name';
    bag.report('E103', (arch ?? open).span, message, 'For example: X86 SB');
    return null;
  }
  if (arch.value !== 'x86') {
    bag.report('E501', arch.span, `litmus tests for ${arch.raw} are not supported`, 'Only X86 tests are.');
    return null;
  }
  if (name === undefined || name.type !== 'chunk') {
    bag.report('E103', arch.span, 'the test has no name', 'For example: X86 SB');
    return null;
  }
  return wordOf(name);
}

function readInfo(head: Tokens): ReadonlyMap<string, string> {
  const info = new Map<string, string>();
  for (const token of head) {
    if (token.type !== 'info') continue;
    const split = token.raw.indexOf('=');
    info.set(token.raw.slice(0, split), token.raw.slice(split + 1).trim());
  }
  return info;
}

function splitRows(tokens: Tokens, bag: DiagnosticBag): readonly ProgramRow[] {
  const parts = separate(tokens, ';');
  const last = parts[parts.length - 1] ?? [];
  if (last.length > 0)
    bag.report('E103', at(last, last.length - 1).span, 'this row has no end', 'End it with ;');
  return parts.filter((row) => row.length > 0).map(toRow);
}

const toRow = (tokens: Tokens): ProgramRow => ({ cells: separate(tokens, '|'), span: spanOf(tokens) });

/** The parts between the separators; n separators give n + 1 parts. */
function separate(tokens: Tokens, separator: string): readonly Tokens[] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.value === separator) parts.push([]);
    else at(parts, parts.length - 1).push(token);
  }
  return parts;
}
