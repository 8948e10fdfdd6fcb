import { bufferModel } from '../../dve/buffers/buffer-model.js';
import { heading } from '../../dve/buffers/heading.js';
import type { BufferSpec } from '../../dve/buffers/spec.js';
import { checkModel } from '../../dve/check-model.js';
import { printModel } from '../../dve/print.js';
import { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import { invariant } from '../../support/check.js';
import { readModel } from './read.js';

/** A model that was read without errors as text: with its store buffers as variables, or as it is. */
export function writeModel(source: Source, buffers: BufferSpec | null): string {
  const bag = new DiagnosticBag();
  const model = readModel(source, bag);
  const table = model === null ? null : checkModel(model, bag);
  invariant(model !== null && table !== null, 'the model was read before');
  if (buffers === null) return printModel(model);
  const buffered = bufferModel(model, table, buffers);
  const file = source.path.replace(/^.*[/\\]/, '');
  return printModel(buffered.model, heading(file, buffered.layout));
}
