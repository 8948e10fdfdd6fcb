import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Reason, Stats, VerifyReport } from '../verify/report.js';

/** The report of a run that came to no verdict; the file may be unknown. */
export function refusal(file: string | null, reason: Reason, errors: readonly Diagnostic[]): VerifyReport {
  return {
    file: file ?? '',
    language: null,
    model: null,
    engine: null,
    method: null,
    encoding: null,
    bound: null,
    verdict: null,
    reason,
    errors,
    property: null,
    trace: null,
    properties: [],
    warnings: [],
    limitations: [],
    stats: nothingDone,
  };
}

const nothingDone: Stats = {
  predicates: 0,
  inputCubes: 0,
  cubesUsed: 0,
  maxCube: 0,
  smtCalls: 0,
  z3Calls: 0,
  dlCalls: 0,
  buildSeconds: 0,
  states: 0,
  transitions: 0,
  checkSeconds: 0,
  seconds: 0,
  peakMemoryMB: 0,
};
