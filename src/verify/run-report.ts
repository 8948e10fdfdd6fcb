import { noStats } from './report.js';
import type { PropertyReport, Stats, VerifyReport } from './report.js';

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

/** The counters of a run that began at `started` (of performance.now()), as far as every run has them. */
export const statsSince = (started: number): Stats => ({
  ...noStats,
  seconds: (performance.now() - started) / 1000,
  peakMemoryMB: Math.round(process.resourceUsage().maxRSS / 1024),
});
