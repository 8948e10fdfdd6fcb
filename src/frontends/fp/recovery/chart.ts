import nearley from 'nearley';
import { invariant } from '../../../support/invariant.js';
import { OneToken } from '../../kit/longest-prefix.js';
import type { Token } from '../../kit/token.js';
import type { ExprAst, ItemAst } from '../ast.js';
import compiled from '../generated/grammar.js';
import { columnOf, symbolsOf } from './nearley-column.js';
import type { GrammarSymbol, EarleyState } from './nearley-column.js';

/** A state of the parse to come back to. */
export type ChartMark = ReturnType<nearley.Parser['save']>;

type Start = 'item' | 'expression';

const grammars: Readonly<Record<Start, nearley.Grammar>> = {
  item: nearley.Grammar.fromCompiled({ ...compiled, ParserStart: 'item' }),
  expression: nearley.Grammar.fromCompiled({ ...compiled, ParserStart: 'expression' }),
};

/** The parse of one item, fed token by token; nothing is ever fed that does not fit. */
export class Chart<T> {
  readonly #feed = new OneToken();
  readonly #grammar: nearley.Grammar;
  readonly #parser: nearley.Parser;
  readonly #isResult: (value: unknown) => value is T;

  private constructor(start: Start, isResult: (value: unknown) => value is T) {
    this.#grammar = grammars[start];
    this.#parser = new nearley.Parser(this.#grammar, { lexer: this.#feed });
    this.#isResult = isResult;
  }

  static ofItem(): Chart<ItemAst> {
    return new Chart('item', isItem);
  }

  static ofExpression(): Chart<ExprAst> {
    return new Chart('expression', isExpression);
  }

  mark(): ChartMark {
    return this.#parser.save();
  }

  rewind(mark: ChartMark): void {
    this.#parser.restore(mark);
  }

  fits(token: Token): boolean {
    return columnOf(this.mark()).scannable.some(({ rule, dot }) => matches(rule.symbols[dot], token));
  }

  take(token: Token): void {
    invariant(this.fits(token), 'a token is fed only where it fits');
    this.#parser.feed(this.#feed.offer(token));
  }

  /** All readings of the tokens so far as a whole; none if the item is not complete. */
  get results(): readonly T[] {
    const results: readonly unknown[] = this.#parser.results ?? [];
    const checked = results.filter(this.#isResult);
    invariant(checked.length === results.length, 'the grammar makes what it is said to make');
    return checked;
  }

  /** Whether a rule of that name may begin here. */
  mayBegin(rule: string): boolean {
    return rule in columnOf(this.mark()).wants;
  }

  /** What may come next, seen from the constructs that have begun: rules are not looked into. */
  expected(): readonly GrammarSymbol[] {
    const { states, index } = columnOf(this.mark());
    if (index === 0) return [this.#grammar.start];
    const hasBegun = (state: EarleyState): boolean => state.reference < index;
    return states.filter(hasBegun).flatMap(({ rule, dot }) => rule.symbols[dot] ?? []);
  }

  /** What a rule may begin with; an empty rule lets what follows it through. */
  firstOf(rule: string): readonly GrammarSymbol[] {
    return this.#rulesOf(rule).flatMap((symbols) => {
      const firsts: GrammarSymbol[] = [];
      for (const symbol of symbols) {
        firsts.push(symbol);
        if (typeof symbol !== 'string' || !this.#mayBeEmpty(symbol)) break;
      }
      return firsts.filter((symbol) => symbol !== rule);
    });
  }

  #rulesOf(name: string): readonly (readonly GrammarSymbol[])[] {
    return (this.#grammar.byName[name] ?? []).map(symbolsOf);
  }

  #mayBeEmpty(name: string): boolean {
    return this.#rulesOf(name).some((symbols) => symbols.length === 0);
  }
}

function matches(symbol: GrammarSymbol | undefined, token: Token): boolean {
  if (symbol === undefined || typeof symbol === 'string') return false;
  return 'type' in symbol ? symbol.type === token.type : symbol.literal === token.value;
}

const itemKinds: ReadonlySet<unknown> = new Set<ItemAst['kind']>([
  'const',
  'shared',
  'thread',
  'property',
  'predicates',
  'enum',
  'struct',
  'inline',
  'include',
]);

const kindOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'kind' in value && 'span' in value ? value.kind : null;

/** What the post-processors build is theirs to get right: this tells items from expressions. */
const isItem = (value: unknown): value is ItemAst => itemKinds.has(kindOf(value));
const isExpression = (value: unknown): value is ExprAst => kindOf(value) !== null && !isItem(value);
