import { renderDiagnostics } from '../../diagnostics/render.js';
import type { Exporter } from '../../exporters/exporter.js';
import { exporters } from '../../exporters/index.js';
import { fieldsOf } from '../../options/values.js';
import { jsonText } from '../../report/json.js';
import { transformDocument } from '../../report/transform-json.js';
import type { PassListener } from '../../pass/run.js';
import type { Transformed } from '../../transform/transform.js';
import { invariant } from '../../support/check.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode } from '../exit-codes.js';
import { UsageError } from '../../diagnostics/diagnostic.js';
import { modelOf } from '../model-args.js';
import { passListener } from '../pass-listener.js';
import { writeWhole } from '../write-file.js';

const targets = exporters.map((e) => e.name);

type TransformArgs = Invocation<'transform'>;

export const transformCommand = command({
  name: 'transform',
  files: 'one',
  about: 'write a program with its store buffers as variables, for other tools',
  takes: 'the program',
  examples: [
    ['transform sb.fp --model tso --bound 2 --to fp', 'as a program for SC'],
    ['transform sb.fp --model pso --to promela -o sb.pml', 'for SPIN'],
    ['transform sb.fp --to c -o sb.c', 'the program itself (sc), for C tools'],
    ['transform lock.fp --model tso --to cub', 'the program itself, for tools that know TSO'],
    ['transform lock.dve --model tso1 --to dve', 'a DiVinE model with its store buffers'],
    ['transform sb.fp --model tso --dump-after isolate-loads', 'what a pass makes of it'],
  ],
  epilogue:
    'An overflow of the buffers is an assertion of its own name: a tool that fails on it knows nothing.',
  run: transform,
  failureDocument: (failure, file, version) =>
    transformDocument({ file, reason: failure.reason, errors: failure.diagnostics }, version),
});

async function transform(args: TransformArgs, context: CommandContext): Promise<ExitCode> {
  const started = performance.now();
  const { output, version } = context;
  const exporter = await exporterOf(args);
  if (exporter.hasMemory === true && args.bound !== undefined)
    throw new UsageError(
      `--bound says nothing with --to ${exporter.name}, which writes no buffers`,
      'leave it out',
    );
  const model = modelOf(args);
  const { languages } = await import('../../frontends/index.js');
  const { toTemplates, withCounters } = await import('../../../passes/pipelines.js');
  const { transformFile } = await import('../../transform/transform.js');
  const dumps: string[] = [];
  const heard = passListener(withCounters(model), {
    dumpAfter: args['dump-after'] ?? null,
    dump: (text) => void dumps.push(text),
    verbose: args.verbose ? (line) => output.message(line) : null,
  });
  const listener: PassListener = (...pass) => {
    heard(...pass);
    stopAtLimit(args, started);
  };
  const source = {
    path: args.file,
    language: args.lang ?? null,
    model,
    ...fieldsOf('transform', 'program', args.given),
  };
  const hooks = { languages, pipeline: withCounters, templates: toTemplates, listener };
  let transformed: Transformed;
  try {
    transformed = await transformFile(
      source,
      args['dump-after'] === undefined ? exporter : passesOnly,
      hooks,
    );
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    if (args.json)
      output.result(jsonText(transformDocument({ file: args.file, reason: error.reason }, version)));
    output.message(error.message);
    return ExitCode.Unknown;
  }
  const { language, warnings, text } = transformed;
  const [result = text] = dumps;
  const to = dumps.length > 0 ? null : exporter.name;
  const path = args.output === undefined || args.output === '-' ? null : args.output;
  if (path !== null) writeWhole(path, result, args.file);
  output.message(renderDiagnostics(warnings, args.file));
  if (args.json) {
    const seconds = (performance.now() - started) / 1000;
    const outcome = { file: args.file, language, model: model.name, output: path, warnings, seconds };
    const content = path === null ? { text: result } : {};
    output.result(
      jsonText(transformDocument({ ...outcome, ...content, ...(to === null ? {} : { to }) }, version)),
    );
  } else if (path === null) output.result(result);
  return ExitCode.Ok;
}

/** All passes are run for it. */
const passesOnly: Exporter = {
  name: 'none',
  hasBits: true,
  run: ({ system }) => system.name,
};

class LimitReached extends Error {
  override readonly name = 'LimitReached';
  constructor(readonly reason: 'timeout' | 'memory') {
    super(reason === 'timeout' ? 'stopped: the time is up' : 'stopped: the memory is used up');
  }
}

/** Looked at between passes only: one that has begun is not stopped. */
function stopAtLimit(args: TransformArgs, started: number): void {
  if (args.timeout !== undefined && performance.now() - started > 1000 * args.timeout)
    throw new LimitReached('timeout');
  if (args.memory !== undefined && process.memoryUsage().rss > args.memory * 2 ** 20)
    throw new LimitReached('memory');
}

async function exporterOf(args: TransformArgs): Promise<Exporter> {
  const name = args.to ?? (args['dump-after'] === undefined ? null : 'fp');
  if (name === null) throw new UsageError(`transform needs --to: one of ${targets.join(', ')}`);
  if (args.to !== undefined && args['dump-after'] !== undefined)
    throw new UsageError('--to and --dump-after exclude each other');
  const entry = exporters.find((e) => e.name === name);
  invariant(entry !== undefined, 'the target was checked');
  return entry.load();
}
