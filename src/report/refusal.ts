import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { blankReport } from '../verify/report.js';
import type { Reason, VerifyReport } from '../verify/report.js';

/** The report of a run that came to no verdict; the file may be unknown. */
export const refusal = (
  file: string | null,
  reason: Reason,
  errors: readonly Diagnostic[],
): VerifyReport => ({
  ...blankReport(file ?? ''),
  reason,
  errors,
});
