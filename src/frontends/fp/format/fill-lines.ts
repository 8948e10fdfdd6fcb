import { at } from '../../../support/invariant.js';
import type { Piece } from './text-pieces.js';
import { isSpaced, placed } from './spacing.js';
import type { PlacedPiece } from './spacing.js';

/** Longer lines are broken where they can be. */
export const lineWidth = 110;

/** How much further to the right a line stands that continues the one before: more before a block, which stands there, too. */
const continued = { plain: 2, head: 4 };

/** A text without braces of blocks but at its ends, as lines. */
export function filledLines(pieces: readonly Piece[], indent: number): readonly string[] {
  const filler = new LineFiller(indent, pieces.at(-1)?.text === '{' ? continued.head : continued.plain);
  const words = placed(pieces);
  for (const [i, word] of words.entries()) filler.add(word, words[i - 1] ?? null);
  return filler.lines();
}

/** In one line; null if a comment wants a line of its own. */
export function inOneLine(pieces: readonly Piece[]): string | null {
  if (pieces.some(({ kind }) => kind !== 'token')) return null;
  return placed(pieces)
    .map((word, i, words) => `${i > 0 && isSpaced(at(words, i - 1), word) ? ' ' : ''}${word.piece.text}`)
    .join('');
}

/** Where a line is broken, what binds least first. */
const weakest = [':', ',', '?', '->', '||', '&&'];

/** A place behind a word where the line may end. */
interface BreakPlace {
  /** The lower, the sooner: outside of brackets first, there behind a title, then at weak operators. */
  readonly rank: number;
  /** How many words of the line are before it. */
  readonly words: number;
}

class LineFiller {
  readonly #done: string[] = [];
  #line: { readonly text: string; readonly spaced: boolean }[] = [];
  #breaks: BreakPlace[] = [];
  #depth = 0;
  #hasColon = false;
  /** How far to the right the line begins. */
  #room = 0;
  /** Only closing braces and comments so far: what comes begins a line as the text does. */
  #isFresh = true;

  constructor(
    private readonly indent: number,
    private readonly more: number,
  ) {}

  add(word: PlacedPiece, last: PlacedPiece | null): void {
    const { piece } = word;
    const isComment = piece.kind !== 'token';
    if (last !== null && isComment && piece.line > last.piece.endLine) this.#end();
    if (piece.text === ')' || piece.text === ']' || piece.text === '}') this.#depth--;
    if (this.#line.length === 0) this.#room = this.#isFresh ? this.indent : this.indent + this.more;
    this.#line.push({ text: piece.text, spaced: last !== null && isSpaced(last, word) });
    while (this.#text().length > lineWidth && this.#breakOnce());
    if (!isComment) this.#see(word);
    if (!isComment && piece.text !== '}') this.#isFresh = false;
    // Nothing stands behind a comment to the end of the line, or one of several lines.
    if (piece.kind === 'lineComment' || piece.endLine > piece.line) this.#end();
  }

  lines(): readonly string[] {
    this.#end();
    return this.#done;
  }

  #see({ piece: { text }, role }: PlacedPiece): void {
    if (text === '(' || text === '[' || text === '{') this.#depth++;
    const isTitled = role === 'colon' && !this.#hasColon;
    if (role === 'colon') this.#hasColon = true;
    const weakness = isTitled ? 0 : weakest.indexOf(text) + 1;
    if (!isTitled && weakness === 0) return;
    this.#breaks.push({ rank: this.#depth * (weakest.length + 1) + weakness, words: this.#line.length });
  }

  /** Ends the line at the last of its outermost places; false: there is none. */
  #breakOnce(): boolean {
    const best = Math.min(...this.#breaks.map(({ rank }) => rank));
    const place = this.#breaks.findLast(({ rank, words }) => rank === best && words < this.#line.length);
    if (place === undefined) return false;
    const rest = this.#line.slice(place.words);
    const later = this.#breaks.filter(({ words }) => words > place.words);
    this.#line = this.#line.slice(0, place.words);
    this.#end();
    this.#line = rest;
    this.#room = this.indent + this.more;
    this.#breaks = later.map(({ rank, words }) => ({ rank, words: words - place.words }));
    return true;
  }

  #text(): string {
    const words = this.#line.map(({ text, spaced }, i) => (i > 0 && spaced ? ` ${text}` : text));
    return ' '.repeat(this.#room) + words.join('');
  }

  #end(): void {
    if (this.#line.length > 0) this.#done.push(this.#text());
    this.#line = [];
    this.#breaks = [];
  }
}
