import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Reason } from '../ask/report.js';
import { InputError, Unsupported, UsageError } from '../diagnostics/diagnostic.js';

/** Why a command came to nothing. */
export interface Failure {
  readonly reason: Extract<Reason, 'usage' | 'input' | 'unsupported' | 'bug'>;
  readonly diagnostics: readonly Diagnostic[];
  /** Shown below the diagnostics. */
  readonly advice: string | null;
}

/** The one place where exceptions get their meaning. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UsageError) {
    const { message, note } = error;
    return { reason: 'usage', diagnostics: [withoutPlace('E006', message, note)], advice: null };
  }
  if (error instanceof InputError) return { reason: 'input', diagnostics: error.diagnostics, advice: null };
  if (error instanceof Unsupported)
    return { reason: 'unsupported', diagnostics: [error.diagnostic], advice: null };
  if (error instanceof RangeError && error.message.includes('call stack')) {
    const message = 'the program is nested too deeply for what is to be done with it';
    return { reason: 'unsupported', diagnostics: [withoutPlace('E501', message, null)], advice: null };
  }
  const message = `internal error: ${error instanceof Error ? error.message : String(error)}`;
  return {
    reason: 'bug',
    diagnostics: [withoutPlace('E901', message, null)],
    advice:
      'This is a bug of fencepost: please report it with the input and the command line. --debug prints more.',
  };
}

function withoutPlace(code: Diagnostic['code'], message: string, note: string | null): Diagnostic {
  return { code, severity: 'error', span: null, message, note };
}
