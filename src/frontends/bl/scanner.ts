import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source } from '../../diagnostics/span.js';

const newline = 10;
const slash = 0x2f;
const star = 0x2a;

/** Where the reading of a text is. All offsets are into the text. */
export class Scanner {
  readonly text: string;
  /** The next character to be read. */
  pos = 0;
  #comments: [start: number, end: number][] = [];
  readonly #semicolons: Finder;
  readonly #colons: Finder;

  constructor(
    readonly source: Source,
    private readonly bag: DiagnosticBag,
  ) {
    this.text = source.text;
    this.#semicolons = new Finder(source.text, ';');
    this.#colons = new Finder(source.text, ':');
  }

  /**
   * Where the statement that has a part here ends at the latest, wherever its semicolon is missing: at the next semicolon,
   * or at the colon of the statement after it.
   */
  limitFrom(offset: number): number {
    return Math.min(this.#semicolons.from(offset), this.#colons.from(offset));
  }

  /** The insides of the block comments that were passed over since this was last asked. */
  takeComments(): readonly string[] {
    const taken = this.#comments.map(([start, end]) => this.text.slice(start, end));
    this.#comments = [];
    return taken;
  }

  /** Passes over blanks and comments; the code of the character that follows, NaN at the end. */
  peek(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.pos);
      if (isBlank(code)) this.pos++;
      else if (code !== slash || !this.#comment()) return code;
    }
  }

  /** The code of the character after the next. */
  second(): number {
    return this.text.charCodeAt(this.pos + 1);
  }

  /** Reads a word, which must begin here. */
  word(): string {
    const start = this.pos;
    while (isWordPart(this.text.charCodeAt(this.pos))) this.pos++;
    return this.text.slice(start, this.pos);
  }

  #comment(): boolean {
    const next = this.second();
    if (next === slash) {
      while (this.pos < this.text.length && this.text.charCodeAt(this.pos) !== newline) this.pos++;
      return true;
    }
    if (next !== star) return false;
    const end = this.text.indexOf('*/', this.pos + 2);
    if (end === -1) {
      const span = sourceSpan(this.source, this.pos, this.pos + 2);
      this.bag.report('E102', span, 'this comment is never closed', 'close it with `*/`');
      this.pos = this.text.length;
    } else {
      this.#comments.push([this.pos + 2, end]);
      warnOfHiddenText(this.source, this.pos, end, this.bag);
      this.pos = end + 2;
    }
    return true;
  }
}

/** Finds a character, from places that mostly follow one another: the text is searched once. */
class Finder {
  #asked = 0;
  #found = -1;

  constructor(
    private readonly text: string,
    private readonly character: string,
  ) {}

  /** The length of the text if it does not come again. */
  from(offset: number): number {
    if (offset < this.#asked || offset > this.#found) {
      const found = this.text.indexOf(this.character, offset);
      this.#asked = offset;
      this.#found = found === -1 ? this.text.length : found;
    }
    return this.#found;
  }
}

const isBlank = (code: number): boolean =>
  code === 0x20 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

export const isWordStart = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;

const isWordPart = (code: number): boolean => isWordStart(code) || isDigit(code);

/** Of a word that begins with a digit. */
export function isNumber(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (!isDigit(word.charCodeAt(i))) return false;
  return true;
}

const heading = String.raw`(?:process[ \t]+\d+|init)(?=[ \t\r]*(?:\n|$|/|\d+[ \t]*:))`;
const property = String.raw`assert[ \t]+(?:always|final)\b`;
const action = String.raw`(?:nop|barrier|begin_atomic|end_atomic)[ \t]*;|(?:store|load)[ \t]+\w|(?:if|assume)\b|[A-Za-z_]\w*[ \t]*=`;

/** A line that is no prose. The first line of a comment may be a title. */
const programLine = new RegExp(
  String.raw`\n[ \t]*((?:${heading}|${property}|\d+[ \t]*:[ \t]*(?:${action}))[^\r\n/]{0,20})`,
);

/**
 * A comment ends at the first end mark, so one whose own is missing goes on to that of the next comment, and what stands
 * between them is no part of the program. `start` is where the comment begins, `end` where its end mark stands.
 */
function warnOfHiddenText(source: Source, start: number, end: number, bag: DiagnosticBag): void {
  const inside = source.text.slice(start + 2, end);
  const line = programLine.exec(inside);
  const nested = inside.indexOf('/*');
  if (line === null && nested === -1) return;
  const found = line?.[1] ?? '/*';
  const from = start + 2 + (line === null ? nested : line.index + line[0].length - found.length);
  const shown = found.trimEnd();
  const begun = source.position(start).line;
  const note = `the comment begins in line ${begun} and ends at the first \`*/\`: is a \`*/\` missing before this?`;
  bag.report('W605', sourceSpan(source, from, from + shown.length), `\`${shown}\` inside a comment`, note);
}
