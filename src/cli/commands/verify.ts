import type { EngineRow } from '../../engines/engine-row.js';
import { engines } from '../../engines/index.js';
import type { SubjectKind } from '../../ir/subject-kind.js';
import { engineFor, refuseForSubject } from '../../options/refused-options.js';
import { fieldsOf } from '../../options/values.js';
import { pipelineOf } from '../../pass/lowerings.js';
import type { Pipeline } from '../../pass/run.js';
import { usualOptions } from '../../verify/options.js';
import type { AskOptions } from '../../verify/options.js';
import type { VerifyReport } from '../../verify/report.js';
import { mainModels } from '../../memory/index.js';
import type { MemoryModel } from '../../memory/model.js';
import { hasBuffers } from '../../memory/questions.js';
import { verifyDocument } from '../../report/json.js';
import { refusal } from '../../report/refusal.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodeHelp, exitCodeOf, worst } from '../exit-codes.js';
import { explainer } from '../explainer.js';
import type { ExitCode } from '../exit-codes.js';
import { UsageError } from '../../diagnostics/diagnostic.js';
import { modelOf } from '../model-args.js';
import { passListener } from '../pass-listener.js';
import { pipelines } from '../pipelines.js';
import { printRuns } from '../print-runs.js';
import { progressPrinter } from '../progress.js';

type VerifyArgs = Invocation<'verify'>;

export const verifyCommand = command({
  name: 'verify',
  files: 'one',
  about: 'decide the properties of a program',
  takes: 'the program',
  examples: [
    ['verify dekker.fp --model tso', 'decide all properties under TSO'],
    ['verify dekker.fp --all-models', 'one table for SC, TSO and PSO'],
    ['verify lock.fp --model tso --procs any', 'for any number of threads of a process'],
    ["verify dekker.fp --invariant 'x + y <= 2'", 'decide one more invariant'],
    ["verify lock.fp --model tso1 --ltl 'G (P at Want -> F (P at CS))'", 'a temporal formula'],
    ['verify lock.fp --fairness weak', 'only runs that leave no thread behind for ever'],
    ['verify dekker.fp --model pso --bound 2 --json', 'at most two buffered writes; JSON'],
    ['verify bakery.fp --model tso --method ce', 'by predicate abstraction, from an SC proof'],
    ['verify mutex.cub --model tso', 'an array-based system, for any number of processes'],
    ['verify mutex.cub --model tso --procs 2', 'all states of two processes'],
  ],
  epilogue: exitCodeHelp(),
  run: verify,
  failureDocument: (failure, file, version) =>
    verifyDocument(refusal(file, failure.reason, failure.diagnostics), version),
});

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
  if (!args['all-models']) return [modelOf(args)];
  if (args.model !== undefined) throw new UsageError('--all-models and --model exclude each other');
  return mainModels;
}

async function verifyUnder(
  model: MemoryModel,
  args: VerifyArgs,
  context: CommandContext,
): Promise<VerifyReport> {
  const { kindOf } = await import('../../frontends/language.js');
  const { verifyFile } = await import('../../verify/verify.js');
  const { languages } = await import('../../frontends/index.js');
  const { output, signal } = context;
  const input = { path: args.file, language: args.lang ?? null };
  const kind = kindOf(languages, input.path, input.language);
  const asked = optionsFor(kind, model, args);
  const verbose = args.verbose ? (line: string) => output.message(`model ${model.name}: ${line}`) : null;
  const hooks = {
    ...{ languages, pipelines, signal, progress: progressPrinter(output) },
    ...(verbose === null ? {} : { note: verbose }),
    ...(args['explain-predicates'] ? { explain: explainer(`model ${model.name}`, output) } : {}),
  };
  if (kind === 'boolean' || kind === 'array') return verifyFile(input, asked, hooks);
  const listener = passListener(await pipelineFor(asked), {
    dumpAfter: args['dump-after'] ?? null,
    dump: (text) => output.message(text),
    verbose,
  });
  return verifyFile(input, asked, { ...hooks, listener });
}

function optionsFor(
  kind: SubjectKind | null,
  model: MemoryModel,
  { given, ...args }: VerifyArgs,
): AskOptions {
  if (kind !== null) refuseForSubject('verify', kind, given);
  switch (kind) {
    case 'array':
      return { ...usualOptions, ...fieldsOf('verify', 'array', given), model };
    case 'boolean': {
      const asked = { ...usualOptions, ...fieldsOf('verify', 'boolean', given), model };
      // Of several models those with buffers are meant.
      return args['all-models'] && !hasBuffers(model) ? { ...asked, bound: null } : asked;
    }
    case 'program':
    case null:
      return {
        ...fieldsOf('verify', 'program', given),
        ...{ model, engine: engineFor('verify', given, args.engine) },
      };
  }
}

/** The passes of which the user may name one. */
async function pipelineFor({ engine, abstraction, model, ...asked }: AskOptions): Promise<Pipeline> {
  const rows: readonly EngineRow[] = engines;
  const pipeline = rows.find(({ name }) => name === engine)?.takes.program?.pipeline;
  const kind = pipeline?.({ ...asked, engine, abstraction, model }) ?? 'automata';
  return pipelineOf(await pipelines(), kind, model);
}

function print(runs: readonly VerifyReport[], args: VerifyArgs, context: CommandContext): void {
  const how = {
    together: args['all-models'],
    json: args.json,
    trace: args.trace !== 'none',
    verbose: args.verbose,
  };
  printRuns(runs, how, context);
}
