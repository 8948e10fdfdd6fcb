import { limitsOf } from '../../ask/limits-of-run.js';
import type { LitmusHooks } from '../../ask/litmus-run.js';
import { renderDiagnostics } from '../../diagnostics/render.js';
import type { InputPlace } from '../../library/asking.js';
import { failureOf } from '../../library/failure-of.js';
import { litmusDocument } from '../../report/litmus-json.js';
import type { FileError, LitmusEntry } from '../../report/litmus-json.js';
import { jsonText } from '../../report/report-json.js';
import type { EndedFor, LastWords } from '../apart/work-messages.js';
import { command, sparing } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode, worst } from '../exit-codes.js';
import type { ShownTest } from '../../report/page/litmus-page.js';
import { progressPrinter } from '../progress-view.js';
import { requireWritable, writeWhole } from '../write-file.js';

type LitmusArgs = Invocation<'litmus'>;

export const litmusCommand = command({
  name: 'litmus',
  files: 'several',
  about: 'find all final states of x86 litmus tests',
  takes: 'the tests',
  readsInput: true,
  examples: [
    ['litmus SB.litmus --model sc,tso', 'the final states under SC and TSO'],
    ['litmus tests/*.litmus --model tso --expect', 'check a folder of tests'],
    ['litmus SB.litmus --model sc,tso --report SB.html', 'a page with a run to each final state'],
  ],
  epilogue: 'Exit code 0 unless a test could not be run (2), was cut off (20), or --expect is given.',
  run: litmus,
  failureDocument: ({ file, errors }) =>
    litmusDocument(
      [],
      errors.map((diagnostic) => ({ file: file === '' ? null : file, diagnostic })),
    ),
});

/** Runs every test under every model; text comes as it is found, the JSON document at the end. */
async function litmus(args: LitmusArgs, context: CommandContext): Promise<ExitCode> {
  const { output, signal, begins } = context;
  const { report } = args;
  if (report !== undefined) for (const file of args.files) requireWritable(report, file);
  const knows = sparing(context.knows);
  begins(args.timeout ?? null);
  const given = { timeoutSeconds: args.timeout ?? null, memoryMB: args.memory ?? null };
  const limits = limitsOf(given, performance.now(), signal);
  const hooks = { limits, progress: progressPrinter(output) };
  const entries: LitmusEntry[] = [];
  const errors: FileError[] = [];
  const shown: ShownTest[] = [];
  for (const place of args.places) {
    const file = place.path;
    if (signal.aborted || output.closed) break;
    const done = [...entries];
    try {
      entries.push(
        ...(await runFile(place, args, context, {
          ...hooks,
          begun: (open) => knows((why) => lastWords([...done, ...open(why)], errors, args, why)),
          shown: (test) => shown.push(test),
        })),
      );
    } catch (error) {
      // A file that is no litmus test does not keep the others from being run.
      const { reason, diagnostics } = failureOf(error);
      if (reason === 'bug') throw error;
      output.message(renderDiagnostics(diagnostics, file));
      errors.push(...diagnostics.map((diagnostic) => ({ file, diagnostic })));
    }
  }
  begins(null);
  if (report !== undefined && shown.length > 0) {
    const { litmusReportPage } = await import('../../library/report-page.js');
    writeWhole(report, litmusReportPage(shown), shown[0]?.source.name ?? '');
  }
  if (args.json) output.result(jsonText(litmusDocument(entries, errors)));
  return codeOf(entries, errors, args, signal.aborted);
}

/** Text was written as it was found. */
const lastWords = (
  entries: readonly LitmusEntry[],
  errors: readonly FileError[],
  args: LitmusArgs,
  why: EndedFor,
): LastWords => ({
  text: args.json ? jsonText(litmusDocument(entries, errors)) : '',
  code: codeOf(entries, errors, args, why === 'interrupted'),
});

const codeOf = (
  entries: readonly LitmusEntry[],
  errors: readonly FileError[],
  args: LitmusArgs,
  isInterrupted: boolean,
): ExitCode =>
  worst([
    ...(isInterrupted ? [ExitCode.Interrupted] : []),
    ...(errors.length > 0 ? [ExitCode.Refused] : []),
    ...entries.map(({ outcome }) => {
      if (outcome === null) return ExitCode.Unknown;
      return args.expect && outcome.verdict === 'No' ? ExitCode.Violation : ExitCode.Ok;
    }),
  ]);

interface FileHooks extends LitmusHooks {
  /** Hears before each run what there will be to tell of the file if it is ended. */
  readonly begun: (told: (why: EndedFor) => readonly LitmusEntry[]) => void;
  /** Takes what a page shows of a test, where there is to be one. */
  readonly shown: (test: ShownTest) => void;
}

async function runFile(
  place: InputPlace,
  args: LitmusArgs,
  context: CommandContext,
  hooks: FileHooks,
): Promise<readonly LitmusEntry[]> {
  const { output, signal } = context;
  const { loadTest, runTest, shownTest } = await import('../../library/litmus-runs.js');
  const file = place.path;
  const loaded = loadTest(place);
  for (const warning of loaded.warnings) output.message(renderDiagnostics([warning], file));
  const entries: LitmusEntry[] = [];
  for (const model of args.model ?? ['sc']) {
    if (signal.aborted) break;
    const { name } = loaded.test;
    const before = [...entries];
    hooks.begun((reason) => [...before, { name, file, model, outcome: null, reason }]);
    const { text, ...entry } = await runTest(loaded, model, hooks);
    if (entry.outcome === null) output.message(text);
    else if (!args.json) {
      output.result(`${text}\n\n`);
      if (entry.outcome.observation !== 'Never') await tellRun(file, model, args, context);
    }
    entries.push(entry);
  }
  if (args.report !== undefined) hooks.shown(await shownTest(loaded, entries, hooks));
  return entries;
}

/** A run to what the test asks about, as verify finds it. */
async function tellRun(
  file: string,
  model: string,
  { trace = 'none', given }: LitmusArgs,
  { output, signal }: CommandContext,
): Promise<void> {
  if (trace === 'none') return;
  const { verifyGiven } = await import('../../library/asking.js');
  const { checkedModel } = await import('../../library/model-args.js');
  const { renderTrace } = await import('../../report/trace-table.js');
  const limits = new Map([...given].filter(([name]) => name === 'timeout' || name === 'memory'));
  const report = await verifyGiven(
    { path: file },
    limits,
    { signal, progress: progressPrinter(output) },
    checkedModel(model),
  );
  const { width, style } = output;
  if (report.trace !== null) output.result(`${renderTrace(report.trace, { width, style }, trace)}\n\n`);
  else
    output.message(
      `${file}: no run was found that shows it: ${report.reason ?? report.verdict ?? 'unknown'}`,
    );
}
