import { renderDiagnostics } from '../diagnostics/render.js';
import { jsonText } from '../report/report-json.js';
import { litmusDocument } from '../report/litmus-json.js';
import type { FileError, LitmusEntry } from '../report/litmus-json.js';
import { loadTest, runTest } from '../library/litmus-runs.js';
import type { runLitmus } from '../ask/litmus-run.js';
import { limitsOf } from '../ask/limits-of-run.js';
import type { LoadedTest } from '../ask/litmus-run.js';
import type { CommandContext } from './command.js';
import { ExitCode, worst } from './exit-codes.js';
import { failureOf } from '../library/failure-of.js';
import { progressPrinter } from './progress-view.js';

export interface LitmusRequest {
  readonly files: readonly string[];
  readonly models: readonly string[];
  /** Whether a verdict No makes the exit code 10. */
  readonly expect: boolean;
  readonly json: boolean;
  readonly timeoutSeconds: number | null;
  readonly memoryMB: number | null;
}

interface LitmusSession {
  readonly request: LitmusRequest;
  readonly context: CommandContext;
  readonly limits: Parameters<typeof runLitmus>[2]['limits'];
  readonly progress: Parameters<typeof runLitmus>[2]['progress'];
}

/** Runs every test under every model; text comes as it is found, the JSON document at the end. */
export async function runTests(request: LitmusRequest, context: CommandContext): Promise<ExitCode> {
  const { output, signal } = context;
  const limits = limitsOf(request, performance.now(), signal);
  const session: LitmusSession = { request, context, limits, progress: progressPrinter(output) };
  const entries: LitmusEntry[] = [];
  const errors: FileError[] = [];
  for (const file of request.files) {
    if (signal.aborted || output.closed) break;
    try {
      entries.push(...(await runFile(file, session)));
    } catch (error) {
      // A file that is no litmus test does not keep the others from being run.
      const failure = failureOf(error);
      if (failure.reason === 'bug') throw error;
      output.message(renderDiagnostics(failure.diagnostics, file));
      errors.push(...failure.diagnostics.map((diagnostic) => ({ file, diagnostic })));
    }
  }
  if (request.json) output.result(jsonText(litmusDocument(entries, errors)));
  return exitCodeOf(entries, errors, session);
}

async function runFile(file: string, session: LitmusSession): Promise<readonly LitmusEntry[]> {
  const { request, context } = session;
  const loaded = loadTest({ path: file });
  for (const warning of loaded.warnings) context.output.message(renderDiagnostics([warning], file));
  const entries: LitmusEntry[] = [];
  for (const model of request.models) {
    if (context.signal.aborted) break;
    entries.push(await runUnder(loaded, model, session));
  }
  return entries;
}

async function runUnder(loaded: LoadedTest, name: string, session: LitmusSession): Promise<LitmusEntry> {
  const { request, context, limits, progress } = session;
  const { text, ...entry } = await runTest(loaded, name, { limits, progress });
  if (entry.outcome === null) context.output.message(text);
  else if (!request.json) context.output.result(`${text}\n\n`);
  return entry;
}

function exitCodeOf(
  entries: readonly LitmusEntry[],
  errors: readonly FileError[],
  session: LitmusSession,
): ExitCode {
  const { request, context } = session;
  return worst([
    ...(context.signal.aborted ? [ExitCode.Interrupted] : []),
    ...(errors.length > 0 ? [ExitCode.Refused] : []),
    ...entries.map((entry) => {
      if (entry.outcome === null) return ExitCode.Unknown;
      return request.expect && entry.outcome.verdict === 'No' ? ExitCode.Violation : ExitCode.Ok;
    }),
  ]);
}
