import { limitsOf } from '../ask/limits-of-run.js';
import { readText } from '../ask/read-source.js';
import { DiagnosticBag, UsageError } from '../diagnostics/diagnostic.js';
import { automataText } from '../evidence/document/automata-text.js';
import { NoEvidence, readEvidence } from '../evidence/document/read-evidence.js';
import { coverOf } from '../evidence/document/understood.js';
import type { Exporter } from '../exporters/exporter.js';
import { exporters } from '../exporters/index.js';
import type { System } from '../lang/program/system.js';
import type { StateCover } from '../lang/run/state-cover.js';
import type { MemoryModel } from '../memory/model.js';
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
  if (exporter.hasMachine !== true)
    for (const name of ['form', 'solution'] as const)
      if (values[name] !== undefined)
        throw new UsageError(`--${name} says nothing with --to ${exporter.name}`);
  if (values.form === 'threads' && values.solution !== undefined)
    throw new UsageError('--solution is for --form tuples: evidence speaks of all threads together');
  const purpose = values.for ?? 'run';
  if (purpose !== 'run' && exporter.hasPurposes !== true)
    throw new UsageError(`--for ${purpose} says nothing with --to ${exporter.name}`, 'take --to c');
  const model = modelOf(values);
  const { languages } = await import('../frontends/index.js');
  const { plainAutomata } = await import('../../passes/plain-automata.js');
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
  const { solution } = values;
  const hooks = {
    ...{ languages, pipeline, templates: toTemplates, plain: plainAutomata },
    watch: watchOf(values, asker.signal),
    ...(solution === undefined ? {} : { solution: (system: System) => coverIn(solution, system, model) }),
    ...(listener === undefined ? {} : { listener }),
  };
  try {
    return await transformFile(source, values['dump-after'] === undefined ? exporter : passesOnly, hooks);
  } catch (error) {
    throw error instanceof Stopped ? new TransformLimit(error.stop.reason) : error;
  }
}

/** The states that evidence at a path says no step of these automata leaves. */
function coverIn(path: string, system: System, model: MemoryModel): StateCover {
  const wrong = (why: string): never => {
    throw new UsageError(`${path} is no solution: ${why}`);
  };
  const source = readText(path, new DiagnosticBag());
  try {
    const evidence = readEvidence(source?.text ?? wrong('it cannot be read'));
    if (evidence.kind !== 'invariant') return wrong('it is no invariant');
    if (evidence.question.model !== model.name) return wrong(`it is about ${evidence.question.model}`);
    if (evidence.automata.join('\n') !== automataText(system).join('\n'))
      return wrong('it is about another program');
    return coverOf(system, evidence);
  } catch (error) {
    if (error instanceof NoEvidence) return wrong(error.message);
    throw error;
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
