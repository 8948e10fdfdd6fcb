import { sourceSpan } from '../../../diagnostics/span.js';
import type { Source, Span } from '../../../diagnostics/span.js';
import type { Token } from '../../kit/token.js';

/** The tokens of a text, with a little look-ahead. Tokens are made as they are asked for. */
export class TokenStream {
  readonly #ahead: Token[] = [];
  /** The last token that was passed. */
  #last: Token | null = null;

  constructor(
    private readonly tokens: Iterator<Token, void>,
    private readonly source: Source,
  ) {}

  /** The token that comes, or one further on; null at the end of the text. */
  peek(distance = 0): Token | null {
    while (this.#ahead.length <= distance) {
      const next = this.tokens.next();
      if (next.done === true) return null;
      this.#ahead.push(next.value);
    }
    return this.#ahead[distance] ?? null;
  }

  advance(): void {
    this.#last = this.#ahead.shift() ?? this.#last;
  }

  get last(): Token | null {
    return this.#last;
  }

  /** The place right behind the last token. */
  get afterLast(): Span {
    const end = this.#last === null ? 0 : endOf(this.#last);
    return sourceSpan(this.source, end, end);
  }

  lineOf(token: Token): number {
    return this.source.position(startOf(token)).line;
  }
}

const startOf = ({ span }: Token): number => (span.kind === 'source' ? span.start : 0);
const endOf = ({ span }: Token): number => (span.kind === 'source' ? span.end : 0);
