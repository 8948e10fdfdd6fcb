import { invariant } from '../../../support/invariant.js';

/** What stands from `start` to `end` in a text is to be `by`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** The text after changes that do not overlap; those at one place are made in the order of the list. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, by } of splices.toSorted((a, b) => a.start - b.start)) {
    invariant(start >= done, 'changes of a text do not overlap');
    parts.push(text.slice(done, start), by);
    done = end;
  }
  return [...parts, text.slice(done)].join('');
}
