import { plainText } from '../frontends/frontend.js';
import type { ReadingOptions } from '../frontends/frontend.js';

/** How a text is to be read, by the options of a command. */
export const readingOf = ({
  define,
  include,
  wrap,
  races,
  termination,
  allocations,
}: ReadingValues): ReadingOptions => ({
  defines: define ?? [],
  includes: include ?? [],
  wrap: wrap === true,
  races: races === true,
  termination: termination === true,
  allocations: allocations ?? plainText.allocations,
});

interface ReadingValues {
  readonly define?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly wrap?: boolean | undefined;
  readonly races?: boolean | undefined;
  readonly termination?: boolean | undefined;
  readonly allocations?: number | undefined;
}
