import type { VerifyReport } from '../verify/report.js';
import { verifyDocument } from './json.js';
import type { VerifyDocument } from './json.js';

/** The document of `abstract --json`: that of verify, without a verdict where there is a program. */
export interface AbstractDocument extends VerifyDocument {
  /** The file that was written; null: none. */
  readonly output: string | null;
  /** The Boolean program, if it was written to no file. */
  readonly text: string | null;
}

export const abstractDocument = (
  report: VerifyReport,
  text: string | null,
  output: string | null,
  version: string,
): AbstractDocument => ({ ...verifyDocument(report, version), output, text });
