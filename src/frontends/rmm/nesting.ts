import type { Token } from './lexer.js';

/** Deeper texts are made to break tools: what walks a program recurses. */
export const maxNesting = 1000;

/**
 * The first token that stands deeper in brackets, in statements without brackets between them (`if ... then if ...`) and
 * in operators than that; else null.
 */
export function firstTooDeep(tokens: readonly Token[]): Token | null {
  // For each open bracket, what nests in its present statement.
  const levels = [0];
  let depth = 0;
  for (const token of tokens) {
    const here = levels.length - 1;
    if (isOpening(token.value)) levels.push(0);
    else if (isClosing(token.value) && here > 0) depth -= levels.pop() ?? 0;
    else if (token.value === ';' || token.value === 'or') {
      depth -= levels[here] ?? 0;
      levels[here] = 0;
    } else if (nests(token)) {
      depth++;
      levels[here] = (levels[here] ?? 0) + 1;
    }
    if (levels.length + depth > maxNesting) return token;
  }
  return null;
}

const nestingWords = new Set(['+', '-', '&&', '||', 'not', 'then', 'else', 'do']);
const nests = ({ value }: Token): boolean => nestingWords.has(value);
const isOpening = (value: string): boolean => value === '(' || value === '[' || value === '{';
const isClosing = (value: string): boolean => value === ')' || value === ']' || value === '}';
