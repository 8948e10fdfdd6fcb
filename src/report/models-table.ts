import type { VerifyReport } from '../ask/report.js';
import { left, renderGrid, right } from './grid.js';
import { amount } from './stats.js';
import { renderReport, verdictLine, verdictPaint } from './report-text.js';
import type { ReportOptions } from './report-text.js';

/**
 * The runs of one file under several models: one row each, the counterexample of the first model that has one, and
 * the verdict over all models on the last line.
 */
export function renderModels(runs: readonly VerifyReport[], options: ReportOptions): string {
  const overall = overallRun(runs);
  if (overall === null) return '';
  if (runs.every((run) => run.verdict === null)) return verdictLine(overall, options.style);
  const limitations = new Set(runs.flatMap((r) => r.limitations.map((text) => `${r.model}: ${text}`)));
  const counterexample =
    overall.verdict === 'unsafe' && options.trace !== 'none' ? ['', traceOnly(overall, options)] : [];
  return [
    ...tableLines(runs, options),
    ...counterexample,
    ...limitations,
    verdictLine(overall, options.style),
  ].join('\n');
}

/** Without its own verdict line: the overall one follows. */
function traceOnly(run: VerifyReport, options: ReportOptions): string {
  return renderReport({ ...run, limitations: [] }, options)
    .split('\n')
    .slice(0, -1)
    .join('\n');
}

/** The run that speaks for all: one without a verdict, else the first unsafe, the first unknown, the first. */
export function overallRun(runs: readonly VerifyReport[]): VerifyReport | null {
  const first = (verdict: VerifyReport['verdict']): VerifyReport | undefined =>
    runs.find((r) => r.verdict === verdict);
  return first(null) ?? first('unsafe') ?? first('unknown') ?? runs[0] ?? null;
}

function tableLines(runs: readonly VerifyReport[], options: ReportOptions): readonly string[] {
  const grid = renderGrid(
    [left('model'), left('verdict'), left('property'), right('states'), right('seconds')],
    runs.map((run) => ({
      cells: [
        run.model ?? '',
        run.reason === null ? (run.verdict ?? '') : `${run.verdict ?? 'none'} (${run.reason})`,
        run.property ?? '',
        amount(run.stats.states),
        run.stats.seconds.toFixed(2),
      ],
      paint: verdictPaint(run.verdict, options.style),
    })),
    options.width,
  );
  return [...grid.header.map(options.style.dim), ...grid.body];
}
