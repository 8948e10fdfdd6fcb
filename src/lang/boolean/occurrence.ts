import { sourceSpan } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';

/** A name as it stands in a text: `x`, or `x{1}`; or another character, as a name. */
interface Mention {
  readonly name: string;
  readonly block: number | null;
  readonly start: number;
  readonly end: number;
}

/** Where `name`, or `name{block}`, first stands in the text of the span; comments do not count. */
export function occurrence(span: Span, name: string, block: number | null = null): Span {
  return find(span, (mention) => mention.name === name && mention.block === block);
}

/** Where `pc{block}` is compared with the label; where it first stands if that cannot be found. */
export function comparison(span: Span, block: number, label: number): Span {
  const isCounter = (mention: Mention): boolean => mention.name === 'pc' && mention.block === block;
  const compared = find(span, (mention, text) => isCounter(mention) && isBeside(mention, text, label));
  return compared === span ? find(span, isCounter) : compared;
}

/** What stands behind the equality sign of an assignment. */
export function assignedValue(span: Span): Span {
  let isBehind = false;
  for (const { name, start } of mentionsIn(span)) {
    if (isBehind && span.kind === 'source') return sourceSpan(span.source, start, span.end);
    isBehind = name === '=';
  }
  return span;
}

/** The span itself if nothing in it is what is wanted. */
function find(span: Span, isWanted: (mention: Mention, text: string) => boolean): Span {
  if (span.kind !== 'source') return span;
  for (const mention of mentionsIn(span)) {
    if (isWanted(mention, span.source.text)) return sourceSpan(span.source, mention.start, mention.end);
  }
  return span;
}

/** A blank or a comment. No comment can be read in two ways, so nothing is tried twice. */
const blank = String.raw`(?:\s|/\*[^*]*(?:\*(?!/)[^*]*)*(?:\*/|$)|//[^\n]*(?:\n|$))`;
const blanks = `${blank}*`;
const mentions = new RegExp(
  String.raw`${blank}+|(?<name>\w+)(?:${blanks}\{${blanks}(?<block>\w*)${blanks}\})?|[^]`,
  'g',
);

function* mentionsIn(span: Span): Generator<Mention> {
  if (span.kind !== 'source') return;
  for (const { 0: whole, index, groups } of span.source.text.slice(span.start, span.end).matchAll(mentions)) {
    const name = groups?.['name'] ?? whole;
    if (isBlank.test(name)) continue;
    const block = groups?.['block'];
    const start = span.start + index;
    yield { name, block: block === undefined ? null : Number(block), start, end: start + whole.length };
  }
}

const isBlank = new RegExp(`^${blank}`);

function isBeside({ start, end }: Mention, text: string, label: number): boolean {
  const behind = /^\s*[=!]=\s*(-?\d{1,10})\b/.exec(text.slice(end, end + 40));
  const before = /(-?\d{1,10})\s*[=!]=\s*$/.exec(text.slice(Math.max(0, start - 40), start));
  return [behind, before].some((match) => match !== null && Number(match[1]) === label);
}
