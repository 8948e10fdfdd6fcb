import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import type { ProgramText } from '../frontend.js';
import { isTooLong, nameOfFile } from '../kit/text.js';
import { readFormula } from './formula.js';
import { lowerWorld, worldOf } from './lower.js';
import { readModel } from './read.js';
import { writeModel } from './write.js';

/** Larger ones are no models that people write, and a chart over them takes minutes. */
const maxCharacters = 4_000_000;

/** The program of a model; what else the text is good for is made of the same model when it is asked for. */
export function readDve(source: Source, bag: DiagnosticBag): ProgramText | null {
  if (isTooLong(source, maxCharacters, bag)) return null;
  const model = readModel(source, bag);
  const world = model === null ? null : worldOf(model, bag);
  if (world === null) return null;
  return {
    program: lowerWorld(world, nameOfFile(source)),
    formulas: (text, role, reports) => readFormula(text, role === 'ltl', world, reports),
    writer: { target: 'dve', write: (buffers) => writeModel(world, source, buffers) },
  };
}
