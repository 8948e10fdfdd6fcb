import type { Word } from '../../diagnostics/span.js';
import type { SalplCond, SalplStatement, SalplSum } from './ast.js';
import { assertNever } from '../../support/invariant.js';
import type { SalplFile } from './file.js';
import type { Nodes } from './nesting.js';

/** Nothing is declared: what a name is follows from how it is used. */
export interface NameUse {
  /** What is stored to or loaded from anywhere, with its first place, in the order of the text. */
  readonly shared: ReadonlyMap<string, Word>;
  /** The other names. */
  readonly locals: ReadonlyMap<string, LocalUse>;
}

export interface LocalUse {
  /** Its first place. */
  readonly word: Word;
  /**
   * The positions of the processes that have a local of this name: those that write it, or if none does those that
   * read it. A process that reads what only another one writes does not have it.
   */
  readonly owners: readonly number[];
}

export function findNames(file: SalplFile): NameUse {
  const occurrences = [...occurrencesIn(file)];
  const shared = new Map<string, Word>();
  for (const { role, word } of occurrences) {
    if (role === 'shared' && !shared.has(word.text)) shared.set(word.text, word);
  }
  const locals = new Map<string, LocalUse>();
  for (const { word } of occurrences) {
    if (shared.has(word.text) || locals.has(word.text)) continue;
    const same = occurrences.filter((o) => o.word.text === word.text);
    const writers = processesOf(same.filter((o) => o.role === 'write'));
    locals.set(word.text, { word, owners: writers.length > 0 ? writers : processesOf(same) });
  }
  return { shared, locals };
}

const processesOf = (occurrences: readonly NameOccurrence[]): readonly number[] => [
  ...new Set(occurrences.flatMap(({ process }) => (process === null ? [] : [process]))),
];

interface NameOccurrence {
  readonly role: 'shared' | 'read' | 'write';
  readonly word: Word;
  /** Null in the initial section and in invariants. */
  readonly process: number | null;
}

function* occurrencesIn(file: SalplFile): Generator<NameOccurrence> {
  for (const { statement } of file.init) yield* inStatement(statement, null);
  for (const [process, { body }] of file.processes.entries()) yield* inNodes(body, process);
  for (const { cond } of file.invariants) yield* readsOf(namesInCond(cond), null);
}

function* inNodes(nodes: Nodes, process: number): Generator<NameOccurrence> {
  for (const node of nodes) {
    switch (node.kind) {
      case 'simple':
        yield* inStatement(node.statement, process);
        break;
      case 'if':
        yield* readsOf(namesInCond(node.cond), process);
        yield* inNodes(node.then, process);
        yield* inNodes(node.else, process);
        break;
      case 'atomic':
        yield* inNodes(node.body, process);
        break;
      default:
        assertNever(node);
    }
  }
}

function* inStatement(statement: SalplStatement, process: number | null): Generator<NameOccurrence> {
  switch (statement.kind) {
    case 'store':
      yield* readsOf(namesInSum(statement.value), process);
      yield { role: 'shared', word: statement.target, process };
      return;
    case 'load':
      yield { role: 'shared', word: statement.from, process };
      yield { role: 'write', word: statement.target, process };
      return;
    case 'assign':
      yield* readsOf(namesInSum(statement.value), process);
      yield { role: 'write', word: statement.target, process };
      return;
    case 'if':
    case 'always':
    case 'counters':
      yield* readsOf(namesInCond(statement.cond), process);
      return;
    case 'bracket':
    case 'process':
    case 'nop':
    case 'fence':
    case 'goto':
      return;
    default:
      assertNever(statement);
  }
}

function* readsOf(words: Iterable<Word>, process: number | null): Generator<NameOccurrence> {
  for (const word of words) yield { role: 'read', word, process };
}

export function* namesInSum(sum: SalplSum): Generator<Word> {
  switch (sum.kind) {
    case 'int':
      return;
    case 'name':
      yield sum.name;
      return;
    case 'negative':
      yield* namesInSum(sum.arg);
      return;
    case 'arithmetic':
      yield* namesInSum(sum.left);
      yield* namesInSum(sum.right);
      return;
    default:
      assertNever(sum);
  }
}

export function* namesInCond(cond: SalplCond): Generator<Word> {
  switch (cond.kind) {
    case 'truth':
    case 'at':
      return;
    case 'not':
      yield* namesInCond(cond.arg);
      return;
    case 'boolean':
      yield* namesInCond(cond.left);
      yield* namesInCond(cond.right);
      return;
    case 'compare':
      yield* namesInSum(cond.left);
      yield* namesInSum(cond.right);
      return;
    default:
      assertNever(cond);
  }
}
