import type { TextComment } from '../../ir/boolean-text.js';

/** What the inside of a block comment says. */
export function readComment(inside: string): TextComment {
  const text = inside.trim().replace(/\s+/g, ' ');
  const predicate = /^update predicate - ([A-Za-z_][A-Za-z_0-9]*) ?: ?(.+)$/.exec(text);
  if (predicate?.[1] !== undefined && predicate[2] !== undefined) {
    return { kind: 'predicate', variable: predicate[1], text: predicate[2] };
  }
  // Fender's translator prints jumps as `goto goto 3`.
  const source = (/^Statement(?: ?: ?| )(.+)$/.exec(text)?.[1] ?? '')
    .replace(/[; ]+$/, '')
    .replace(/\bgoto( goto)+\b/g, 'goto');
  return source === '' ? { kind: 'note', text } : { kind: 'source', text: source };
}
