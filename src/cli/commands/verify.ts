import type { InferredOptionTypes, Options } from 'yargs';
import type { EngineRow } from '../../engines/engine-row.js';
import type { SubjectKind } from '../../engines/question.js';
import { pipelineOf } from '../../pass/lowerings.js';
import type { Pipeline } from '../../pass/run.js';
import { usualAbstraction } from '../../verify/abstraction-options.js';
import type { AskOptions } from '../../verify/options.js';
import type { VerifyReport } from '../../verify/report.js';
import { mainModels } from '../../memory/index.js';
import type { MemoryModel } from '../../memory/model.js';
import { verifyDocument } from '../../report/json.js';
import { refusal } from '../../report/refusal.js';
import { abstractionOf, engineOf } from '../abstraction-args.js';
import { arrayOptionNames, arrayOptionsOf } from '../array-args.js';
import type { Command, CommandContext } from '../command.js';
import { exitCodeHelp, exitCodeOf, worst } from '../exit-codes.js';
import { explainer } from '../explainer.js';
import type { ExitCode } from '../exit-codes.js';
import { UsageError } from '../failure.js';
import { modelOf } from '../model-args.js';
import { passListener } from '../pass-listener.js';
import {
  abstractionOptions,
  arrayOptions,
  dumpAfterOption,
  limitOptions,
  outputOptions,
  questionOptions,
} from '../options.js';
import { pipelines } from '../pipelines.js';
import { printRuns } from '../print-runs.js';
import { progressPrinter } from '../progress.js';
import { questionOf } from '../question-args.js';

const options = {
  ...questionOptions,
  ...abstractionOptions,
  ...arrayOptions,
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
          .example('$0 verify lock.fp --model tso --procs any', 'for any number of threads of a process')
          .example("$0 verify dekker.fp --invariant 'x + y <= 2'", 'decide one more invariant')
          .example(
            "$0 verify lock.fp --model tso1 --ltl 'G (P at Want -> F (P at CS))'",
            'a temporal formula',
          )
          .example('$0 verify lock.fp --fairness weak', 'only runs that leave no thread behind for ever')
          .example('$0 verify dekker.fp --model pso --bound 2 --json', 'at most two buffered writes; JSON')
          .example(
            '$0 verify bakery.fp --model tso --method ce',
            'by predicate abstraction, from an SC proof',
          )
          .example('$0 verify mutex.cub --model tso', 'an array-based system, for any number of processes')
          .example('$0 verify mutex.cub --model tso --procs 2', 'all states of two processes')
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
  if (args['all-models'] !== true) return [modelOf(args)];
  if (args.model !== undefined) throw new UsageError('--all-models and --model exclude each other');
  return mainModels;
}

async function verifyUnder(
  model: MemoryModel,
  args: VerifyArgs,
  context: CommandContext,
): Promise<VerifyReport> {
  const { kindOf } = await import('../../verify/load.js');
  const { verifyFile } = await import('../../verify/verify.js');
  const { languages } = await import('../../frontends/index.js');
  const { output, signal } = context;
  const input = { path: args.file, language: args.lang ?? null };
  const kind = kindOf(languages, input.path, input.language);
  const asked = optionsFor(kind, model, args);
  const verbose =
    args.verbose === true ? (line: string) => output.message(`model ${model.name}: ${line}`) : null;
  const hooks = {
    ...{ languages, pipelines, signal, progress: progressPrinter(output) },
    ...(verbose === null ? {} : { note: verbose }),
    ...(args['explain-predicates'] === true ? { explain: explainer(`model ${model.name}`, output) } : {}),
  };
  if (kind === 'boolean' || kind === 'array') return verifyFile(input, asked, hooks);
  const listener = passListener(await pipelineFor(asked), {
    dumpAfter: args['dump-after'] ?? null,
    dump: (text) => output.message(text),
    verbose,
  });
  return verifyFile(input, asked, { ...hooks, listener });
}

function optionsFor(kind: SubjectKind | null, model: MemoryModel, args: VerifyArgs): AskOptions {
  if (kind === 'array') return arrayOptionsOf(model, args);
  if (kind !== null) refuseArrayOptions(args);
  if (kind === 'boolean') return booleanOptionsOf(model, args);
  return { ...questionOf(model, args), engine: engineOf(args), abstraction: abstractionOf(args) };
}

/** What the passes are of which the user may name one. */
async function pipelineFor(asked: AskOptions): Promise<Pipeline> {
  const { engines } = await import('../../engines/index.js');
  const rows: readonly EngineRow[] = engines;
  const kind = rows.find(({ name }) => name === asked.engine)?.takes.program?.pipeline?.(asked);
  return pipelineOf(await pipelines(), kind ?? 'automata', asked.model.buffering);
}

function refuseArrayOptions(args: VerifyArgs): void {
  const given = arrayOptionNames.find((name) => args[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} is for array-based systems (.cub)`);
}

const notForBoolean = [
  ...['procs', 'invariant', 'ltl', 'fairness', 'deadlock', 'havoc-range', 'dump-after', 'atomic'],
  ...['method', 'encoding', 'cubes', 'max-cube', 'max-bound', 'solver', 'predicates'],
  ...['drop-buffered', 'explain-predicates'],
] as const;

function booleanOptionsOf(model: MemoryModel, args: VerifyArgs): AskOptions {
  const given = notForBoolean.find((name) => args[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} does not apply to Boolean programs`);
  // Of several models those with buffers are meant.
  const bound = args['all-models'] === true && model.buffering === 'none' ? null : (args.bound ?? null);
  return {
    ...{ ...questionOf(model, args), bound },
    engine: args.engine ?? 'auto',
    abstraction: usualAbstraction,
  };
}

function print(runs: readonly VerifyReport[], args: VerifyArgs, context: CommandContext): void {
  const how = {
    together: args['all-models'] === true,
    json: args.json === true,
    trace: args.trace !== 'none',
    verbose: args.verbose === true,
  };
  printRuns(runs, how, context);
}
