import type { Token } from '../../kit/token.js';
import type { Chart, ChartMark } from './chart.js';
import { asFormulaToken } from '../lexer.js';
import { NestingCounter } from '../nesting.js';
import type { TokenStream } from './stream.js';

/** The braces that are open, innermost first. */
export type OpenBraces = { readonly outer: OpenBraces; readonly brace: Token } | null;

/** A point of the parse where a statement or predicate may begin: errors inside one drop no more than it. */
interface Boundary {
  readonly mark: ChartMark;
  readonly open: OpenBraces;
}

/** One item on its way through the chart, with what recovery needs to know of the way. */
export class ItemParser<T> {
  /** Every name of the item so far. */
  readonly names = new Set<string>();
  /** The names of the property or predicate that a `(` stands behind: like those of instances. */
  readonly applied = new Set<string>();
  #open: OpenBraces = null;
  #boundary: Boundary | null = null;
  #parentheses = 0;
  #beforeLast: ChartMark | null = null;
  #last: Token | null = null;
  readonly #nesting = new NestingCounter();

  constructor(
    readonly chart: Chart<T>,
    readonly stream: TokenStream,
    private readonly temporal: boolean,
  ) {}

  /** The token that comes, read as this item reads it. */
  next(): Token | null {
    const token = this.stream.peek();
    return token !== null && this.temporal ? asFormulaToken(token) : token;
  }

  get complete(): boolean {
    return this.chart.results.length > 0;
  }

  get tooDeep(): boolean {
    return this.#nesting.tooDeep;
  }

  get open(): OpenBraces {
    return this.#open;
  }

  /** The last token taken; null at the beginning of the item. */
  get last(): Token | null {
    return this.#last;
  }

  /** So many `(` of the statement or predicate that has begun are open. */
  get parentheses(): number {
    return this.#parentheses;
  }

  /** Takes a token that fits. */
  take(token: Token): void {
    this.#beforeLast = this.chart.mark();
    if (token.value === '(' && this.#last?.type === 'name') this.applied.add(this.#last.value);
    this.#last = token;
    if (token.type === 'name') this.names.add(token.value);
    if (token.value === '{') this.#open = { outer: this.#open, brace: token };
    if (token.value === '}') this.#open = this.#open?.outer ?? null;
    if (token.value === '(') this.#parentheses++;
    if (token.value === ')') this.#parentheses--;
    this.chart.take(token);
    if (this.chart.mayBegin('statement') || this.chart.mayBegin('predicate')) {
      this.#boundary = { mark: this.chart.mark(), open: this.#open };
      this.#parentheses = 0;
      this.applied.clear();
    }
  }

  /** Takes the token that comes, which fits. */
  takeNext(token: Token): void {
    this.#nesting.count(token);
    this.take(token);
    this.stream.advance();
  }

  /** Takes `token` in place of the last one if the next fits then; else changes nothing. */
  replaceLast(token: Token, next: Token): boolean {
    if (this.#beforeLast === null) return false;
    const now = this.chart.mark();
    this.chart.rewind(this.#beforeLast);
    if (this.chart.fits(token)) {
      this.chart.take(token);
      if (this.chart.fits(next)) return true;
    }
    this.chart.rewind(now);
    return false;
  }

  /** Takes `token` before the last one if that and the next fit then; else changes nothing. */
  putBeforeLast(token: Token, next: Token): boolean {
    if (this.#beforeLast === null || this.#last === null) return false;
    const now = this.chart.mark();
    this.chart.rewind(this.#beforeLast);
    if (this.chart.fits(token)) {
      this.chart.take(token);
      if (this.chart.fits(this.#last)) {
        this.chart.take(this.#last);
        if (this.chart.fits(next)) return true;
      }
    }
    this.chart.rewind(now);
    return false;
  }

  /** The keywords that would fit in place of the last token. */
  fittingBeforeLast(candidates: readonly Token[]): readonly Token[] {
    if (this.#beforeLast === null) return [];
    const now = this.chart.mark();
    this.chart.rewind(this.#beforeLast);
    const fitting = candidates.filter((candidate) => this.chart.fits(candidate));
    this.chart.rewind(now);
    return fitting;
  }

  /** Forgets the statement or predicate that has begun. */
  toBoundary(): boolean {
    if (this.#boundary === null) return false;
    this.chart.rewind(this.#boundary.mark);
    this.#open = this.#boundary.open;
    this.applied.clear();
    this.#parentheses = 0;
    this.#last = null;
    this.#beforeLast = null;
    return true;
  }
}
