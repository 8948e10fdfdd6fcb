import type { Token } from './lexer.js';

/** Deeper texts are made to break tools: what walks a model recurses. */
export const maxNesting = 1000;

/** The first token that stands deeper in brackets, or behind more operators in one expression, than that; else null. */
export function firstTooDeep(tokens: readonly Token[]): Token | null {
  const levels = [0];
  let depth = 0;
  for (const token of tokens) {
    const { value } = token;
    const here = levels.length - 1;
    if (value === '(' || value === '[' || value === '{') levels.push(0);
    else if ((value === ')' || value === ']' || value === '}') && here > 0) depth -= levels.pop() ?? 0;
    else if (value === ',' || value === ';') {
      depth -= levels[here] ?? 0;
      levels[here] = 0;
    } else if (token.type !== 'word' && token.type !== 'number') {
      depth++;
      levels[here] = (levels[here] ?? 0) + 1;
    }
    if (levels.length + depth > maxNesting) return token;
  }
  return null;
}
