import { bufferModel } from '../../dve/buffers/buffer-model.js';
import { heading } from '../../dve/buffers/heading.js';
import type { BufferSpec } from '../../dve/buffers/spec.js';
import { printModel } from '../../dve/print.js';
import type { Source } from '../../diagnostics/span.js';
import type { World } from './world.js';

/** A model as text: with its store buffers as variables, or as it is. */
export function writeModel({ model, table }: World, source: Source, buffers: BufferSpec | null): string {
  if (buffers === null) return printModel(model);
  const buffered = bufferModel(model, table, buffers);
  const file = source.path.replace(/^.*[/\\]/, '');
  return printModel(buffered.model, heading(file, buffered.layout));
}
