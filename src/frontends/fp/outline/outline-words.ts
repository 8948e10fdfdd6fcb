import { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import type { Source } from '../../../diagnostics/span.js';
import { tokens } from '../lexer.js';

/** A token by its offsets. */
export interface OutlineWord {
  readonly text: string;
  readonly isName: boolean;
  readonly start: number;
  readonly end: number;
}

/** The tokens of a text, whatever is wrong with it. */
export function wordsOf(source: Source): readonly OutlineWord[] {
  const words: OutlineWord[] = [];
  for (const { raw, type, span } of tokens(source, new DiagnosticBag()))
    if (span.kind === 'source')
      words.push({ text: raw, isName: type === 'name', start: span.start, end: span.end });
  return words;
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The position of the bracket that closes the one there; past the last word: it is not closed. */
export function closeOf(words: readonly OutlineWord[], open: number): number {
  const [opens, closes] = [words[open]?.text ?? '', closing[words[open]?.text ?? ''] ?? ''];
  let depth = 0;
  for (let i = open; i < words.length; i++) {
    const text = words[i]?.text;
    if (text === opens) depth++;
    if (text === closes && --depth === 0) return i;
  }
  return words.length;
}

/** The position of the name before a bracket that ends there, or of the word itself: `P(0)`, `a[i]`, `P`. */
export function headOf(words: readonly OutlineWord[], last: number): number {
  let depth = 0;
  for (let i = last; i >= 0; i--) {
    const text = words[i]?.text ?? '';
    if (text === ')' || text === ']') depth++;
    else if (text === '(' || text === '[') depth--;
    else if (depth === 0) return i;
    if (depth < 0) return -1;
  }
  return -1;
}
