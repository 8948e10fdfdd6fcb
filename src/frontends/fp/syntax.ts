import { resolve } from 'node:path';
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

/** Finds the file of a name as it is called in another; null: there is none. */
export type ReadBeside = (from: string, name: string) => Source | null;

/** Reads a whole file with those that it includes, each of them once. Without `readBeside` those are left out. */
export function parseFile(source: Source, bag: DiagnosticBag, readBeside: ReadBeside | null = null): Syntax {
  return parsePart(source, bag, { readBeside, known: new Set([plainPath(source)]) });
}

/** The same for each way to spell it. */
const plainPath = ({ path }: Source): string => resolve(path);

interface Inclusion {
  readonly readBeside: ReadBeside | null;
  /** The paths of the files so far. */
  readonly known: Set<string>;
}

/** Item by item. After an error, which goes to the bag, it goes on where it can. */
function parsePart(source: Source, bag: DiagnosticBag, inclusion: Inclusion): Syntax {
  const stream = new TokenStream(tokens(source, bag), source);
  const recovery = new Recovery(bag);
  const items: ItemAst[] = [];
  while (stream.peek() !== null && !recovery.exhausted) {
    const first = stream.peek()?.value ?? '';
    const parser = new ItemParser(Chart.ofItem(), stream, first === 'ltl');
    const item = itemOf(parser, recovery);
    if (item?.kind === 'include') {
      const part = included(item, source, bag, inclusion);
      items.push(...part.file.items);
      for (const name of part.lost) recovery.lost.add(name);
    } else if (item !== null) items.push(item);
    if (declaring.has(first)) for (const name of parser.names) recovery.declared.add(name);
  }
  return { file: { path: source.path, items }, lost: recovery.lost };
}

function included(
  { file: name, span }: Extract<ItemAst, { kind: 'include' }>,
  source: Source,
  bag: DiagnosticBag,
  inclusion: Inclusion,
): Syntax {
  const nothing = { file: { path: name, items: [] }, lost: new Set<string>() };
  if (inclusion.readBeside === null) return nothing;
  const beside = inclusion.readBeside(source.path, name);
  if (beside === null) {
    bag.report('E001', span, `there is no file \`${name}\``, 'it is looked for beside this one');
    return nothing;
  }
  const path = plainPath(beside);
  if (inclusion.known.has(path)) return nothing;
  inclusion.known.add(path);
  return parsePart(beside, bag, inclusion);
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
