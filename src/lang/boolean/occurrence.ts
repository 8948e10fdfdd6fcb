import { sourceSpan } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';

/** A name as it stands in a text: `x`, or `x{1}`. */
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
  if (span.kind !== 'source') return span;
  const { source, end } = span;
  for (let pos = skipBlanks(source.text, span.start, end); pos < end;) {
    if (source.text[pos] === '=') return sourceSpan(source, skipBlanks(source.text, pos + 1, end), end);
    pos = skipBlanks(source.text, pos + 1, end);
  }
  return span;
}

/** The span itself if nothing in it is what is wanted. */
function find(span: Span, isWanted: (mention: Mention, text: string) => boolean): Span {
  if (span.kind !== 'source') return span;
  const { source, end } = span;
  const { text } = source;
  for (let pos = skipBlanks(text, span.start, end); pos < end;) {
    const mention = mentionAt(text, pos, end);
    if (isWanted(mention, text)) return sourceSpan(source, mention.start, mention.end);
    pos = skipBlanks(text, Math.max(mention.end, pos + 1), end);
  }
  return span;
}

/** The word here, which is empty if none begins, with the number in braces behind it. */
function mentionAt(text: string, start: number, limit: number): Mention {
  const end = skipWord(text, start);
  const plain = { name: text.slice(start, end), block: null, start, end };
  const brace = skipBlanks(text, end, limit);
  if (end === start || text[brace] !== '{') return plain;
  const number = skipBlanks(text, brace + 1, limit);
  const numberEnd = skipWord(text, number);
  const last = skipBlanks(text, numberEnd, limit);
  if (text[last] !== '}') return plain;
  return { ...plain, block: Number(text.slice(number, numberEnd)), end: last + 1 };
}

function isBeside({ start, end }: Mention, text: string, label: number): boolean {
  const behind = /^\s*[=!]=\s*(-?\d{1,10})\b/.exec(text.slice(end, end + 40));
  const before = /(-?\d{1,10})\s*[=!]=\s*$/.exec(text.slice(Math.max(0, start - 40), start));
  return [behind, before].some((match) => match !== null && Number(match[1]) === label);
}

function skipWord(text: string, from: number): number {
  let pos = from;
  while (isWordPart(text.charCodeAt(pos))) pos++;
  return pos;
}

const isWordPart = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x5f;

const slash = 0x2f;

/** Over blanks and comments. */
function skipBlanks(text: string, from: number, limit: number): number {
  let pos = from;
  while (pos < limit) {
    const code = text.charCodeAt(pos);
    if (code <= 0x20 || code === 0xa0 || code === 0xfeff) pos++;
    else if (code === slash && text[pos + 1] === '*') pos = after(text, '*/', pos + 2, limit);
    else if (code === slash && text[pos + 1] === '/') pos = after(text, '\n', pos, limit);
    else return pos;
  }
  return limit;
}

function after(text: string, what: string, from: number, limit: number): number {
  const found = text.indexOf(what, from);
  return found === -1 ? limit : Math.min(limit, found + what.length);
}
