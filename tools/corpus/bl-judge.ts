import type { BooleanExpectation } from './bl-expected.js';
import type { CheckRun } from './bl-run.js';

/** The time and memory within which what Fender could not decide is to be decided. */
export const askedSeconds = 60;
export const askedMemoryMB = 1024;

export interface JudgedProgram {
  readonly expected: BooleanExpectation;
  readonly run: CheckRun;
  /** What the two-valued semantics says where the verdicts differ; null where it was not asked. */
  readonly concrete: CheckRun | null;
  readonly bytesPerState: number | null;
  readonly secondsAllowed: number;
  readonly broken: readonly string[];
  readonly remarks: readonly string[];
}

export function judge(expected: BooleanExpectation, run: CheckRun, concrete: CheckRun | null): JudgedProgram {
  const secondsAllowed = timeAllowed(expected);
  const bytesPerState = stateBytes(run);
  const isAnswer = run.verdict === 'safe' || run.verdict === 'unsafe';
  const confirmed = isAnswer && concrete?.verdict === run.verdict;
  const broken = [
    ...(run.verdict === 'crash' || run.verdict === 'error' ? [`${run.verdict} ${run.reason ?? ''}`] : []),
    ...(differs(expected, run) && !expected.stuck && !confirmed ? ['VERDICT'] : []),
    ...(isLate(expected, run) ? ['TIME'] : []),
    ...(run.peakMemoryMB > 300 && run.states < 3_000_000 && isAnswer ? ['MEMORY'] : []),
    ...(bytesPerState !== null && bytesPerState > 100 ? ['BYTES'] : []),
  ];
  return {
    expected,
    run,
    concrete,
    bytesPerState,
    secondsAllowed,
    broken,
    remarks: remarksOn(run, concrete),
  };
}

export const differs = (expected: BooleanExpectation, run: CheckRun): boolean =>
  expected.verdict !== null && run.verdict !== expected.verdict;

/** Where Fender gave no answer, no time is asked for but the one after which the run ends by itself. */
export const isLate = (expected: BooleanExpectation, run: CheckRun): boolean =>
  expected.verdict !== null && run.seconds > timeAllowed(expected);

function timeAllowed({ verdict, seconds }: BooleanExpectation): number {
  if (verdict === null) return askedSeconds;
  return seconds > 3 ? Math.max(1, seconds / 5) : Math.max(0.5, seconds);
}

/** The smallest table has room for some hundred states: fewer say nothing. */
const stateBytes = ({ states, tableBytes }: CheckRun): number | null =>
  states < 1_000 ? null : tableBytes / states;

function remarksOn(run: CheckRun, concrete: CheckRun | null): readonly string[] {
  if (run.verdict === 'unknown') return [`unknown: ${run.reason ?? ''}`];
  if (concrete === null) return [];
  return [`two-valued: ${concrete.verdict}${concrete.reason === null ? '' : ` (${concrete.reason})`}`];
}
