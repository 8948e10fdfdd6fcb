import { plainAutomata } from '../../passes/plain-automata.js';
import { toTemplates, withCounters } from '../../passes/pipelines.js';
import { exporters } from '../../src/exporters/index.js';
import { languages } from '../../src/frontends/index.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { transformFile } from '../../src/transform/transform.js';
import type { TransformOptions } from '../../src/transform/transform.js';

export interface TransformRequest {
  readonly path: string;
  readonly model: MemoryModel;
  readonly to: string;
  readonly bound?: TransformOptions['bound'];
  readonly procs?: number;
  readonly form?: 'tuples' | 'threads';
}

/** The text that `transform` prints. */
export async function transformPath({
  path,
  model,
  to,
  bound,
  procs,
  form,
}: TransformRequest): Promise<string> {
  const exporter = await exporters.find((e) => e.name === to)?.load();
  if (exporter === undefined) throw new Error(`no exporter ${to}`);
  const options = {
    path,
    language: null,
    model,
    bound: bound ?? null,
    procs: procs ?? null,
    form: form ?? null,
  };
  const hooks = {
    languages,
    pipeline: withCounters,
    templates: toTemplates,
    plain: plainAutomata,
    listener: () => undefined,
  };
  return (await transformFile(options, exporter, hooks)).text;
}
