import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source, Span } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import { BlocksBuilder } from './blocks.js';
import type { BlFile } from './blocks.js';
import { ItemReader } from './items.js';
import type { RawItem } from './items.js';
import { KnownStatements } from './known-statements.js';
import { reportUnread } from './messages.js';
import { Scanner } from './scanner.js';
import { ShapeParser } from './item-shapes.js';
import type { ItemShape } from './item-shapes.js';
import type { BlToken } from './tokens.js';

/** Reads a whole text; after a mistake it goes on with the next item, until there are too many. */
export function readFile(source: Source, bag: DiagnosticBag): BlFile {
  const builder = new BlocksBuilder(source, bag);
  const scanner = new Scanner(source, bag);
  const known = new KnownStatements(scanner);
  const reader = new ItemReader(scanner);
  const reading = { source, builder, known, shapes: new ShapeParser(), bag };
  while (!bag.isFull) {
    const statement = known.next();
    if (statement !== null) {
      const { label, action, comments, start, end } = statement;
      builder.take({ kind: 'statement', label, action }, comments, sourceSpan(source, start, end));
      continue;
    }
    const raw = reader.next();
    if (raw === null) break;
    readItem(raw, reading);
  }
  return builder.end();
}

interface BlReading {
  readonly source: Source;
  readonly builder: BlocksBuilder;
  readonly known: KnownStatements;
  readonly shapes: ShapeParser;
  readonly bag: DiagnosticBag;
}

function readItem({ tokens, comments, closed, problem }: RawItem, reading: BlReading): void {
  const { source, builder, known, shapes, bag } = reading;
  if (tokens.length === 0) {
    // Without a problem it is a semicolon too many.
    if (problem !== null) reportProblem(problem, reading);
    return;
  }
  const parsed = shapes.parse(tokens);
  const unread = unreadIn(parsed, tokens);
  // What was read before may be wrong already.
  if (problem !== null && unread === null) reportProblem(problem, reading);
  else if (unread !== null || !parsed.ok) {
    reportUnread(source, tokens, { where: unread, isWhole: parsed.ok }, bag);
  }
  const span = spanOf(source, tokens);
  if (!parsed.ok || unread !== null || problem !== null) {
    builder.skip(tokens, span);
    return;
  }
  const last = at(tokens, tokens.length - 1);
  if (!closed) bag.report('E103', sourceSpan(source, last.start, last.end), 'a `;` is missing after this');
  const item = parsed.node(tokens);
  if (item.kind === 'statement' && closed) known.remember(at(tokens, 0).start, last.end, item.action);
  builder.take(item, comments, span);
}

/** The first token that cannot stand where it does; null: there is none, though something may be missing at the end. */
function unreadIn(parsed: ItemShape, tokens: readonly BlToken[]): number | null {
  if (!parsed.ok) return parsed.at?.index ?? null;
  return parsed.length < tokens.length ? parsed.length : null;
}

const reportProblem = (problem: NonNullable<RawItem['problem']>, { source, bag }: BlReading): void =>
  bag.report(problem.code, sourceSpan(source, problem.start, problem.end), problem.message, problem.note);

const spanOf = (source: Source, tokens: readonly BlToken[]): Span =>
  sourceSpan(source, at(tokens, 0).start, at(tokens, tokens.length - 1).end);
