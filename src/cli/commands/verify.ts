import type { InferredOptionTypes, Options } from 'yargs';
import type { CheckOptions } from '../../verify/check-options.js';
import type { VerifyReport } from '../../verify/report.js';
import { mainModels, modelNamed } from '../../memory/index.js';
import type { MemoryModel } from '../../memory/model.js';
import { verifyDocument } from '../../report/json.js';
import { refusal } from '../../report/refusal.js';
import { abstractionOf, engineOf } from '../abstraction-args.js';
import { arrayOptionNames, arrayOptionsOf } from '../array-args.js';
import { whyEngine } from '../check-boolean.js';
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
  const { languages } = await import('../../frontends/index.js');
  const { output, signal } = context;
  const input = { path: args.file, language: args.lang ?? null };
  const hooks = { languages, signal, progress: progressPrinter(output) };
  const kind = kindOf(languages, input.path, input.language);
  if (kind === 'array') {
    const { verifyArrays } = await import('../../verify/arrays.js');
    return verifyArrays(input, arrayOptionsOf(model, args), hooks);
  }
  if (kind !== null) refuseArrayOptions(args);
  if (kind === 'boolean') {
    const { checkFile } = await import('../../verify/check.js');
    return checkFile(input, checkOptions(model, args), { ...hooks, pipelines });
  }
  const { verifyFile } = await import('../../verify/verify.js');
  const engine = engineOf(args);
  const abstraction = abstractionOf(args);
  const all = await pipelines();
  const taken = engine === 'abstract' ? all[abstraction.encoding](model.buffering) : all.automata;
  const verbose =
    args.verbose === true ? (line: string) => output.message(`model ${model.name}: ${line}`) : null;
  const listener = passListener(taken, {
    dumpAfter: args['dump-after'] ?? null,
    dump: (text) => output.message(text),
    verbose,
  });
  const explain =
    args['explain-predicates'] === true ? { explain: explainer(`model ${model.name}`, output) } : {};
  return verifyFile(
    input,
    { ...questionOf(model, args), engine, abstraction },
    { ...hooks, ...explain, ...(verbose === null ? {} : { note: verbose }), listener, pipelines: all },
  );
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

function checkOptions(model: MemoryModel, args: VerifyArgs): CheckOptions {
  const given = notForBoolean.find((name) => args[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} does not apply to Boolean programs`);
  if (args.engine === 'abstract') throw new UsageError('a Boolean program is abstract already');
  if (args.engine === 'dual' || args.engine === 'mcmt' || args.engine === 'ltl')
    throw new UsageError(`the ${args.engine} engine takes no Boolean programs`);
  return {
    semantics: args.engine === 'explicit' ? 'concrete' : null,
    model,
    // Of several models those with buffers are meant.
    bound: args['all-models'] === true && model.buffering === 'none' ? null : (args.bound ?? null),
    merge: false,
    properties: args.property ?? [],
    timeoutSeconds: args.timeout ?? null,
    memoryMB: args.memory ?? null,
  };
}

function print(runs: readonly VerifyReport[], args: VerifyArgs, context: CommandContext): void {
  const how = {
    together: args['all-models'] === true,
    json: args.json === true,
    trace: args.trace !== 'none',
    verbose: args.verbose === true,
    why: (run: VerifyReport) => (engineOf(args) === 'auto' ? whyAuto(run) : ''),
  };
  printRuns(runs, how, context);
}

function whyAuto({ model, language, engine }: VerifyReport): string {
  if (engine === 'dual') return ' (auto: it takes any number of processes and buffers without a bound)';
  if (engine === 'ltl') return ' (auto: it decides temporal properties)';
  if (engine === 'abstract') return ' (auto: the program has values without end, and predicates)';
  if (language === 'cub')
    return engine === 'mcmt' ? ' (auto: for any number of processes)' : ' (auto: for --procs N processes)';
  if (language !== 'bl') return ' (auto: it decides every property that speaks of single states)';
  const named = modelNamed(model ?? 'sc');
  return named === null ? '' : whyEngine({ semantics: null, model: named }, 'boolean');
}
