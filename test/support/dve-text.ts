import type { DveBufferSpec } from '../../src/lang/dve/buffers/spec.js';
import { DiagnosticBag } from '../../src/diagnostics/diagnostic.js';
import type { Source } from '../../src/diagnostics/span.js';
import type { FormulaReader, ProgramText } from '../../src/frontends/frontend.js';
import { readDve } from '../../src/frontends/dve/parse.js';
import type { Program } from '../../src/lang/program/program.js';
import { invariant } from '../../src/support/invariant.js';

/** The program of a model; null if the bag got errors. */
export const parseDve = (source: Source, bag: DiagnosticBag): Program | null =>
  readDve(source, bag)?.program ?? null;

/** How formulas about a model are read that has no errors. */
export function formulasOfDve(source: Source): FormulaReader {
  const { formulas } = read(source);
  invariant(formulas !== undefined, 'DVE has formulas of its own');
  return formulas;
}

/** A model that has no errors as text. */
export function writeDve(source: Source, buffers: DveBufferSpec | null): string {
  const { writer } = read(source);
  invariant(writer !== undefined, 'DVE is written, too');
  return writer.write(buffers);
}

function read(source: Source): ProgramText {
  const bag = new DiagnosticBag();
  const text = readDve(source, bag);
  bag.throwIfErrors();
  invariant(text !== null, 'a reader that gives nothing says why');
  return text;
}
