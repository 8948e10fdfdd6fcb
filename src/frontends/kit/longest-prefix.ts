import nearley from 'nearley';
import { invariant } from '../../support/invariant.js';

/** A token as nearley wants it: `value` is compared with the literals of the grammar, `type` with its %types. */
export interface GrammarToken {
  readonly type: string;
  readonly value: string;
}

/** What was parsed, and how many tokens it took; or the token where the text stops making sense. */
export type Prefix<T, Tok> =
  | { readonly ok: true; readonly node: T; readonly length: number }
  /** `at` is null if the text ends too early. */
  | { readonly ok: false; readonly at: Tok | null };

/** A compiled grammar with one start symbol. The rules of the start symbol must give a T. */
export class PrefixParser<T> {
  readonly #grammar: nearley.Grammar;

  constructor(rules: nearley.CompiledRules, start: string) {
    this.#grammar = nearley.Grammar.fromCompiled({ ...rules, ParserStart: start });
  }

  /**
   * Reads tokens up to the first that cannot continue what was read. That must be a complete part, so text that
   * begins as one and goes wrong later is an error, not a shorter part with something left over.
   */
  parse<Tok extends GrammarToken>(tokens: readonly Tok[], from = 0): Prefix<T, Tok> {
    const feed = new OneToken();
    const parser = new nearley.Parser(this.#grammar, { lexer: feed });
    let complete: readonly T[] = [];
    let length = 0;
    for (let i = from; i < tokens.length; i++) {
      const token = tokens[i];
      if (token === undefined) break;
      try {
        parser.feed(feed.offer(token));
      } catch {
        return this.#result(complete, length, token);
      }
      complete = parser.results;
      length++;
    }
    return this.#result(complete, length, null);
  }

  #result<Tok>(complete: readonly T[], length: number, stopped: Tok | null): Prefix<T, Tok> {
    const [node, ...others] = complete;
    invariant(others.length === 0, `the grammar has one reading for each ${this.#grammar.start}`);
    return node === undefined ? { ok: false, at: stopped } : { ok: true, node, length };
  }
}

/** Hands nearley tokens that exist already, one for each call of `feed`. */
export class OneToken {
  #next: GrammarToken | undefined;

  /** The text to call `feed` with. */
  offer(token: GrammarToken): string {
    this.#next = token;
    return '';
  }

  next(): GrammarToken | undefined {
    const token = this.#next;
    this.#next = undefined;
    return token;
  }

  reset(): void {}

  save(): Record<string, never> {
    return {};
  }

  formatError(): string {
    return 'syntax error';
  }
}
