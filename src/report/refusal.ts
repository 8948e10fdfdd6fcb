import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { blankReport } from '../ask/report.js';
import type { Reason, VerifyReport } from '../ask/report.js';

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
