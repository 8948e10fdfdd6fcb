import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source, Span, Word } from '../../diagnostics/span.js';
import { didYouMean } from '../../support/suggest.js';
import { PrefixParser } from '../kit/longest-prefix.js';
import { nestingRules } from '../kit/nesting.js';
import type { Token } from '../kit/token.js';
import { tokenise } from '../kit/tokenise.js';
import { whole } from '../kit/whole.js';
import { at } from '../../support/invariant.js';
import type { TrnItem, TrnNumber, TrnProgram, TrnThread, TrnTransition } from './ast.js';
import grammar from './generated/grammar.js';
import { instructionWords, lexicon, operatorWords } from './lexer.js';
import { splitItems } from './sections.js';

const itemParser = new PrefixParser<TrnItem>(grammar, 'item');

/** The program that the file describes; null if the bag got errors. */
export function readTrencher(source: Source, bag: DiagnosticBag): TrnProgram | null {
  const tokens = tokenise(source, lexicon, bag);
  const items = splitItems(tokens, bag).map((item) => readItem(item, bag));
  // What has a mistake is missing here, so nothing is said about what is missing.
  if (bag.hasErrors) return null;
  const reader = new TrnReader(bag);
  for (const item of items) if (item !== null) reader.take(item);
  const program = reader.program(sourceSpan(source, 0, 0));
  return bag.hasErrors ? null : program;
}

const nesting = nestingRules([], operatorWords);

function readItem(tokens: readonly Token[], bag: DiagnosticBag): TrnItem | null {
  const keyword = at(tokens, 0);
  const name = `this ${keyword.value}`;
  const hint = (stopped: Token | null): string => hintFor(tokens, stopped);
  return whole(itemParser, { tokens, start: keyword.span, name, nesting, hint }, bag);
}

function hintFor(tokens: readonly Token[], stopped: Token | null): string {
  switch (at(tokens, 0).value) {
    case 'memory_size':
      return 'The number of cells follows: memory_size 6';
    case 'thread':
      return 'A thread is written thread t0, then initial q0 and transitions, then end.';
    case 'initial':
    case 'final':
      return `One state follows: ${at(tokens, 0).value} q0`;
    case 'end':
      return 'Nothing follows the end of a thread but the next thread.';
    default:
      return transitionHint(tokens, stopped);
  }
}

const operators: ReadonlySet<string> = new Set(operatorWords);

function transitionHint(tokens: readonly Token[], stopped: Token | null): string {
  const instruction = tokens[3];
  if (instruction === undefined || instruction === stopped) {
    const meant = stopped === null ? null : didYouMean(stopped.raw, instructionWords);
    return meant ?? `Two states and an instruction follow: ${instructionWords.join(', ')}.`;
  }
  if (stopped?.type === 'operator' && !operators.has(stopped.value))
    return `The operators are ${operatorWords.join(' ')}, and stand before what they are applied to.`;
  switch (instruction.value) {
    case 'read':
      return 'read takes a register and an address: read r 0';
    case 'write':
      return 'write takes a value and an address: write + r 1 0';
    case 'local':
      return 'local takes a register and a value: local r + r 1';
    case 'check':
      return 'check takes one expression, operators first: check && == r 0 != s 1';
    default:
      return `${instruction.value} takes nothing.`;
  }
}

interface OpenThread {
  readonly name: Word;
  initial: Word | null;
  readonly finals: Word[];
  readonly transitions: TrnTransition[];
  readonly span: Span;
}

/** Puts items together. */
class TrnReader {
  readonly #threads: TrnThread[] = [];
  #memorySize: TrnNumber | null = null;
  #open: OpenThread | null = null;

  constructor(private readonly bag: DiagnosticBag) {}

  take(item: TrnItem): void {
    switch (item.kind) {
      case 'memory_size':
        return this.#size(item.size, item.span);
      case 'thread':
        this.#missingEnd();
        this.#open = { name: item.name, initial: null, finals: [], transitions: [], span: item.span };
        return;
      case 'end':
        return this.#close(item.span);
      case 'initial':
      case 'final':
      case 'transition':
        return this.#inside(item);
    }
  }

  /** `start`: of the file. */
  program(start: Span): TrnProgram {
    this.#missingEnd();
    if (this.#threads.length === 0 && !this.bag.hasErrors)
      this.bag.report('E404', start, 'the program has no threads', 'Write at least one thread ... end.');
    return { memorySize: this.#memorySize, threads: this.#threads };
  }

  #size(size: TrnNumber, span: Span): void {
    if (this.#open !== null)
      this.bag.report('E402', span, 'memory_size inside a thread', 'Write it before the first thread.');
    if (this.#memorySize !== null) this.bag.report('E202', span, 'the memory has two sizes');
    this.#memorySize = size;
  }

  #inside(item: Extract<TrnItem, { kind: 'initial' | 'final' | 'transition' }>): void {
    const open = this.#open;
    if (open === null) {
      const hint = 'States and transitions stand between thread and end.';
      return this.bag.report('E402', item.span, `${item.kind} outside of a thread`, hint);
    }
    if (item.kind === 'transition') open.transitions.push(item);
    else if (item.kind === 'final') open.finals.push(item.name);
    else if (open.initial === null) open.initial = item.name;
    else this.bag.report('E202', item.span, `thread ${open.name.text} has two initial states`);
  }

  #close(span: Span): void {
    const open = this.#open;
    this.#open = null;
    if (open === null)
      return this.bag.report('E402', span, 'end outside of a thread', 'A thread begins with thread t0.');
    const { initial } = open;
    if (initial === null)
      return this.bag.report(
        'E103',
        open.span,
        `thread ${open.name.text} has no initial state`,
        'Name it: initial q0',
      );
    this.#threads.push({ ...open, initial });
  }

  #missingEnd(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    this.bag.report('E103', open.span, `thread ${open.name.text} has no end`, 'Write end behind it.');
  }
}
