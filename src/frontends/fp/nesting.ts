import type { Span } from '../../diagnostics/span.js';
import { maxNesting } from '../kit/nesting.js';
import type { Token } from '../kit/token.js';

/** How deep the parse is in brackets, in prefix operators, and in operators without brackets between them. */
export class NestingCounter {
  #brackets = 0;
  #prefixes = 0;
  #arrows = 0;
  #operators = 0;
  /** For each open bracket, and outside of them, how many `else` the statement there has had: each is inside of the last. */
  readonly #elses: number[] = [];
  #last = '';

  count(token: Token): void {
    this.#countBrackets(token.value);
    const isPrefix = token.type === 'prefixop' || token.value === '!' || token.value === '-';
    this.#prefixes = isPrefix ? this.#prefixes + 1 : 0;
    if (/^[()[\]{};]$/.test(token.value)) {
      this.#arrows = 0;
      this.#operators = 0;
    } else if (token.type !== 'name' && token.type !== 'number') {
      this.#operators++;
      if (token.value === '->' || token.type === 'infixop') this.#arrows++;
    }
  }

  #countBrackets(text: string): void {
    if (/^[([{]$/.test(text)) this.#elses[++this.#brackets] = 0;
    else if (/^[)\]}]$/.test(text)) this.#brackets--;
    else if (text === 'else') this.#elses[this.#brackets] = this.#tests + 1;
    else if (this.#last === ';' || this.#last === '}') this.#elses[this.#brackets] = 0;
    this.#last = text;
  }

  get #tests(): number {
    return this.#elses[this.#brackets] ?? 0;
  }

  /** Operators of different strength nest less than there are of them: the reading itself is measured afterwards. */
  get tooDeep(): boolean {
    const inside = Math.max(this.#brackets, this.#prefixes, this.#arrows, this.#tests);
    return Math.max(inside, this.#operators / 10) > maxNesting;
  }
}

interface NestedAst {
  readonly span: Span;
}

/** The first node found below more than `maxNesting` others, as in a sum of very many terms; else null. */
export function tooDeepNode(root: NestedAst): NestedAst | null {
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

const isNode = (value: object): value is NestedAst => 'span' in value && 'kind' in value;
