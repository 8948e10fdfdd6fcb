import type { ReadingOptions } from '../frontends/frontend.js';

/** How a text is to be read, by the options of a command. */
export const readingOf = ({ define, wrap }: ReadingValues): ReadingOptions => ({
  defines: define ?? [],
  wrap: wrap === true,
});

interface ReadingValues {
  readonly define?: readonly string[] | undefined;
  readonly wrap?: boolean | undefined;
}
