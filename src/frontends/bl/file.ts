import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source, Span } from '../../diagnostics/span.js';
import { at } from '../../support/check.js';
import { BlocksBuilder } from './blocks.js';
import type { BlFile } from './blocks.js';
import { ItemReader } from './items.js';
import type { RawItem } from './items.js';
import { KnownStatements } from './known-statements.js';
import { reportUnread } from './messages.js';
import { Scanner } from './scanner.js';
import { ShapeParser } from './shapes.js';
import type { Token } from './tokens.js';

/** Reads a whole text; after a mistake it goes on with the next item. */
export function readFile(source: Source, bag: DiagnosticBag): BlFile {
  const builder = new BlocksBuilder(source, bag);
  const scanner = new Scanner(source, bag);
  const known = new KnownStatements(scanner);
  const reading = {
    source,
    builder,
    known,
    reader: new ItemReader(scanner, bag),
    shapes: new ShapeParser(),
    bag,
  };
  for (;;) {
    const statement = known.next();
    if (statement !== null) {
      const { label, action, comments, start, end } = statement;
      builder.take({ kind: 'statement', label, action }, comments, sourceSpan(source, start, end));
      continue;
    }
    const raw = reading.reader.next();
    if (raw === null) return builder.end();
    // Without tokens it is a semicolon too many, or what was reported already.
    if (raw.tokens.length > 0) readItem(raw, reading);
  }
}

interface Reading {
  readonly source: Source;
  readonly builder: BlocksBuilder;
  readonly known: KnownStatements;
  readonly reader: ItemReader;
  readonly shapes: ShapeParser;
  readonly bag: DiagnosticBag;
}

function readItem(raw: RawItem, { source, builder, known, reader, shapes, bag }: Reading): void {
  const { tokens } = raw;
  if (raw.broken) {
    builder.skip(tokens, spanOf(source, tokens));
    return;
  }
  const parsed = shapes.parse(tokens);
  const next = parsed.ok ? tokens[parsed.length] : undefined;
  // A number is the label of a statement; so only a semicolon is missing before it.
  if (!parsed.ok || (next !== undefined && next.type !== 'number')) {
    reportUnread(source, tokens, parsed.ok ? parsed.length : (parsed.at?.index ?? null), bag);
    builder.skip(tokens, spanOf(source, tokens));
    return;
  }
  const own = next === undefined ? tokens : tokens.slice(0, parsed.length);
  if (next !== undefined || !raw.closed) {
    const last = at(own, own.length - 1);
    bag.report('E103', sourceSpan(source, last.start, last.end), 'a `;` is missing after this');
  }
  if (next !== undefined) reader.back(next.start);
  const item = parsed.node(own);
  if (item.kind === 'statement' && next === undefined && raw.closed) {
    known.remember(at(own, 0).start, at(own, own.length - 1).end, item.action);
  }
  builder.take(item, raw.comments, spanOf(source, own));
}

const spanOf = (source: Source, tokens: readonly Token[]): Span =>
  sourceSpan(source, at(tokens, 0).start, at(tokens, tokens.length - 1).end);
