import type { VerifyReport } from '../ask/report.js';
import { left, renderGrid, right } from './grid.js';
import { overallRun } from './models-table.js';
import { verdictLine, verdictPaint } from './report-text.js';
import { amount } from './stats.js';
import type { TextOptions } from './trace-table.js';

/** The runs of several files: one row each, and the verdict over all on the last line. */
export function renderFiles(runs: readonly VerifyReport[], { width, style }: TextOptions): string {
  const overall = overallRun(runs);
  if (overall === null) return '';
  const grid = renderGrid(
    [left('file'), left('model'), left('verdict'), left('property'), right('states'), right('seconds')],
    runs.map((run) => ({
      cells: [
        run.file,
        run.model ?? '',
        run.reason === null ? (run.verdict ?? '') : `${run.verdict ?? 'none'} (${run.reason})`,
        run.property ?? '',
        amount(run.stats.states),
        run.stats.seconds.toFixed(2),
      ],
      paint: verdictPaint(run.verdict, style),
    })),
    width,
  );
  return [...grid.header.map(style.dim), ...grid.body, verdictLine(overall, style)].join('\n');
}
