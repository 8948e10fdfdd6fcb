import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listField, textField } from '../compare/json-fields.js';
import { nameOf } from '../compare/plan.js';
import type { PlannedRun } from '../compare/plan.js';
import { appendToRecording, beginRecording, isFinal, keyOf, readRecording } from '../compare/recording.js';
import { runAll } from '../compare/run-all.js';
import type { FinishedRun } from '../compare/run-all.js';
import type { CompareFormat } from '../options/command-rows.js';
import { outcomeText, remarks, summaries } from '../compare/summary.js';
import { compareCsv, compareMarkdown, compareText } from '../report/compare-table.js';
import { jsonText, runsDocument } from '../report/json.js';
import type { CommandContext } from './command.js';
import { CompareProgress } from './compare-progress.js';
import { ExitCode } from './exit-codes.js';
import { UsageError } from '../diagnostics/diagnostic.js';

export interface CompareRequest {
  readonly runs: readonly PlannedRun[];
  readonly format: CompareFormat;
  readonly jobs: number;
  /** What a run is told by --timeout. */
  readonly timeoutSeconds: number | null;
  readonly resume: string | null;
  /** The file of --predicates: what the runs read besides their own. */
  readonly predicates: string | null;
  readonly verbose: boolean;
}

/** What a run may need beyond its time limit to read, to stop and to print. */
const patience = (seconds: number | null): number | null => (seconds === null ? null : 1.25 * seconds + 10);

/** Makes all runs, tells them in one table, and says whether all are there. */
export async function compareRuns(request: CompareRequest, context: CommandContext): Promise<ExitCode> {
  const { output, signal, version } = context;
  const { runs } = request;
  const record = recorder(request, context);
  const known = new Map(runs.map((run) => [run, record.known(run)]));
  const open = runs.filter((run) => (known.get(run) ?? null) === null);
  const progress = new CompareProgress(output, open.length);
  try {
    const finished = await runAll(runs, {
      script: fileURLToPath(new URL('./main.js', import.meta.url)),
      version,
      jobs: request.jobs,
      patience: patience(request.timeoutSeconds),
      signal,
      known: (run) => known.get(run) ?? null,
      onStart: (run) => progress.started(run),
      onEnd: (run, document) => {
        progress.ended(run);
        if (document === null) return;
        record.append(run, document);
        if (request.verbose) output.message(`${nameOf(run)}: ${outcomeText(document)}`);
      },
    });
    return tell(finished, request, context);
  } finally {
    progress.close();
  }
}

interface Recorder {
  known(run: PlannedRun): object | null;
  append(run: PlannedRun, document: object): void;
}

function recorder({ resume, predicates }: CompareRequest, { output, version }: CommandContext): Recorder {
  if (resume === null) return { known: () => null, append: () => undefined };
  const recording = attempt(resume, () => readRecording(resume));
  if (recording === null) {
    throw new UsageError(`${resume} is no recording of compare, and nothing is added to it`);
  }
  if (recording.unreadable > 0) {
    const lines = recording.unreadable === 1 ? '1 line' : `${recording.unreadable} lines`;
    output.message(`${resume}: warning: ${lines} could not be read`);
  }
  attempt(resume, () => beginRecording(resume));
  const key = (run: PlannedRun): string => {
    const beside = `${run.file.slice(0, run.file.length - extname(run.file).length)}.pred`;
    return keyOf(run, predicates === null ? [beside] : [beside, predicates], version);
  };
  return {
    known: (run) => {
      const document = recording.documents.get(key(run)) ?? null;
      return document !== null && isFinal(document) ? document : null;
    },
    append: (run, document) => attempt(resume, () => appendToRecording(resume, key(run), document)),
  };
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new UsageError(`cannot use ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function tell(
  finished: readonly FinishedRun[],
  request: CompareRequest,
  { output, signal }: CommandContext,
): ExitCode {
  output.result(render(finished, request.format, output));
  for (const remark of remarks(finished)) output.message(remark);
  const missing = request.runs.length - finished.length;
  const reached = finished.every(({ document }) => isUnreadable(document)) ? ExitCode.Refused : ExitCode.Ok;
  if (missing === 0) return reached;
  const advice = request.resume === null ? '' : `; with --resume ${request.resume} they follow`;
  output.message(`${missing} of ${request.runs.length} runs are missing: interrupted${advice}`);
  return signal.aborted || finished.length < request.runs.length ? ExitCode.Interrupted : reached;
}

/** The file could not be read at all: most likely its name is wrong. */
const isUnreadable = (document: object): boolean =>
  listField(document, 'errors').some((error) => textField(error, 'code') === 'E001');

function render(
  finished: readonly FinishedRun[],
  format: CompareFormat,
  { width, style }: CommandContext['output'],
): string {
  switch (format) {
    case 'text':
      return compareText(summaries(finished), { width: Math.max(width, comfortable), style });
    case 'markdown':
      return compareMarkdown(summaries(finished));
    case 'csv':
      return compareCsv(summaries(finished));
    case 'json':
      return jsonText(runsDocument(finished.map(({ document }) => document)));
  }
}

/** The table has many columns: what is narrower than this breaks its rows. */
const comfortable = 120;
