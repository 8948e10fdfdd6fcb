import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { lineOf } from '../../diagnostics/span.js';
import { cutSections } from '../kit/sections.js';
import type { Token } from '../kit/token.js';
import { itemWords } from './lexer.js';

const beginners: ReadonlySet<string> = new Set(itemWords);

/**
 * The tokens of each item. A word that begins items does so in any place but those of names, where it is a name; at the
 * start of a line it always does, so that an item with something missing does not swallow the next.
 */
export function splitItems(tokens: readonly Token[], bag: DiagnosticBag): readonly (readonly Token[])[] {
  const starts = new Set<Token>();
  let names = 0;
  let line: number | null = null;
  for (const token of tokens) {
    const ownLine = lineOf(token.span);
    const begins = beginners.has(token.value) && (names === 0 || ownLine !== line);
    if (begins) starts.add(token);
    names = begins ? namesBehind(token.value) : Math.max(0, names - 1);
    line = ownLine;
  }
  return cutSections(tokens, (token) => starts.has(token), 'Begin with a thread: thread t0', bag);
}

function namesBehind(word: string): number {
  switch (word) {
    case 'transition':
      return 2;
    case 'thread':
    case 'initial':
    case 'final':
      return 1;
    default:
      return 0;
  }
}
