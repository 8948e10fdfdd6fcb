import type { InferredOptionTypes, Options } from 'yargs';
import type { VerifyReport } from '../../verify/report.js';
import type { VerifyOptions } from '../../verify/options.js';
import { renderDiagnostics } from '../../diagnostics/render.js';
import { mainModels, modelNamed } from '../../memory/index.js';
import type { MemoryModel } from '../../memory/model.js';
import { jsonText, verifyDocument } from '../../report/json.js';
import { renderModels } from '../../report/models-table.js';
import { refusal } from '../../report/refusal.js';
import { timingLine } from '../../report/stats.js';
import { renderReport } from '../../report/text.js';
import { invariant } from '../../support/check.js';
import type { Command, CommandContext } from '../command.js';
import { exitCodeHelp, exitCodeOf, worst } from '../exit-codes.js';
import type { ExitCode } from '../exit-codes.js';
import { UsageError } from '../failure.js';
import { passListener } from '../pass-listener.js';
import { dumpAfterOption, limitOptions, outputOptions, questionOptions } from '../options.js';
import { progressPrinter } from '../progress.js';

const options = {
  ...questionOptions,
  ...limitOptions,
  ...outputOptions,
  'dump-after': dumpAfterOption,
} as const satisfies Record<string, Options>;

type VerifyArgs = InferredOptionTypes<typeof options> & { readonly file: string };

export const verifyCommand: Command = {
  name: 'verify',
  files: 'one',
  options,
  register: (yargs, start) =>
    yargs.command(
      'verify <file>',
      'decide the properties of a program',
      (y) =>
        y
          .positional('file', { type: 'string', demandOption: true, describe: 'the program' })
          .options(options)
          .example('$0 verify dekker.fp --model tso', 'decide all properties under TSO')
          .example('$0 verify dekker.fp --all-models', 'one table for SC, TSO and PSO')
          .example("$0 verify dekker.fp --invariant 'x + y <= 2'", 'decide one more invariant')
          .example('$0 verify dekker.fp --model pso --bound 2 --json', 'at most two buffered writes; JSON')
          .epilogue(exitCodeHelp()),
      (args) => start((context) => verify(args, context)),
    ),
  failureDocument: (failure, file, version) =>
    verifyDocument(refusal(file, failure.reason, failure.diagnostics), version),
};

async function verify(args: VerifyArgs, context: CommandContext): Promise<ExitCode> {
  const models = modelsOf(args);
  const runs: VerifyReport[] = [];
  for (const model of models) {
    const run = await verifyUnder(model, args, context);
    runs.push(run);
    // What is wrong with the file or the question is wrong under every model.
    if (context.signal.aborted || run.reason === 'input' || run.reason === 'usage') break;
  }
  print(runs, args, context);
  return worst(runs.map(exitCodeOf));
}

function modelsOf(args: VerifyArgs): readonly MemoryModel[] {
  if (args['all-models'] !== true) {
    const model = modelNamed(args.model ?? 'sc', args['atomic-waits'] ?? 'all');
    invariant(model !== null, 'the name of the memory model was checked');
    return [model];
  }
  if (args.model !== undefined) throw new UsageError('--all-models and --model exclude each other');
  return mainModels;
}

async function verifyUnder(
  model: MemoryModel,
  args: VerifyArgs,
  context: CommandContext,
): Promise<VerifyReport> {
  const { verifyFile } = await import('../../verify/verify.js');
  const { languages } = await import('../../frontends/index.js');
  const { toAutomata } = await import('../../../passes/pipelines.js');
  const { output, signal } = context;
  const listener = passListener(toAutomata, {
    dumpAfter: args['dump-after'] ?? null,
    dump: (text) => output.message(text),
    verbose: args.verbose === true ? (line) => output.message(`model ${model.name}: ${line}`) : null,
  });
  const hooks = { languages, pipeline: toAutomata, signal, listener, progress: progressPrinter(output) };
  return verifyFile({ path: args.file, language: args.lang ?? null }, verifyOptions(model, args), hooks);
}

function verifyOptions(model: MemoryModel, args: VerifyArgs): VerifyOptions {
  return {
    model,
    engine: args.engine ?? 'auto',
    bound: args.bound ?? null,
    procs: args.procs ?? null,
    properties: args.property ?? [],
    extraInvariants: args.invariant ?? [],
    havocRange: args['havoc-range'] ?? null,
    deadlock: args.deadlock === true,
    timeoutSeconds: args.timeout ?? null,
    memoryMB: args.memory ?? null,
  };
}

function print(runs: readonly VerifyReport[], args: VerifyArgs, context: CommandContext): void {
  const { output, version } = context;
  printMessages(runs, args, context);
  const shown = args.trace === 'none' ? runs.map(withoutTraces) : runs;
  const [first] = shown;
  if (first === undefined) return;
  if (args.json === true) {
    const documents = shown.map((run) => verifyDocument(run, version));
    output.result(
      jsonText(args['all-models'] === true ? { schema: 1, runs: documents } : (documents[0] ?? {})),
    );
    return;
  }
  const settings = { width: output.width, style: output.style, trace: args.trace !== 'none' };
  output.result(args['all-models'] === true ? renderModels(shown, settings) : renderReport(first, settings));
}

/** Errors and warnings; the same of several runs once. */
function printMessages(runs: readonly VerifyReport[], args: VerifyArgs, { output }: CommandContext): void {
  const texts = runs.flatMap((run) => [
    renderDiagnostics(run.errors, run.file),
    ...run.warnings.map((warning) => renderDiagnostics([warning], run.file)),
  ]);
  for (const text of new Set(texts)) output.message(text);
  if (args.verbose !== true) return;
  for (const run of runs) {
    const why =
      (args.engine ?? 'auto') === 'auto'
        ? ' (auto: it decides every property that speaks of single states)'
        : '';
    output.message(`model ${run.model ?? '-'}: engine ${run.engine ?? '-'}${why}: ${timingLine(run.stats)}`);
  }
}

function withoutTraces(run: VerifyReport): VerifyReport {
  return { ...run, trace: null, properties: run.properties.map((p) => ({ ...p, trace: null })) };
}
