import type { PropertyReport, VerifyReport } from './report.js';

/** The answer of a run that has decided these properties. One that is violated counts more than any that is open. */
export function overall(
  properties: readonly PropertyReport[],
): Pick<VerifyReport, 'verdict' | 'reason' | 'property' | 'trace'> {
  const violated = properties.find((p) => p.verdict === 'unsafe');
  const undecided = properties.find((p) => p.verdict === 'unknown');
  return {
    verdict: violated !== undefined ? 'unsafe' : undecided !== undefined ? 'unknown' : 'safe',
    reason: violated === undefined ? (undecided?.reason ?? null) : null,
    property: violated?.name ?? null,
    trace: violated?.trace ?? null,
  };
}
