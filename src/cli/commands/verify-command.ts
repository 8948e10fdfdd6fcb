import { blankReport } from '../../ask/report.js';
import type { VerifyReport } from '../../ask/report.js';
import { mainModels } from '../../memory/index.js';
import type { MemoryModel } from '../../memory/model.js';
import { hasBuffers, isExactTso } from '../../memory/model-questions.js';
import type { EndedFor, LastWords } from '../apart/work-messages.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { limitsOf } from '../../ask/limits-of-run.js';
import { watching } from '../../search/watch.js';
import { exitCodeHelp, exitCodeOf, ExitCode, worst } from '../exit-codes.js';
import { explainer } from '../explainer.js';
import { UsageError } from '../../diagnostics/diagnostic.js';
import { modelOf } from '../../library/model-args.js';
import { listening } from '../pass-listener.js';
import { printRuns, textOfRuns } from '../print-runs.js';
import { progressPrinter } from '../progress-view.js';
import { emitTexts, requireNewFolder } from '../emit-texts.js';
import { hinting } from '../long-run-hint.js';
import { verifyEach } from '../several-files.js';
import { at } from '../../support/invariant.js';
import { requireWritable, writeWhole } from '../write-file.js';

type VerifyArgs = Invocation<'verify'>;

export const verifyCommand = command({
  name: 'verify',
  files: 'several',
  about: 'decide the properties of a program',
  takes: 'the program, or several',
  readsInput: true,
  examples: [
    ['verify dekker.fp --model tso', 'decide all properties under TSO'],
    ['verify dekker.fp --all-models', 'one table for SC, TSO and PSO'],
    ['verify locks/*.fp --all-models', 'several programs, one after the other'],
    ['verify lock.fp --model tso --procs any', 'for any number of threads of a process'],
    ["verify dekker.fp --invariant 'x + y <= 2'", 'decide one more invariant'],
    ["verify lock.fp --model tso1 --ltl 'G (P at Want -> F (P at CS))'", 'a temporal formula'],
    ['verify lock.fp --fairness weak', 'only runs that leave no thread behind for ever'],
    ['verify dekker.fp --model pso --bound 2 --json', 'at most two buffered writes; JSON'],
    ['verify bakery.fp --model tso --method ce', 'by predicate abstraction, from an SC proof'],
    ['verify queue.fp --save-predicates queue.pred', 'find predicates, and keep them'],
    ['verify queue.fp --predicates queue.pred', 'prove it again by these'],
    ['verify queue.fp --model tso --refine spacer --verbose', 'find them in another way, and watch'],
    ['verify dekker.fp --model tso --robust trace', 'does it do what it does under SC, and nothing else?'],
    ['verify dekker.fp --model pso --robust state', 'the same about the states it comes to'],
    ['verify dekker.fp --model tso --evidence dekker.json', 'and write what shows the answer'],
    ['verify dekker.fp --evidence dekker.json --emit-smt2 dekker', 'for other solvers, too'],
    ['verify dekker.fp --model tso --portfolio', 'by all engines beside each other'],
    ['verify dekker.fp --portfolio explicit,lazy,ce+wp', 'by some of them, in these ways'],
    ['verify dekker.fp --model tso --paranoid', 'check the answer by other means before it is given'],
    ['verify dekker.fp --model tso --report dekker.html', 'a page with the run to step through'],
    ['verify mutex.cub --model tso', 'an array-based system, for any number of processes'],
    ['verify mutex.cub --model tso --procs 2', 'all states of two processes'],
  ],
  epilogue: exitCodeHelp(),
  run: (args, context) => (args.files.length > 1 ? verifyEach(args, context, verify) : verify(args, context)),
});

async function verify(
  args: VerifyArgs,
  context: CommandContext,
  tell: typeof printRuns = printRuns,
): Promise<ExitCode> {
  const { portfolio, file, document, place } = args;
  if (document !== undefined) requireWritable(document, file);
  if (portfolio === undefined) return verifyAlone(args, context, tell);
  if (place.text !== undefined)
    throw new UsageError(
      '--portfolio needs a file: its runs are processes of their own',
      'save the text first',
    );
  const { verifyTogether } = await import('../portfolio/verify-together.js');
  return verifyTogether(portfolio, args, context);
}

async function verifyAlone(
  args: VerifyArgs,
  context: CommandContext,
  tell: typeof printRuns,
): Promise<ExitCode> {
  const runs: VerifyReport[] = [];
  const predicatesPath = args['save-predicates'];
  const { evidence, report } = args;
  for (const path of [predicatesPath, evidence, report])
    if (path !== undefined) requireWritable(path, args.file);
  const emitted = args['emit-smt2'];
  if (emitted !== undefined) requireNewFolder(emitted);
  if (emitted !== undefined && evidence === undefined)
    throw new UsageError('--emit-smt2 writes what evidence asks of solvers, and needs --evidence FILE');
  if (evidence !== undefined && args['all-models'])
    throw new UsageError('--evidence is about one model, and does not go with --all-models');
  const models = modelsOf(args);
  for (const model of models) {
    if (runs.length > 0) context.knows(cutOff(runs, model, args, context));
    const run = await verifyUnder(model, args, context, [...runs]);
    runs.push(run);
    // What is wrong with the file or the question is wrong under every model.
    if (context.signal.aborted || run.reason === 'input' || run.reason === 'usage') break;
  }
  tell(runs, args, context, args['all-models']);
  saveDocument(runs, args, context);
  if (args['all-models'] && args.robust === 'trace')
    context.output.message('trace robustness is decided against tso only: --robust state decides pso, too');
  const [run] = runs;
  if (evidence !== undefined && run !== undefined) await saveEvidence(run, evidence, args, context);
  if (report !== undefined) await saveReport(runs, models, report, args, context);
  if (predicatesPath !== undefined) savePredicates(runs, predicatesPath, args.file, context);
  return worst(runs.map(exitCodeOf));
}

function saveDocument(runs: readonly VerifyReport[], args: VerifyArgs, context: CommandContext): void {
  const { document, file } = args;
  if (document === undefined) return;
  writeWhole(document, textOfRuns(runs, { ...args, json: true }, context, args['all-models']), file);
}

async function saveEvidence(
  run: VerifyReport,
  path: string,
  args: VerifyArgs,
  context: CommandContext,
): Promise<void> {
  const { file, given, 'emit-smt2': emitted } = args;
  const { output } = context;
  const { writtenEvidence } = await import('../../library/written-evidence.js');
  const written = writtenEvidence(run, given, path);
  if ('none' in written) {
    output.message(`${path} is not written: ${written.none}`);
    return;
  }
  writeWhole(path, written.text, file);
  if (emitted !== undefined) await emitTexts(path, emitted, args, context);
}

async function saveReport(
  runs: readonly VerifyReport[],
  models: readonly MemoryModel[],
  path: string,
  { place, given }: VerifyArgs,
  { output }: CommandContext,
): Promise<void> {
  if (runs.every(({ verdict }) => verdict === null)) {
    output.message(`${path} is not written: nothing was verified`);
    return;
  }
  const { verifyReportPage } = await import('../../library/report-page.js');
  const shown = runs.map((run, i) => ({ report: run, model: at(models, i) }));
  writeWhole(path, await verifyReportPage(place, shown, given), place.path);
}

/** What is told if no more comes of the run that is next. */
function cutOff(
  done: readonly VerifyReport[],
  { name }: MemoryModel,
  args: VerifyArgs,
  context: CommandContext,
): (why: EndedFor) => LastWords {
  const runs = [...done];
  const open = (reason: EndedFor): VerifyReport => ({
    ...{ ...blankReport(args.file), model: name, verdict: 'unknown' },
    reason,
  });
  return (why) => withOpen(runs, open(why), why, args, context);
}

/** Runs that were done, and one that was ended. */
function withOpen(
  done: readonly VerifyReport[],
  open: VerifyReport,
  why: EndedFor,
  args: VerifyArgs,
  context: CommandContext,
): LastWords {
  const runs = [...done, open];
  const code = why === 'interrupted' ? ExitCode.Interrupted : worst(runs.map(exitCodeOf));
  return { text: textOfRuns(runs, args, context, args['all-models']), code };
}

/** What is decided stays so if the work is ended while a proof is looked for. */
const lastWords = (run: VerifyReport, args: VerifyArgs, context: CommandContext): LastWords => ({
  text: textOfRuns([run], args, context, false),
  code: exitCodeOf(run),
});

/** Of the last run that found some: predicates of larger models serve smaller ones. */
function savePredicates(
  runs: readonly VerifyReport[],
  path: string,
  input: string,
  { output }: CommandContext,
): void {
  const found = runs.findLast(({ discovery }) => discovery !== null && discovery.statable.length > 0);
  const lines = found?.discovery?.statable ?? [];
  if (lines.length === 0) output.message(`no predicates were found, so ${path} is not written`);
  else writeWhole(path, lines.map((line) => `${line}\n`).join(''), input);
}

function modelsOf(args: VerifyArgs): readonly MemoryModel[] {
  if (!args['all-models']) return [modelOf(args)];
  if (args.model !== undefined) throw new UsageError('--all-models and --model exclude each other');
  switch (args.robust) {
    case undefined:
      return mainModels;
    // Against sc there is nothing to decide.
    case 'state':
      return mainModels.filter(hasBuffers);
    // What is refused for one model says nothing about another.
    case 'trace':
      return mainModels.filter(isExactTso);
  }
}

async function verifyUnder(
  model: MemoryModel,
  args: VerifyArgs,
  context: CommandContext,
  done: readonly VerifyReport[],
): Promise<VerifyReport> {
  const { output, signal } = context;
  const verbose = args.verbose ? (line: string) => output.message(`model ${model.name}: ${line}`) : null;
  const asker = {
    ...{ signal, progress: hinting(progressPrinter(output), output, args.given) },
    // What is to be checked is not told before it is.
    ...(args.paranoid
      ? {}
      : {
          decided: (run: VerifyReport) => context.knows(() => lastWords(run, args, context)),
          soFar: (told: (why: EndedFor) => VerifyReport) =>
            context.knows((why) => withOpen(done, told(why), why, args, context)),
        }),
    ...(verbose === null ? {} : { note: verbose }),
    ...(args['explain-predicates'] ? { explain: await explainer(`model ${model.name}`, output) } : {}),
    ...(await listening(verbose, args['dump-after'], (text) => output.message(text))),
  };
  const { verifyGiven } = await import('../../library/asking.js');
  const started = performance.now();
  context.begins(args.timeout ?? null);
  const report = await verifyGiven(args.place, args.given, asker, model);
  const told = args.paranoid ? await checked(report, model, args, context, started) : report;
  context.begins(null);
  return told;
}

/** What is left of an answer once it was checked, in the time that is left. */
async function checked(
  report: VerifyReport,
  model: MemoryModel,
  args: VerifyArgs,
  { output, signal }: CommandContext,
  started: number,
): Promise<VerifyReport> {
  const given = { timeoutSeconds: args.timeout ?? null, memoryMB: args.memory ?? null };
  const watch = watching(limitsOf(given, started, signal));
  const { checkedAnswer } = await import('../../library/paranoid.js');
  const write = (path: string, text: string): void => writeWhole(path, text, args.file);
  const { run, told } = await checkedAnswer(report, { given: args.given, model, watch, write });
  if (told !== null) output.message(told);
  return run;
}
