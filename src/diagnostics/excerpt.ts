import { originOf } from './span.js';
import type { Span } from './span.js';

/** The first line of what was written there, as far as it tells what it is; null: nobody wrote it. */
export function excerpt(span: Span): string | null {
  const origin = originOf(span);
  if (origin === null) return null;
  const { start, end, source } = origin;
  return shortText(source.text.slice(start, wholeOf(source.text, start, end)));
}

const longest = 70;

function shortText(text: string): string {
  const [first = ''] = text.replace(/\/\*[\s\S]*?\*\//g, ' ').split(/[\n{]|\/\//);
  const words = first.replace(/\s+/g, ' ').trim().replace(/;$/, '');
  return words.length <= longest ? words : `${words.slice(0, longest - 3)}...`;
}

/** Where a name stands for what begins with it, to the end of that: of a macro with arguments, of `name = value`. */
function wholeOf(text: string, start: number, end: number): number {
  if (!/^\w+$/.test(text.slice(start, end))) return end;
  const next = /^\s*(?:\(|=(?!=))/.exec(text.slice(end, end + 80));
  if (next === null) return end;
  const isCall = next[0].endsWith('(');
  let depth = 0;
  for (let i = end; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char === '\n' || char === ';' || (!isCall && char === ',' && depth === 0)) return i;
    if (char === '(') depth++;
    if (char !== ')') continue;
    depth--;
    if (depth < 0) return i;
    if (depth === 0 && isCall) return i + 1;
  }
  return text.length;
}
