import { leftOpen } from '../ask/left-open.js';
import type { Reason } from '../ask/report.js';
import { InputError, Unsupported, UsageError, diagnosticOf } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';

/** Why a command came to nothing. */
export interface Failure {
  readonly reason: Extract<Reason, 'usage' | 'input' | 'unsupported' | 'bug'>;
  readonly diagnostics: readonly Diagnostic[];
  /** Shown below the diagnostics. */
  readonly advice: string | null;
}

/** The one place where exceptions get their meaning. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UsageError)
    return refused('usage', [diagnosticOf('E006', null, error.message, error.note)]);
  if (error instanceof InputError) return refused('input', error.diagnostics);
  if (error instanceof Unsupported) return refused('unsupported', [error.diagnostic]);
  if (error instanceof RangeError && error.message.includes('call stack')) {
    const message = 'the program is nested too deeply for what is to be done with it';
    return refused('unsupported', [diagnosticOf('E501', null, message)]);
  }
  const open = leftOpen(error);
  if (open !== null) return refused('unsupported', [diagnosticOf('E501', null, open.detail)]);
  const message = `internal error: ${error instanceof Error ? error.message : String(error)}`;
  return {
    reason: 'bug',
    diagnostics: [diagnosticOf('E901', null, message)],
    advice:
      'This is a bug of fencepost: please report it with the input and the command line. --debug prints more.',
  };
}

const refused = (reason: Failure['reason'], diagnostics: readonly Diagnostic[]): Failure => ({
  ...{ reason, diagnostics },
  advice: null,
});
