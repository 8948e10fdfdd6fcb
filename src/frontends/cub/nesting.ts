import type { Token } from './lexer.js';

/** Deeper texts are made to break tools: what walks a formula recurses. */
export const maxNesting = 1000;

/** The first token that stands deeper in brackets and operators than that; else null. */
export function firstTooDeep(tokens: readonly Token[]): Token | null {
  // For each open bracket, the operators since it was opened or the last update or case began.
  const levels = [0];
  let depth = 0;
  for (const token of tokens) {
    const here = levels.length - 1;
    if (opening.has(token.value)) levels.push(0);
    else if (closing.has(token.value) && here > 0) depth -= levels.pop() ?? 0;
    else if (token.value === ';' || token.value === '|') {
      depth -= levels[here] ?? 0;
      levels[here] = 0;
    } else if (operators.has(token.value)) {
      depth++;
      levels[here] = (levels[here] ?? 0) + 1;
    }
    if (levels.length + depth > maxNesting) return token;
  }
  return null;
}

const opening = new Set(['(', '[', '{']);
const closing = new Set([')', ']', '}']);
const operators = new Set([...['&&', '||', '=>', '<=>', 'not', 'then', 'else', '.'], ...['+', '-', '*']]);
