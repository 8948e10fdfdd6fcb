import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import { invariant } from '../../support/invariant.js';
import type { Token } from '../kit/token.js';
import type { ExprAst, FileAst, ItemAst } from './ast.js';
import { Chart } from './recovery/chart.js';
import { ItemParser } from './recovery/item-parser.js';
import { tokens } from './lexer.js';
import { tooDeepNode } from './nesting.js';
import { Recovery } from './recovery/recovery.js';
import { TokenStream } from './recovery/stream.js';

export interface Syntax {
  readonly file: FileAst;
  /** Names in the parts that errors made unreadable: whether they are declared is not known. */
  readonly lost: ReadonlySet<string>;
}

const declaring: ReadonlySet<string> = new Set(['const', 'shared', 'thread', 'process']);

/** Reads a whole file, item by item. After an error, which goes to the bag, it goes on where it can. */
export function parseFile(source: Source, bag: DiagnosticBag): Syntax {
  const stream = new TokenStream(tokens(source, bag), source);
  const recovery = new Recovery(bag);
  const items: ItemAst[] = [];
  while (stream.peek() !== null && !recovery.exhausted) {
    const first = stream.peek()?.value ?? '';
    const parser = new ItemParser(Chart.ofItem(), stream, first === 'ltl');
    const item = itemOf(parser, recovery);
    if (item !== null) items.push(item);
    if (declaring.has(first)) for (const name of parser.names) recovery.declared.add(name);
  }
  return { file: { items }, lost: recovery.lost };
}

/** Reads a formula that stands alone; null if the bag got errors. */
export function parseExpression(source: Source, temporal: boolean, bag: DiagnosticBag): ExprAst | null {
  return expressionOf(new TokenStream(tokens(source, bag), source), temporal, bag);
}

/** Reads one expression a line. Empty lines do not count, and a line may end in `;`. */
export function parseLines(source: Source, bag: DiagnosticBag): readonly ExprAst[] {
  const lines = new Map<number, Token[]>();
  const all = new TokenStream(tokens(source, bag), source);
  for (let token = all.peek(); token !== null; token = all.peek()) {
    const line = all.lineOf(token);
    lines.set(line, [...(lines.get(line) ?? []), token]);
    all.advance();
  }
  return [...lines.values()].flatMap((line) => {
    const kept = line.at(-1)?.value === ';' ? line.slice(0, -1) : line;
    return expressionOf(new TokenStream(kept.values(), source), false, bag) ?? [];
  });
}

function expressionOf(stream: TokenStream, temporal: boolean, bag: DiagnosticBag): ExprAst | null {
  const parser = new ItemParser(Chart.ofExpression(), stream, temporal);
  const recovery = new Recovery(bag);
  while (stream.peek() !== null || !parser.complete) {
    const token = parser.next();
    if (!canTake(parser, token, recovery)) {
      if (!recovery.exhausted) recovery.recover(parser);
      return null;
    }
    parser.takeNext(token);
  }
  return reading(parser, recovery);
}

function itemOf(parser: ItemParser<ItemAst>, recovery: Recovery): ItemAst | null {
  while (!parser.complete) {
    const token = parser.next();
    if (canTake(parser, token, recovery)) parser.takeNext(token);
    else if (recovery.exhausted || !recovery.recover(parser)) return null;
  }
  return reading(parser, recovery);
}

function canTake(parser: ItemParser<unknown>, token: Token | null, recovery: Recovery): token is Token {
  if (token === null || !parser.chart.fits(token)) return false;
  if (parser.tooDeep) recovery.giveUp(token.span);
  return !parser.tooDeep;
}

/** The one reading of a complete item. */
function reading<T extends ItemAst | ExprAst>(parser: ItemParser<T>, recovery: Recovery): T | null {
  const [first, ...others] = parser.chart.results;
  invariant(first !== undefined && others.length === 0, 'the grammar of .fp is unambiguous');
  const deep = tooDeepNode(first);
  if (deep !== null) recovery.giveUp(deep.span);
  return deep === null ? first : null;
}
