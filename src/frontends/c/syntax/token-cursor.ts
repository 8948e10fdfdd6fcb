import type { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import { covering } from '../../../diagnostics/span.js';
import type { Span, Word } from '../../../diagnostics/span.js';
import { at } from '../../../support/invariant.js';
import { suggest } from '../../../support/suggest.js';
import type { CToken } from '../preprocess/c-token.js';
import { reservedWords } from './type-names.js';

/** Thrown where a text does not go on as C does; whoever can recover has it reported. */
export class SyntaxStop extends Error {
  override readonly name = 'SyntaxStop';
  constructor(
    readonly span: Span,
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}

/** Deeper nesting is no program that people write, and whoever walks through it would run out of stack. */
const maxNesting = 200;

/** Goes through tokens, the last of which is the end. */
export class TokenCursor {
  #place = 0;
  #depth = 0;

  constructor(
    private readonly tokens: readonly CToken[],
    protected readonly bag: DiagnosticBag,
  ) {}

  protected peek(ahead = 0): CToken {
    return at(this.tokens, Math.min(this.#place + ahead, this.tokens.length - 1));
  }

  protected get place(): number {
    return this.#place;
  }

  protected next(): CToken {
    const token = this.peek();
    if (token.kind !== 'end') this.#place++;
    return token;
  }

  /** Whether the next token is this punctuator or word. */
  protected sees(text: string): boolean {
    const { kind } = this.peek();
    return this.peek().text === text && (kind === 'punctuator' || kind === 'name');
  }

  protected accept(text: string): CToken | null {
    return this.sees(text) ? this.next() : null;
  }

  protected expect(text: string, where: string): CToken {
    const token = this.accept(text);
    if (token !== null) return token;
    const last = this.peek(-1);
    const found = this.peek();
    const isBehind = text === ';' || text === ')' || text === '}' || text === ']';
    throw new SyntaxStop(
      isBehind && found !== last ? last.span : found.span,
      `${text} is missing ${where}`,
      isBehind ? `Found ${shown(found)} behind this.` : null,
    );
  }

  protected name(what: string): Word {
    const token = this.peek();
    if (token.kind !== 'name' || reservedWords.has(token.text))
      throw new SyntaxStop(token.span, `${what} is missing in front of ${shown(token)}`);
    this.next();
    return { text: token.text, span: token.span };
  }

  protected unexpected(what: string): never {
    const token = this.peek();
    const near = token.kind === 'name' ? suggest(token.text, reservedWords) : null;
    const hint = near === null || near === token.text ? null : `Did you mean ${near}?`;
    throw new SyntaxStop(token.span, `${what} cannot begin with ${shown(token)}`, hint);
  }

  /** What `read` reads, unless that nests too deep. */
  protected nested<T>(read: () => T): T {
    if (this.#depth >= maxNesting)
      throw new SyntaxStop(this.peek().span, `this nests more than ${maxNesting} deep`);
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  protected spanFrom(start: CToken): Span {
    return covering(start.span, this.peek(-1).span);
  }

  protected report(stop: SyntaxStop): void {
    this.bag.report('E103', stop.span, stop.message, stop.hint);
  }

  /** Goes behind the next `;` or block, or to the `}` that ends what is around. */
  protected skipStatement(from: number): void {
    let depth = 0;
    for (;;) {
      const { kind, text } = this.peek();
      if (kind === 'end') return;
      if (text === '}' && depth === 0) {
        // Nothing was read: whoever is around would see the same mistake again.
        if (this.#place === from) this.next();
        return;
      }
      this.next();
      if (text === '{') depth++;
      if (text === '}' && --depth === 0) return;
      if (text === ';' && depth === 0) return;
    }
  }
}

export const shown = (token: CToken): string =>
  token.kind === 'end' ? 'the end of the file' : `'${token.text}'`;
