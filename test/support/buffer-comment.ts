import type { Source } from '../../src/diagnostics/span.js';
import type { SharedVar } from '../../src/lang/program/program.js';
import type { SharedId } from '../../src/lang/expr/ids.js';
import type { BufferSpec } from '../../src/memory/bound.js';
import { modelNamed } from '../../src/memory/index.js';

/**
 * The store buffers that the first line of a golden's input asks for; undefined if it does not.
 *
 *   // buffers: pso 2              the model, and the bound for all
 *   // buffers: pso x=2 y=1        the model, and bounds of variables
 */
export function bufferComment(source: Source, variables: readonly SharedVar[]): BufferSpec | undefined {
  const match = /^\/\/ buffers: (\w+) (.+)$/.exec(source.line(1));
  if (match === null) return undefined;
  const [, name = '', bounds = ''] = match;
  const model = modelNamed(name);
  if (model === null) throw new Error(`no memory model ${name}`);
  if (/^\d+$/.test(bounds)) return { model, bound: { all: Number(bounds) } };
  const perShared = new Map<SharedId, number>();
  for (const [, variable, entries] of bounds.matchAll(/(\w+)=(\d+)/g)) {
    const found = variables.find((v) => v.name === variable);
    if (found === undefined) throw new Error(`no shared variable ${variable ?? ''}`);
    perShared.set(found.id, Number(entries));
  }
  return { model, bound: { perShared } };
}
