import type { Word } from '../../diagnostics/span.js';
import { assertNever } from '../../support/invariant.js';
import { leavesOf } from '../kit/written.js';
import type { SalplAssignment, SalplCond } from './ast.js';
import type { SalplFile } from './file.js';
import type { NestedStatement } from './nesting.js';

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
  for (const step of file.init) yield* inStatement(step, null);
  for (const [process, { body }] of file.processes.entries()) {
    for (const statement of body) yield* inStatement(statement, process);
  }
  for (const { cond } of file.invariants) yield* readsIn(cond, null);
}

function* inStatement(
  statement: SalplAssignment | NestedStatement,
  process: number | null,
): Generator<NameOccurrence> {
  switch (statement.kind) {
    case 'store':
      yield* readsIn(statement.value, process);
      yield { role: 'shared', word: statement.target, process };
      return;
    case 'load':
      yield { role: 'shared', word: statement.from, process };
      yield { role: 'write', word: statement.target, process };
      return;
    case 'assign':
      yield* readsIn(statement.value, process);
      yield { role: 'write', word: statement.target, process };
      return;
    case 'if':
      yield* readsIn(statement.cond, process);
      for (const inner of [...statement.then, ...statement.else]) yield* inStatement(inner, process);
      return;
    case 'atomic':
      for (const inner of statement.body) yield* inStatement(inner, process);
      return;
    case 'nop':
    case 'fence':
    case 'goto':
      return;
    default:
      assertNever(statement);
  }
}

function* readsIn(written: SalplCond, process: number | null): Generator<NameOccurrence> {
  for (const word of leavesOf(written)) if ('text' in word) yield { role: 'read', word, process };
}
