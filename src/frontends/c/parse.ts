import type { ProgramText, Reader, ReadingContext } from '../frontend.js';
import { plainText } from '../frontend.js';
import { isTooLong } from '../kit/text.js';
import { lowerItems, lowerWithPlaces } from './lower/lower-items.js';
import { preprocess } from './preprocess/preprocess.js';
import { readItems } from './syntax/c-parser.js';

/** Larger ones are no programs that people write by hand. */
const maxCharacters = 1_000_000;

const alone: ReadingContext = { ...plainText, readBeside: () => null };

/** C11 with atomics and threads (docs/c.md). */
export const readC: Reader<ProgramText> = (source, bag, context = alone) => {
  if (isTooLong(source, maxCharacters, bag)) return null;
  const items = readItems(preprocess(source, context, bag), bag);
  const program = bag.hasErrors ? null : lowerItems(items, source, bag, context);
  if (program === null) return null;
  return { program, fencePlaces: (task) => lowerWithPlaces(items, source, context, task) };
};
