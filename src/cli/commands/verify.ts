import { engineAsked, engineFor, refuseForSubject } from '../../options/refused-options.js';
import { fieldsOf } from '../../options/values.js';
import type { CheckOptions } from '../../verify/check-options.js';
import type { VerifyReport } from '../../verify/report.js';
import { mainModels, modelNamed } from '../../memory/index.js';
import type { MemoryModel } from '../../memory/model.js';
import { hasBuffers } from '../../memory/questions.js';
import { verifyDocument } from '../../report/json.js';
import { refusal } from '../../report/refusal.js';
import { whyEngine } from '../check-boolean.js';
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
  const { languages } = await import('../../frontends/index.js');
  const { output, signal } = context;
  const input = { path: args.file, language: args.lang ?? null };
  const hooks = { languages, signal, progress: progressPrinter(output) };
  const kind = kindOf(languages, input.path, input.language);
  if (kind !== null) refuseForSubject('verify', kind, args.given);
  if (kind === 'array') {
    const { verifyArrays } = await import('../../verify/arrays.js');
    return verifyArrays(input, { ...fieldsOf('verify', 'array', args.given), model }, hooks);
  }
  if (kind === 'boolean') {
    const { checkFile } = await import('../../verify/check.js');
    return checkFile(input, checkOptions(model, args), { ...hooks, pipelines });
  }
  const { verifyFile } = await import('../../verify/verify.js');
  const engine = engineFor('verify', args.given, args.engine);
  const asked = fieldsOf('verify', 'program', args.given);
  const all = await pipelines();
  const taken = engine === 'abstract' ? all[asked.abstraction.encoding](model) : all.automata;
  const verbose = args.verbose ? (line: string) => output.message(`model ${model.name}: ${line}`) : null;
  const listener = passListener(taken, {
    dumpAfter: args['dump-after'] ?? null,
    dump: (text) => output.message(text),
    verbose,
  });
  const explain = args['explain-predicates'] ? { explain: explainer(`model ${model.name}`, output) } : {};
  const note = verbose === null ? {} : { note: verbose };
  return verifyFile(
    input,
    { ...asked, model, engine },
    { ...hooks, ...explain, ...note, listener, pipelines: all },
  );
}

function checkOptions(model: MemoryModel, args: VerifyArgs): CheckOptions {
  if (args.engine === 'abstract') throw new UsageError('a Boolean program is abstract already');
  if (args.engine === 'dual' || args.engine === 'mcmt' || args.engine === 'ltl')
    throw new UsageError(`the ${args.engine} engine takes no Boolean programs`);
  return {
    ...fieldsOf('verify', 'boolean', args.given),
    semantics: args.engine === 'explicit' ? 'concrete' : null,
    merge: false,
    model,
    // Of several models those with buffers are meant.
    ...(args['all-models'] && !hasBuffers(model) ? { bound: null } : {}),
  };
}

function print(runs: readonly VerifyReport[], args: VerifyArgs, context: CommandContext): void {
  const how = {
    together: args['all-models'],
    json: args.json,
    trace: args.trace !== 'none',
    verbose: args.verbose,
    why: (run: VerifyReport) =>
      engineAsked('verify', args.given, args.engine) === 'auto' ? whyAuto(run) : '',
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
