import { renderDiagnostics } from '../diagnostics/render.js';
import { jsonText, runsDocument, verifyDocument } from '../report/report-json.js';
import { renderModels } from '../report/models-table.js';
import { timingLine } from '../report/stats.js';
import { renderReport } from '../report/report-text.js';
import type { PropertyReport, VerifyReport } from '../ask/report.js';
import type { CommandContext } from './command.js';

/** How verify and check are asked to tell what they found. */
export interface ReportTelling {
  /** The runs are those of several models, in one table or list. */
  readonly together: boolean;
  readonly json: boolean;
  readonly trace: boolean;
  readonly verbose: boolean;
}

export function printRuns(runs: readonly VerifyReport[], how: ReportTelling, context: CommandContext): void {
  const { output, version } = context;
  printMessages(runs, how, context);
  const shown = how.trace ? runs : runs.map(withoutTraces);
  const [first] = shown;
  if (first === undefined) return;
  if (how.json) {
    const documents = shown.map((run) => verifyDocument(run, version));
    output.result(jsonText(how.together ? runsDocument(documents) : (documents[0] ?? {})));
    return;
  }
  const settings = { width: output.width, style: output.style, trace: how.trace };
  output.result(how.together ? renderModels(shown, settings) : renderReport(first, settings));
}

/** Errors and warnings; the same of several runs once. */
function printMessages(runs: readonly VerifyReport[], how: ReportTelling, { output }: CommandContext): void {
  const texts = runs.flatMap((run) => [
    renderDiagnostics(run.errors, run.file),
    ...run.warnings.map((warning) => renderDiagnostics([warning], run.file)),
  ]);
  for (const text of new Set(texts)) output.message(text);
  if (!how.verbose) return;
  for (const run of runs) {
    const engine = `engine ${run.engine ?? '-'}${run.why === null ? '' : ` (auto: ${run.why})`}`;
    output.message(`model ${run.model ?? '-'}: ${engine}: ${timingLine(run.stats)}`);
  }
}

function withoutTraces(run: VerifyReport): VerifyReport {
  return {
    ...run,
    trace: null,
    properties: run.properties.map(withoutTrace),
  };
}

const withoutTrace = ({ name, kind, line, verdict, reason, detail }: PropertyReport): PropertyReport => ({
  ...{ name, kind, line, verdict, reason, detail },
  trace: null,
});
