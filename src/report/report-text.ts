import type { PropertyReport, VerdictName, VerifyReport } from '../ask/report.js';
import { renderAbstractTrace } from './abstract-table.js';
import { discoveryLines } from './discovery-text.js';
import { left, renderGrid, right } from './grid.js';
import type { GridRow } from './grid.js';
import type { Style } from './style.js';
import { statsLine } from './stats.js';
import { renderTrace } from './trace-table.js';
import type { TraceForm } from './trace-rows.js';
import type { TextOptions } from './trace-table.js';

export interface ReportOptions extends TextOptions {
  /** How the counterexample is shown, if it is. */
  readonly trace: TraceForm | 'none';
}

/** What verify prints: heading, properties, counterexample, statistics, limitations, and the verdict on the last line. */
export function renderReport(report: VerifyReport, options: ReportOptions): string {
  if (report.verdict === null) return verdictLine(report, options.style);
  return [
    options.style.bold(heading(report)),
    ...propertyLines(report, options),
    ...traceLines(report, options),
    ...discoveryLines(report, options),
    statsLine(report.stats),
    ...report.limitations,
    verdictLine(report, options.style),
  ].join('\n');
}

/** A run without a verdict (bad input) is unknown to who reads only this line. */
export function verdictLine(report: VerifyReport, style: Style): string {
  switch (report.verdict) {
    case 'safe':
      return `VERDICT: ${style.good('SAFE')}`;
    case 'unsafe':
      return `VERDICT: ${style.bad('UNSAFE')} property ${report.property ?? '?'}`;
    case 'unknown':
    case null:
      return `VERDICT: ${style.unsure('UNKNOWN')} ${report.reason ?? 'unknown'}`;
  }
}

function heading(report: VerifyReport): string {
  const parts = [
    report.model === null ? null : `model ${report.model}`,
    report.engine === null ? null : `engine ${report.engine}`,
    report.method === null ? null : `method ${report.method}`,
    report.encoding === null ? null : `encoding ${report.encoding}`,
    report.bound === null ? null : `buffer bound ${report.bound}`,
  ];
  return `${report.file}: ${parts.filter((p) => p !== null).join(', ')}`;
}

function propertyLines(report: VerifyReport, options: ReportOptions): readonly string[] {
  const [only] = report.properties;
  if (only === undefined) return [];
  const details = report.properties.filter((p) => p.detail !== null).map((p) => `${p.name}: ${p.detail}`);
  if (report.properties.length === 1) {
    const place = only.line === null ? '' : `, line ${only.line}`;
    return [`property ${only.name} (${only.kind}${place}): ${told(only)}`, ...details];
  }
  const grid = renderGrid(
    [left('property'), left('kind'), right('line'), left('verdict')],
    report.properties.map((p) => propertyRow(p, options.style)),
    options.width,
  );
  return [...grid.header.map(options.style.dim), ...grid.body, ...details];
}

function propertyRow(property: PropertyReport, style: Style): GridRow {
  const line = property.line === null ? '' : String(property.line);
  const paint = verdictPaint(property.verdict, style);
  return { cells: [property.name, property.kind, line, told(property)], paint };
}

function told(property: PropertyReport): string {
  return property.reason === null ? property.verdict : `${property.verdict} (${property.reason})`;
}

const paints = { safe: 'good', unsafe: 'bad', unknown: 'unsure' } as const;

export const verdictPaint = (verdict: VerdictName | null, style: Style): ((text: string) => string) =>
  style[paints[verdict ?? 'unknown']];

function traceLines(report: VerifyReport, options: ReportOptions): readonly string[] {
  if (options.trace === 'none') return [];
  if (report.trace === null) {
    const spurious = report.properties.find((p) => p.abstract !== undefined)?.abstract;
    return spurious === undefined ? [] : ['', renderAbstractTrace(spurious, options), ''];
  }
  const others = report.properties.filter((p) => p.verdict === 'unsafe' && p.name !== report.property);
  const hint =
    others.length === 0 ? [] : [`(--property ${others.map((p) => p.name).join(' or ')} shows another trace)`];
  return ['', renderTrace(report.trace, options, options.trace), ...hint, ''];
}
