import nearley from 'nearley';
import { invariant } from '../../support/check.js';
import type { ExprAst, ItemAst } from './ast.js';
import compiled from './generated/grammar.js';
import type { Token } from './lexer.js';

/** What a rule may want next: the name of a rule, a type of token, or a word. */
export type GrammarSymbol = string | { readonly type: string } | { readonly literal: string };

interface State {
  readonly rule: { readonly name: string; readonly symbols: readonly GrammarSymbol[] };
  readonly dot: number;
  /** Where the rule began. */
  readonly reference: number;
}

/** A state of the parse to come back to. */
export type Mark = ReturnType<nearley.Parser['save']>;

type Start = 'item' | 'expression';

const grammars: Readonly<Record<Start, nearley.Grammar>> = {
  item: nearley.Grammar.fromCompiled({ ...compiled, ParserStart: 'item' }),
  expression: nearley.Grammar.fromCompiled({ ...compiled, ParserStart: 'expression' }),
};

/** The parse of one item, fed token by token; nothing is ever fed that does not fit. */
export class Chart<T> {
  readonly #feed = new TokenFeed();
  readonly #grammar: nearley.Grammar;
  readonly #parser: nearley.Parser;

  private constructor(start: Start) {
    this.#grammar = grammars[start];
    this.#parser = new nearley.Parser(this.#grammar, { lexer: this.#feed });
  }

  static ofItem(): Chart<ItemAst> {
    return new Chart<ItemAst>('item');
  }

  static ofExpression(): Chart<ExprAst> {
    return new Chart<ExprAst>('expression');
  }

  mark(): Mark {
    return this.#parser.save();
  }

  rewind(mark: Mark): void {
    this.#parser.restore(mark);
  }

  fits(token: Token): boolean {
    const scannable: readonly State[] = this.mark()['scannable'];
    return scannable.some(({ rule, dot }) => matches(rule.symbols[dot], token));
  }

  take(token: Token): void {
    invariant(this.fits(token), 'a token is fed only where it fits');
    this.#feed.token = token;
    this.#parser.feed('');
  }

  /** All readings of the tokens so far as a whole; none if the item is not complete. */
  get results(): readonly T[] {
    return this.#parser.results ?? [];
  }

  /** Whether a rule of that name may begin here. */
  mayBegin(rule: string): boolean {
    return this.mark()['wants'][rule] !== undefined;
  }

  /** What may come next, seen from the constructs that have begun: rules are not looked into. */
  expected(): readonly GrammarSymbol[] {
    const mark = this.mark();
    const states: readonly State[] = mark['states'];
    const here: number = mark['index'];
    if (here === 0) return [this.#grammar.start];
    const begun = (s: State): boolean => s.reference < here;
    return states.flatMap((state) => {
      const symbol = begun(state) ? state.rule.symbols[state.dot] : undefined;
      return symbol === undefined ? [] : [symbol];
    });
  }

  /** What a rule may begin with; an empty rule lets what follows it through. */
  firstOf(rule: string): readonly GrammarSymbol[] {
    return (this.#grammar.byName[rule] ?? []).flatMap(({ symbols }) => {
      const firsts: GrammarSymbol[] = [];
      for (const symbol of symbols) {
        firsts.push(symbol);
        if (typeof symbol !== 'string' || !this.#mayBeEmpty(symbol)) break;
      }
      return firsts.filter((symbol) => symbol !== rule);
    });
  }

  #mayBeEmpty(rule: string): boolean {
    return (this.#grammar.byName[rule] ?? []).some(({ symbols }) => symbols.length === 0);
  }
}

function matches(symbol: GrammarSymbol | undefined, token: Token): boolean {
  if (symbol === undefined || typeof symbol === 'string') return false;
  return 'type' in symbol ? symbol.type === token.type : symbol.literal === token.text;
}

/** Stands where nearley wants a lexer: hands over one token a feed. */
class TokenFeed implements nearley.Lexer {
  token: Token | null = null;

  reset(): void {}

  next(): Token | undefined {
    const token = this.token ?? undefined;
    this.token = null;
    return token;
  }

  save(): nearley.LexerState {
    return {};
  }

  formatError(): string {
    return '';
  }
}
