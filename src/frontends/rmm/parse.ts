import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import type { Program } from '../../lang/program/program.js';
import type { FrontEnd } from '../frontend.js';
import { isTooLong, nameOfFile } from '../kit/text.js';
import { lowerMachine } from './lower.js';
import { readMachine } from './read.js';

/** Memorax machines. */
export const rmm: FrontEnd = {
  parse: parseRmm,
};

/** Larger ones are no machines that people write, and a chart over them takes minutes. */
const maxCharacters = 1_000_000;

function parseRmm(source: Source, bag: DiagnosticBag): Program | null {
  if (isTooLong(source, maxCharacters, bag)) return null;
  const machine = readMachine(source, bag);
  return machine === null ? null : lowerMachine(machine, nameOfFile(source), bag);
}
