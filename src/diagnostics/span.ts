/** A text that was read: spans point into it. */
export class Source {
  #lineStarts: number[] | null = null;

  constructor(
    /** As the user gave it; what messages print. */
    readonly path: string,
    readonly text: string,
  ) {}

  /** Line and column of an offset, both from 1; columns count UTF-16 units. */
  position(offset: number): { line: number; column: number } {
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }

  /** The text of a line (from 1) without its line break. */
  line(number: number): string {
    const starts = this.#starts();
    const start = starts[number - 1] ?? this.text.length;
    const end = starts[number] ?? this.text.length + 1;
    return this.text.slice(start, end - 1).replace(/\r$/, '');
  }

  #starts(): number[] {
    if (this.#lineStarts === null) {
      this.#lineStarts = [0];
      for (let i = this.text.indexOf('\n'); i !== -1; i = this.text.indexOf('\n', i + 1)) {
        this.#lineStarts.push(i + 1);
      }
    }
    return this.#lineStarts;
  }
}

/** Where a thing stands in the user's text, or which pass made it and from what. Never absent. */
export type Span =
  | { readonly kind: 'source'; readonly source: Source; readonly start: number; readonly end: number }
  | { readonly kind: 'generated'; readonly by: string; readonly from: Span | null };

/** What stands somewhere. */
export interface Spanned {
  readonly span: Span;
}

/** A name, or another word of a text, with its place. */
export interface Word extends Spanned {
  readonly text: string;
}

export const sourceSpan = (source: Source, start: number, end: number): Span => ({
  kind: 'source',
  source,
  start,
  end,
});

export const generatedBy = (by: string, from: Span | null): Span => ({ kind: 'generated', by, from });

/** The user's own text that a span goes back to. */
export function originOf(span: Span | null): Extract<Span, { kind: 'source' }> | null {
  let here = span;
  while (here !== null && here.kind === 'generated') here = here.from;
  return here;
}

/** The user's line (from 1) that a span goes back to. */
export function lineOf(span: Span): number | null {
  const origin = originOf(span);
  return origin === null ? null : origin.source.position(origin.start).line;
}

export function covering(first: Span, last: Span): Span {
  if (first.kind === 'source' && last.kind === 'source' && first.source === last.source) {
    return sourceSpan(first.source, Math.min(first.start, last.start), Math.max(first.end, last.end));
  }
  return first;
}

/** The parts, an object of the caller's own, with the span that goes from one thing to another. */
export const spanning = <const T extends object>(first: Spanned, last: Spanned, parts: T): T & Spanned =>
  Object.assign(parts, { span: covering(first.span, last.span) });
