import { invariant } from '../../support/invariant.js';
import { TextLines } from './text-lines.js';

/** What stands from `start` to `end` in a text is to be `by`. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/**
 * Changes of a text, made from its begin to its end. What is put beside a statement that has lines of its own gets a line of
 * its own, and else stands on the same line.
 */
export class TextEdits {
  readonly lines: TextLines;
  readonly #splices: Splice[] = [];

  constructor(readonly text: string) {
    this.lines = new TextLines(text);
  }

  insert(offset: number, by: string): void {
    this.replace(offset, offset, by);
  }

  replace(start: number, end: number, by: string): void {
    this.#splices.push({ start, end, by });
  }

  /** A statement in front of the one that begins there. */
  before(offset: number, statement: string, indentation = this.lines.indentation(offset)): void {
    const { lines } = this;
    if (lines.startsLine(offset))
      this.insert(lines.lineStart(offset), `${indentation}${statement}${lines.lineBreak(offset)}`);
    else this.insert(offset, `${statement} `);
  }

  /** A statement behind the one that goes from `start` to `end`. */
  behind(start: number, end: number, statement: string, indentation = this.lines.indentation(start)): void {
    const { lines } = this;
    if (lines.startsLine(start) && lines.endsLine(end))
      this.insert(lines.lineEnd(end), `${lines.lineBreak(end)}${indentation}${statement}`);
    else this.insert(end, ` ${statement}`);
  }

  /** A statement goes, and its line if that holds nothing else. */
  remove(start: number, end: number): void {
    const { lines, text } = this;
    const [lineStart, lineEnd] = [lines.lineStart(start), lines.lineEnd(end)];
    const isLast = text.slice(end, lineEnd).trim() === '';
    if (lines.startsLine(start) && isLast) {
      this.replace(lineStart, Math.min(lineEnd + lines.lineBreak(end).length, text.length), '');
    } else if (isLast) {
      const done = this.#splices.at(-1)?.end ?? 0;
      const blanks = /[ \t]*$/.exec(text.slice(Math.max(lineStart, done), start))?.[0].length ?? 0;
      this.replace(start - blanks, end, '');
    } else {
      const blanks = /^[ \t]*/.exec(text.slice(end, lineEnd))?.[0].length ?? 0;
      this.replace(start, end + blanks, '');
    }
  }

  /** The text after the changes, which do not overlap; those at one place are in the order in which they were made. */
  result(): string {
    const { text } = this;
    const parts: string[] = [];
    let done = 0;
    for (const { start, end, by } of this.#splices.toSorted((a, b) => a.start - b.start)) {
      invariant(start >= done, 'changes of a text do not overlap');
      parts.push(text.slice(done, start), by);
      done = end;
    }
    return [...parts, text.slice(done)].join('');
  }
}
