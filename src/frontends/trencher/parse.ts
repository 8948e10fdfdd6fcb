import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import type { Program } from '../../lang/program/program.js';
import type { FrontEnd } from '../frontend.js';
import { isTooLong } from '../kit/text.js';
import { lowerTrencher } from './lower.js';
import { readTrencher } from './read.js';

/** Programs of Trencher. */
export const trencher: FrontEnd = {
  parse: parseTrencher,
};

/** Larger ones are no programs that people write. */
const maxCharacters = 1_000_000;

function parseTrencher(source: Source, bag: DiagnosticBag): Program | null {
  if (isTooLong(source, maxCharacters, bag)) return null;
  const text = readTrencher(source, bag);
  return text === null ? null : lowerTrencher(text, source, bag);
}
