import { renderDiagnostics } from '../diagnostics/render.js';
import { fencesDocument } from '../report/fences-json.js';
import { renderFences } from '../report/fences-text.js';
import { runsDocument, verifyDocument } from '../report/report-json.js';
import type { VerifyDocument } from '../report/report-json.js';
import { renderModels } from '../report/models-table.js';
import { plainStyle } from '../report/style.js';
import { renderReport } from '../report/report-text.js';
import type { ReportOptions } from '../report/report-text.js';
import type { FencesReport } from '../synthesis/synthesis-report.js';
import type { VerifyReport } from '../ask/report.js';
import { packageVersion } from './own-package.js';

export interface TextWishes {
  /** Columns; without it 100. */
  readonly width?: number;
  /** Without it, and if true, counterexamples are there; or how they are told. */
  readonly trace?: boolean | ReportOptions['trace'];
}

/** What the command line writes to a terminal: errors and warnings, then the report; of several models one table. */
export function toText(report: AnyReport, { width = 100, trace = true }: TextWishes = {}): string {
  const form = trace === true ? 'text' : trace === false ? 'none' : trace;
  const result = resultText(report, { width, trace: form, style: plainStyle });
  if (isList(report)) return joined([...new Set(report.flatMap(messagesOf)), result]);
  return joined([...messagesOf('verify' in report ? report.verify : report), result]);
}

/** Without errors and warnings. */
export function resultText(report: AnyReport, options: ReportOptions): string {
  if (isList(report)) return renderModels(report, options);
  return 'verify' in report ? renderFences(report, options) : renderReport(report, options);
}

type AnyReport = VerifyReport | FencesReport | readonly VerifyReport[];

const isList = (report: AnyReport): report is readonly VerifyReport[] => Array.isArray(report);

/** Errors and warnings. */
export const messagesOf = ({ errors, warnings, file }: VerifyReport): readonly string[] =>
  [errors, ...warnings.map((warning) => [warning])].map((some) => renderDiagnostics(some, file));

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

/** The document that the command line prints with --json. */
export function toJson(report: VerifyReport): VerifyDocument;
export function toJson(report: FencesReport): ReturnType<typeof fencesDocument>;
export function toJson(report: readonly VerifyReport[]): ReturnType<typeof runsDocument>;
export function toJson(report: AnyReport): object;
export function toJson(report: AnyReport): object {
  const version = packageVersion();
  if (isList(report)) return runsDocument(report.map((each) => verifyDocument(each, version)));
  return 'verify' in report ? fencesDocument(report, version) : verifyDocument(report, version);
}
