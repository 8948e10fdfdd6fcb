import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import type { PrefixParser } from './longest-prefix.js';
import { firstTooDeep, reportTooDeep } from './nesting.js';
import type { NestingRules } from './nesting.js';
import type { Token } from './token.js';

/** Tokens that are to be read as one part of a text, and what to say if they cannot be. */
export interface TextPart {
  readonly tokens: readonly Token[];
  /** Where it begins; said where it has no tokens. */
  readonly start: Span | null;
  /** As in `this condition ends too early`. */
  readonly name: string;
  /** As in `unexpected x in this condition`; not said if it is left out. */
  readonly inside?: string;
  readonly nesting: NestingRules;
  /** How it is written. `stopped` is the token that cannot stand where it does; null: something is missing at the end. */
  readonly hint: (stopped: Token | null) => string | Blame;
}

/** A hint about a token that stands before the one where reading stopped. */
export interface Blame {
  readonly token: Token;
  readonly hint: string;
}

/** What the tokens say if all of them make sense; else null, with a report. */
export function whole<T>(parser: PrefixParser<T>, part: TextPart, bag: DiagnosticBag): T | null {
  const beginning = beginningOf(parser, part, bag);
  if (beginning === null) return null;
  const { node, length } = beginning;
  if (length === part.tokens.length) return node;
  reportStop(part, at(part.tokens, length), bag);
  return null;
}

/** What the tokens begin with, whatever follows it; null, with a report, if that is wrong. */
export function beginningOf<T>(
  parser: PrefixParser<T>,
  part: TextPart,
  bag: DiagnosticBag,
): { readonly node: T; readonly length: number } | null {
  const tooDeep = firstTooDeep(part.tokens, part.nesting);
  if (tooDeep !== null) {
    reportTooDeep(tooDeep.span, bag);
    return null;
  }
  const prefix = parser.parse(part.tokens);
  if (prefix.ok) return prefix;
  reportStop(part, prefix.at, bag);
  return null;
}

function reportStop(part: TextPart, stopped: Token | null, bag: DiagnosticBag): void {
  // It was reported when the tokens were made.
  if (stopped?.type === 'bad') return;
  const { tokens, start, name, inside } = part;
  const said = part.hint(stopped);
  const blame = typeof said === 'string' ? { token: null, hint: said } : said;
  const token = blame.token ?? stopped ?? tokens.at(-1);
  const unexpected = `unexpected ${token?.raw ?? ''}${inside === undefined ? '' : ` in ${inside}`}`;
  const message = stopped === null ? `${name} ends too early` : unexpected;
  bag.report('E103', token?.span ?? start, message, blame.hint);
}
