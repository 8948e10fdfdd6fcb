import { InputError, Unsupported } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Reason, VerifyReport } from './report.js';

interface Run {
  report(): Promise<VerifyReport>;
  refused(reason: Reason, errors: readonly Diagnostic[]): VerifyReport;
}

/** The report of a run. What is wrong with the input, or not supported, is told in it; everything else is thrown. */
export async function reportOf(run: Run): Promise<VerifyReport> {
  try {
    return await run.report();
  } catch (error) {
    if (error instanceof InputError) return run.refused('input', error.diagnostics);
    if (error instanceof Unsupported) return run.refused('unsupported', [error.diagnostic]);
    throw error;
  }
}
