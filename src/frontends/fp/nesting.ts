import type { Span } from '../../diagnostics/span.js';
import type { Token } from './lexer.js';

/** Deeper texts are made to break tools: what walks a program recurses, and the parser needs memory for each level. */
export const maxNesting = 1000;

/** How deep the parse is in brackets, in prefix operators, and in operators without brackets between them. */
export class NestingCounter {
  #brackets = 0;
  #prefixes = 0;
  #arrows = 0;
  #operators = 0;

  count(token: Token): void {
    if (/^[([{]$/.test(token.text)) this.#brackets++;
    if (/^[)\]}]$/.test(token.text)) this.#brackets--;
    const isPrefix = token.type === 'prefixop' || token.text === '!' || token.text === '-';
    this.#prefixes = isPrefix ? this.#prefixes + 1 : 0;
    if (/^[()[\]{};]$/.test(token.text)) {
      this.#arrows = 0;
      this.#operators = 0;
    } else if (token.type !== 'name' && token.type !== 'number') {
      this.#operators++;
      if (token.text === '->' || token.type === 'infixop') this.#arrows++;
    }
  }

  /** Operators of different strength nest less than there are of them: the reading itself is measured afterwards. */
  get tooDeep(): boolean {
    const most = Math.max(this.#brackets, this.#prefixes, this.#arrows, this.#operators / 10);
    return most > maxNesting;
  }
}

interface Node {
  readonly span: Span;
}

/** The first node found below more than `maxNesting` others, as in a sum of very many terms; else null. */
export function tooDeepNode(root: Node): Node | null {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (isNode(value) && depth > maxNesting) return value;
    const inside = isNode(value) ? depth + 1 : depth;
    for (const [key, child] of Object.entries(value)) {
      if (key !== 'span') open.push({ value: child, depth: inside });
    }
  }
  return null;
}

const isNode = (value: object): value is Node => 'span' in value && 'kind' in value;
