import type { DeclaredSymbol, SymbolKind } from '../../frontends/fp/outline/outline.js';
import { meaningOf, meaningText, statementAt } from './statement-meaning.js';
import type { OpenText } from './open-text.js';

const kindTexts: Readonly<Record<SymbolKind, string>> = {
  const: 'a constant',
  shared: 'a shared variable: all threads read and write it',
  thread: 'a thread',
  process: 'a process: any number of threads that do the same',
  parameter: 'a parameter',
  local: 'a local of its thread: no other thread sees it',
  counter: 'counts in its `for`, and is known there only',
  binder: 'stands for an instance of a thread',
  label: 'a label: a thread is `at` it when its statement comes next',
  property: 'a property',
  enum: 'an enumeration',
  member: 'a value of an enumeration',
  struct: 'a structure',
  field: 'a field of a structure',
  procedure: 'a procedure, put in the place of each call',
};

/** What there is to say of a place, as Markdown, and the part of the text that it is about; null: nothing. */
export function hoverAt(
  text: OpenText,
  offset: number,
): { readonly markdown: string; readonly start: number; readonly end: number } | null {
  const named = text.symbolAt(offset);
  const word = text.words.find(({ start, end }) => offset >= start && offset <= end);
  if (word === undefined) return null;
  const meaning = meaningAt(text, offset);
  const parts = [
    ...(named === null ? [] : [symbolText(named.symbol)]),
    ...(meaning === null ? [] : [meaning]),
  ];
  if (parts.length === 0) return null;
  const { start, end } = named ?? word;
  return { markdown: parts.join('\n\n---\n\n'), start, end };
}

export const symbolText = ({ detail, kind, comment }: DeclaredSymbol): string =>
  ['```fencepost', detail, '```', kindTexts[kind], ...(comment === '' ? [] : ['', comment])].join('\n');

/** Of a statement of a thread or procedure. */
function meaningAt(text: OpenText, offset: number): string | null {
  const item = text.itemAt(offset);
  const statement = item === null ? null : statementAt(text.words, offset);
  const [first] = statement?.words ?? [];
  if (item === null || statement === null || first === undefined) return null;
  // The head of the item itself is no statement, nor is a declaration.
  if (first.start === item.whole.start || first.text === 'local') return null;
  const who = item.kind === 'procedure' ? 'the thread' : item.name;
  return meaningText(meaningOf(statement, who, text.outline));
}
