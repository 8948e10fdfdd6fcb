import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import type { Program } from '../../lang/program/program.js';
import type { FrontEnd, ReadingContext } from '../frontend.js';
import { plainText } from '../frontend.js';
import { isTooLong } from '../kit/text.js';
import { lowerItems } from './lower/lower-items.js';
import { preprocess } from './preprocess/preprocess.js';
import { readItems } from './syntax/c-parser.js';

/** C11 with atomics and threads (docs/c.md). */
export const c: FrontEnd = { parse: parseC };

/** Larger ones are no programs that people write by hand. */
const maxCharacters = 1_000_000;

const alone: ReadingContext = { ...plainText, readBeside: () => null };

function parseC(source: Source, bag: DiagnosticBag, context: ReadingContext = alone): Program | null {
  if (isTooLong(source, maxCharacters, bag)) return null;
  const items = readItems(preprocess(source, context, bag), bag);
  return bag.hasErrors ? null : lowerItems(items, source, bag, context);
}
