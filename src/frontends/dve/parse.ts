import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import type { Program } from '../../ir/program.js';
import type { FrontEnd } from '../frontend.js';
import { isTooLong, nameOfFile } from '../kit/text.js';
import { formulasOf } from './formula.js';
import { lowerModel } from './lower.js';
import { readModel } from './read.js';
import { writeModel } from './write.js';

/** DiVinE models. */
export const dve: FrontEnd = {
  language: 'dve',
  extensions: ['.dve'],
  title: 'DiVinE models',
  parse: parseDve,
  formulas: formulasOf,
  writer: { target: 'dve', write: writeModel },
};

/** Larger ones are no models that people write, and a chart over them takes minutes. */
const maxCharacters = 4_000_000;

function parseDve(source: Source, bag: DiagnosticBag): Program | null {
  if (isTooLong(source, maxCharacters, bag)) return null;
  const model = readModel(source, bag);
  return model === null ? null : lowerModel(model, nameOfFile(source), bag);
}
