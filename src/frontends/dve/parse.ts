import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import { bufferModel } from '../../lang/dve/buffers/buffer-model.js';
import { heading } from '../../lang/dve/buffers/buffer-heading.js';
import type { DveBufferSpec } from '../../lang/dve/buffers/spec.js';
import { printModel } from '../../lang/dve/print.js';
import type { ProgramText } from '../frontend.js';
import { isTooLong, nameOfFile } from '../kit/text.js';
import { readFormula } from './formula.js';
import { lowerWorld, worldOf } from './lower.js';
import { readModel } from './read.js';
import type { DveWorld } from './world.js';

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

/** A model as text: with its store buffers as variables, or as it is. */
function writeModel({ model, table }: DveWorld, source: Source, buffers: DveBufferSpec | null): string {
  if (buffers === null) return printModel(model);
  const buffered = bufferModel(model, table, buffers);
  const file = source.path.replace(/^.*[/\\]/, '');
  return printModel(buffered.model, heading(file, buffered.layout));
}
