import type { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import { beginners, keywords } from '../../../lang/program/keywords.js';
import { suggest } from '../../../support/suggest.js';
import { nestedTooDeep } from '../../kit/nesting.js';
import type { Token } from '../../kit/token.js';
import { expectedWords } from './expected-tokens.js';
import { hintFor } from '../hints.js';
import type { ItemParser } from './item-parser.js';

/** Words that begin a top-level item and occur nowhere else: a safe place to go on. */
const itemKeywords: ReadonlySet<string> = new Set([
  ...['shared', 'const', 'thread', 'process', 'invariant', 'final', 'ltl', 'predicates'],
]);

/** More syntax errors than this are noise: the rest of the text is not looked at. */
const maxErrors = 20;

type AnyItemParser = ItemParser<unknown>;

/**
 * What to do about a token that does not fit. The first remedy that lets the parse go on is taken: put in a forgotten
 * `;` or `}` or `local` or type, take a misspelt keyword for what was meant, leave out the statement, leave out the item.
 */
export class Recovery {
  #errors = 0;
  /** The line of a bad character: what else is wrong there is its consequence. */
  #quietLine = -1;
  /** The text was not read to its end: that something is missing there says nothing. */
  #cut = false;
  /** Names in the declarations so far. */
  readonly declared = new Set<string>();
  /** Names in what was left out. */
  readonly lost = new Set<string>();

  constructor(private readonly bag: DiagnosticBag) {}

  get exhausted(): boolean {
    return this.#errors >= maxErrors;
  }

  /** There is no way on from here. */
  giveUp(place: Span): void {
    this.#errors = maxErrors;
    this.bag.report('E103', place, nestedTooDeep);
  }

  /** Whether the item can go on. If not, the stream stands where the next may begin. */
  recover(parser: AnyItemParser): boolean {
    const token = parser.next();
    if (token?.type === 'bad') {
      this.#quietLine = parser.stream.lineOf(token);
      parser.stream.advance();
      this.#cut = parser.next() === null;
      return true;
    }
    return (
      this.#putInSemicolon(parser, token) ||
      this.#closeBlocks(parser, token) ||
      (token !== null &&
        (this.#putInDeclarator(parser, token) ||
          this.#correctSpelling(parser, token) ||
          this.#putInType(parser, token))) ||
      this.#leaveOut(parser, token)
    );
  }

  #putInSemicolon(parser: AnyItemParser, token: Token | null): boolean {
    const semicolon = made('symbol', ';', parser.stream.afterLast);
    if (parser.last === null || !parser.chart.fits(semicolon)) return false;
    const now = parser.chart.mark();
    const words = expectedWords(parser.chart);
    parser.chart.take(semicolon);
    const goesOn = parser.complete ? isFreshStart(parser, token) : token !== null && parser.chart.fits(token);
    parser.chart.rewind(now);
    if (!goesOn) return false;
    const sameLine = token !== null && !isOnLaterLine(parser, token);
    if (sameLine) this.#unexpected(parser, token, words);
    else this.#report(parser, token, parser.stream.afterLast, `expected \`;\` after ${quoted(parser.last)}`);
    parser.take(semicolon);
    return true;
  }

  /** At the end of the text, or where the next item begins, the open blocks end too. */
  #closeBlocks(parser: AnyItemParser, token: Token | null): boolean {
    const { open } = parser;
    if (open === null || (token !== null && !itemKeywords.has(token.value))) return false;
    const closer = made('symbol', '}', parser.stream.afterLast);
    if (!parser.chart.fits(closer) && !parser.toBoundary()) return false;
    const opened = `the \`{\` in line ${parser.stream.lineOf(open.brace)} is not closed`;
    const where = token === null ? 'the file ends' : `found ${quoted(token)}`;
    this.#report(
      parser,
      token,
      token?.span ?? parser.stream.afterLast,
      `expected \`}\`, but ${where}`,
      opened,
    );
    while (!parser.complete && parser.chart.fits(closer)) parser.take(closer);
    return parser.complete;
  }

  /** `int r = 0;` without `local` or `shared`. */
  #putInDeclarator(parser: AnyItemParser, token: Token): boolean {
    if (token.value !== 'int' && token.value !== 'bool') return false;
    const word = ['local', 'shared'].find((w) => parser.chart.fits(made('keyword', w, token.span)));
    if (word === undefined) return false;
    const note = `write \`${word} ${token.value} ...\``;
    this.#report(parser, token, token.span, `expected \`${word}\` before ${quoted(token)}`, note);
    parser.take(made('keyword', word, token.span));
    return true;
  }

  /** `shared x = 0;`: what was read as a type is the name. */
  #putInType(parser: AnyItemParser, token: Token): boolean {
    const { last } = parser;
    if (last === null || !'=;,[)'.includes(token.value)) return false;
    if (!parser.putBeforeLast(made('keyword', 'int', last.span), token)) return false;
    const note = `write \`int ${last.value}\`, or \`bool ${last.value}\``;
    this.#report(parser, last, last.span, `expected a type before ${quoted(last)}`, note);
    return true;
  }

  #correctSpelling(parser: AnyItemParser, token: Token): boolean {
    const here = closest(token, (candidate) => parser.chart.fits(candidate));
    if (here !== null && this.#leadsOn(parser, here)) {
      this.#misspelt(parser, token, here);
      parser.takeNext(here);
      return true;
    }
    const { last } = parser;
    const before = last === null ? null : closest(last, (c) => parser.fittingBeforeLast([c]).length > 0);
    if (last === null || before === null || !parser.replaceLast(before, token)) return false;
    this.#misspelt(parser, last, before);
    return true;
  }

  #leadsOn(parser: AnyItemParser, token: Token): boolean {
    const now = parser.chart.mark();
    parser.chart.take(token);
    const after = parser.stream.peek(1);
    const fits = after === null || parser.chart.fits(after);
    parser.chart.rewind(now);
    return fits;
  }

  #misspelt(parser: AnyItemParser, token: Token, meant: Token): void {
    const note = `did you mean \`${meant.value}\`?`;
    this.#report(parser, token, token.span, `unknown word ${quoted(token)}`, note);
  }

  /** Leaves out the statement or predicate around the token, else the whole item. */
  #leaveOut(parser: AnyItemParser, token: Token | null): boolean {
    this.#unexpected(parser, token, expectedWords(parser.chart));
    for (const name of parser.names) this.lost.add(name);
    const { parentheses } = parser;
    const inBlock = parser.toBoundary();
    if (inBlock) this.#skipStatement(parser, parentheses);
    else this.#skipItem(parser);
    return inBlock;
  }

  /** To behind the next `;` or block, or before the `}` that ends the block around. */
  #skipStatement(parser: AnyItemParser, open: number): void {
    let depth = 0;
    let parentheses = open;
    for (let token = parser.next(); token !== null; token = parser.next()) {
      if (itemKeywords.has(token.value) || (token.value === '}' && depth === 0)) return;
      this.#skip(parser, token);
      depth += change(token, '{', '}');
      parentheses = isBrace(token) ? 0 : Math.max(0, parentheses + change(token, '(', ')'));
      const after = parser.next()?.value;
      const ended = (token.value === ';' && parentheses === 0) || token.value === '}';
      if (ended && depth === 0 && after !== 'else' && after !== 'or') return;
    }
  }

  /** To behind the next `;` or block outside all braces, or before the next item. */
  #skipItem(parser: AnyItemParser): void {
    let depth = 0;
    let first = parser.last === null;
    for (let token = parser.next(); token !== null; token = parser.next()) {
      if (!first && itemKeywords.has(token.value)) return;
      first = false;
      this.#skip(parser, token);
      depth += change(token, '{', '}');
      if (depth <= 0 && (token.value === ';' || token.value === '}')) return;
    }
  }

  #skip(parser: AnyItemParser, token: Token): void {
    if (token.type === 'name') this.lost.add(token.value);
    parser.stream.advance();
  }

  #unexpected(parser: AnyItemParser, token: Token | null, words: string): void {
    const found = token === null ? 'the text ends' : `found ${quoted(token)}`;
    const place = token?.span ?? parser.stream.afterLast;
    this.#report(
      parser,
      token,
      place,
      `expected ${words}, but ${found}`,
      hintFor(parser.last, token, words, parser.applied, this.declared),
    );
  }

  #report(
    parser: AnyItemParser,
    token: Token | null,
    place: Span,
    message: string,
    note: string | null = null,
  ): void {
    const around = [token, parser.stream.last].flatMap((t) => (t === null ? [] : [parser.stream.lineOf(t)]));
    this.#errors++;
    const isConsequence = around.includes(this.#quietLine) || (token === null && this.#cut);
    if (!isConsequence) this.bag.report('E103', place, message, note);
  }
}

const made = (type: 'symbol' | 'keyword', text: string, span: Span): Token => ({
  type,
  value: text,
  raw: text,
  span,
});

const change = ({ value: text }: Token, up: string, down: string): number =>
  text === up ? 1 : text === down ? -1 : 0;
const isBrace = ({ value: text }: Token): boolean => text === '{' || text === '}';

const quoted = (token: Token): string =>
  `\`${token.value.length > 40 ? `${token.value.slice(0, 40)}...` : token.value}\``;

const isOnLaterLine = ({ stream }: AnyItemParser, token: Token): boolean =>
  stream.last !== null && stream.lineOf(token) > stream.lineOf(stream.last);

const isFreshStart = (parser: AnyItemParser, token: Token | null): boolean =>
  token === null || itemKeywords.has(token.value) || isOnLaterLine(parser, token);

/** The keyword that a name was meant to be, of those that fit. */
function closest(token: Token, fits: (candidate: Token) => boolean): Token | null {
  if (token.type !== 'name') return null;
  const candidates = [...keywords, ...beginners].filter((k) => fits(made('keyword', k, token.span)));
  const meant = suggest(token.value, candidates);
  return meant === null ? null : made('keyword', meant, token.span);
}
