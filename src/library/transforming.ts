import { limitsOf } from '../ask/limits-of-run.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import type { Exporter } from '../exporters/exporter.js';
import { exporters } from '../exporters/index.js';
import { Stopped } from '../search/limits.js';
import { watching } from '../search/watch.js';
import { fieldsOf, valuesOf } from '../options/values.js';
import type { GivenOptions, OptionValues } from '../options/values.js';
import { invariant } from '../support/invariant.js';
import type { Transformed } from '../transform/transform.js';
import { TransformLimit } from './transform-limit.js';
import { modelOf } from './model-args.js';
import { readingOf } from './reading.js';
import type { Asker, InputPlace } from './asking.js';

type TransformValues = OptionValues<'transform'>;

/** The wish of `transform`. Throws a TransformLimit, too. */
export async function transformGiven(
  place: InputPlace,
  given: GivenOptions,
  asker: Pick<Asker, 'listener'> & Partial<Pick<Asker, 'signal'>>,
): Promise<Transformed> {
  const values = valuesOf('transform', given);
  const exporter = await exporterOf(values);
  if (exporter.hasMemory === true && values.bound !== undefined)
    throw new UsageError(
      `--bound says nothing with --to ${exporter.name}, which writes no buffers`,
      'leave it out',
    );
  const purpose = values.for ?? 'run';
  if (purpose !== 'run' && exporter.hasPurposes !== true)
    throw new UsageError(`--for ${purpose} says nothing with --to ${exporter.name}`, 'take --to c');
  const model = modelOf(values);
  const { languages } = await import('../frontends/index.js');
  const { forVerifiers, toTemplates, withCounters } = await import('../../passes/pipelines.js');
  const { transformFile } = await import('../transform/transform.js');
  const pipeline = purpose === 'verifier' ? forVerifiers : withCounters;
  const listener = asker.listener?.(pipeline(model));
  const source = {
    ...place,
    language: values.lang ?? null,
    reading: readingOf(values),
    model,
    purpose,
    ...fieldsOf('transform', 'program', given),
  };
  const hooks = {
    ...{ languages, pipeline, templates: toTemplates, watch: watchOf(values, asker.signal) },
    ...(listener === undefined ? {} : { listener }),
  };
  try {
    return await transformFile(source, values['dump-after'] === undefined ? exporter : passesOnly, hooks);
  } catch (error) {
    throw error instanceof Stopped ? new TransformLimit(error.stop.reason) : error;
  }
}

/** All passes are run for it. */
const passesOnly: Exporter = {
  name: 'none',
  hasBits: true,
  run: ({ system }) => system.name,
};

function watchOf(
  { timeout, memory }: Pick<TransformValues, 'timeout' | 'memory'>,
  signal = new AbortController().signal,
): () => void {
  const limits = { timeoutSeconds: timeout ?? null, memoryMB: memory ?? null };
  return watching(limitsOf(limits, performance.now(), signal));
}

async function exporterOf(args: Pick<TransformValues, 'to' | 'dump-after'>): Promise<Exporter> {
  const name = args.to ?? (args['dump-after'] === undefined ? null : 'fp');
  if (name === null)
    throw new UsageError(`transform needs --to: one of ${exporters.map((e) => e.name).join(', ')}`);
  if (args.to !== undefined && args['dump-after'] !== undefined)
    throw new UsageError('--to and --dump-after exclude each other');
  const entry = exporters.find((e) => e.name === name);
  invariant(entry !== undefined, 'the target was checked');
  return entry.load();
}
