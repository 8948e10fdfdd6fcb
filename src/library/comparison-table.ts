import { disagreementText } from '../compare/disagreements.js';
import type { SessionRecord } from '../compare/run-record.js';
import type { CompareFormat } from '../options/command-rows.js';
import type { ComparedRun } from '../report/compared-run.js';
import { compareLatex } from '../report/compare-latex.js';
import { compareCsv, compareMarkdown, compareText } from '../report/compare-table.js';
import { scoresOf } from '../report/comparison-scores.js';
import { comparisonPage } from '../report/page/comparison-page.js';
import { pageText } from '../report/page/page-frame.js';
import { jsonText, runsDocument } from '../report/report-json.js';
import { plainStyle } from '../report/style.js';
import type { TextOptions } from '../report/trace-table.js';
import type { ComparedPrograms } from './comparing.js';
import type { LeftOutRun } from './comparison-plan.js';
import { packageVersion, pageAssets } from './own-package.js';

type ToldComparison = Pick<ComparedPrograms, 'rows' | 'documents'> & Partial<ComparedPrograms>;

/** The table of a comparison; as `json` the documents of its runs. */
export function toTable(
  made: ToldComparison,
  format: CompareFormat = 'text',
  { width = 120, style = plainStyle }: Partial<TextOptions> = {},
): string {
  const { rows, documents } = made;
  switch (format) {
    case 'text':
      return compareText(rows, { width, style });
    case 'markdown':
      return compareMarkdown(rows);
    case 'csv':
      return compareCsv(rows);
    case 'json':
      return jsonText({ ...runsDocument(documents), ...comparisonFields(made) });
    case 'latex':
      return compareLatex(rows);
    case 'html':
      return pageOf(made);
  }
}

/** What the document of a comparison has beside the runs: schema/runs.json tells. */
const comparisonFields = ({
  rows,
  leftOut = [],
  disagreements = [],
  sessions = [],
}: ToldComparison): object => ({
  scores: scoresOf(rows),
  leftOut: leftOut.map(({ run: { file, model, way, part }, why }) => ({ file, model, ...way, part, why })),
  disagreements,
  sessions,
});

function pageOf({
  rows,
  leftOut = [],
  disagreements = [],
  sessions = [],
  timeoutSeconds = null,
}: ToldComparison): string {
  const page = comparisonPage({
    ...{ rows, timeoutSeconds, version: packageVersion() },
    alarms: [...disagreements.map(disagreementText), ...wrongTexts(rows)],
    notes: [...sessions.map(sessionText), ...leftOutLines(leftOut)],
  });
  return pageText(page, pageAssets('comparison'));
}

/** Rows whose verdict is not the one that is known. */
export const wrongTexts = (rows: readonly ComparedRun[]): readonly string[] =>
  rows
    .filter(({ judgement }) => judgement === 'wrong')
    .map(({ file, model, way, verdict }) => {
      return `${file}: ${model} ${way}: ${verdict ?? 'no verdict'} is wrong: another verdict is known`;
    });

/** `12 combinations are left out, which nothing takes`, then a line for each reason. */
export function leftOutLines(leftOut: readonly LeftOutRun[]): readonly string[] {
  if (leftOut.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { why } of leftOut) counts.set(why, (counts.get(why) ?? 0) + 1);
  const all = leftOut.length === 1 ? '1 combination is' : `${leftOut.length} combinations are`;
  return [`${all} left out, which nothing takes`, ...[...counts].map(([why, count]) => `${count}: ${why}`)];
}

function sessionText({ version, began, host, words, jobs }: SessionRecord): string {
  const machine = [host.name, host.processor, `${host.cores} cores`, `${host.memoryMB} MB`, host.system];
  const when = `${began}, ${jobs} at a time, by fencepost ${version} on Node ${host.node}`;
  return `${when} on ${machine.filter((part) => part !== '').join(', ')}: compare ${words.join(' ')}`;
}
