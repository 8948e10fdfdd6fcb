import type { MachineExpectation } from './rmm-expected.js';
import type { MachineRun } from './rmm-run.js';

/** Of the files that Memorax tried and gave no answer for, at least so many are to be answered. */
export const leastAnswered = 17;

export interface JudgedMachine {
  readonly expected: MachineExpectation;
  readonly run: MachineRun;
  /** What the explicit engine says, where there is no answer of Memorax that is to be trusted; null: not asked. */
  readonly explicit: MachineRun | null;
  readonly broken: readonly string[];
  readonly remarks: readonly string[];
}

export function judgeMachine(
  expected: MachineExpectation,
  run: MachineRun,
  explicit: MachineRun | null,
): JudgedMachine {
  const isWrong = differs(expected, run) && !expected.doubtful;
  const isRefuted =
    explicit !== null && isAnswer(explicit) && isAnswer(run) && explicit.verdict !== run.verdict;
  const broken = [
    ...(run.verdict === 'crash' || run.reason === 'bug' ? [`${run.verdict} ${run.reason ?? ''}`] : []),
    ...(isWrong ? ['VERDICT'] : []),
    ...(isRefuted ? ['VERDICT: the explicit engine says otherwise'] : []),
  ];
  return { expected, run, explicit, broken, remarks: remarksOn(expected, run, explicit) };
}

export const isAnswer = ({ verdict }: MachineRun): boolean => verdict === 'safe' || verdict === 'unsafe';

/** Both answer, and not the same. */
export const differs = (expected: MachineExpectation, run: MachineRun): boolean =>
  expected.verdict !== null && isAnswer(run) && run.verdict !== expected.verdict;

function remarksOn(
  expected: MachineExpectation,
  run: MachineRun,
  explicit: MachineRun | null,
): readonly string[] {
  return [
    ...(run.reason === null ? [] : [run.reason]),
    ...(differs(expected, run) ? [expected.doubtful ? 'differs, Memorax is doubtful here' : 'differs'] : []),
    ...(explicit === null ? [] : [`explicit: ${explicit.verdict}${withReason(explicit)}`]),
  ];
}

const withReason = ({ reason }: MachineRun): string => (reason === null ? '' : ` (${reason})`);

/** Whether another route than Memorax is wanted. */
export const needsExplicit = ({ verdict, doubtful }: MachineExpectation): boolean =>
  verdict === null || doubtful;

/** Sums over many files. */
export interface MachineTotals {
  /** Files that Memorax takes and does not decide, and those of them that are answered. */
  readonly open: number;
  readonly answered: number;
  /** Answers that the explicit engine gives as well. */
  readonly confirmed: number;
  readonly both: number;
  readonly different: readonly string[];
  /** Over the files that both answer. */
  readonly engineSeconds: number;
  readonly cpuSeconds: number;
  readonly memoraxSeconds: number;
}

export function totalsOf(all: readonly JudgedMachine[]): MachineTotals {
  const open = all.filter(({ expected }) => expected.verdict === null && !expected.refused);
  const both = all.filter(({ expected, run }) => expected.verdict !== null && isAnswer(run));
  const sum = (f: (one: JudgedMachine) => number): number => both.reduce((n, one) => n + f(one), 0);
  return {
    open: open.length,
    answered: open.filter(({ run }) => isAnswer(run)).length,
    confirmed: all.filter(({ run, explicit }) => isAnswer(run) && explicit?.verdict === run.verdict).length,
    both: both.length,
    different: both.flatMap(({ expected, run }) => (differs(expected, run) ? [expected.file] : [])),
    engineSeconds: sum(({ run }) => run.engineSeconds),
    cpuSeconds: sum(({ run }) => run.cpuSeconds),
    memoraxSeconds: sum(({ expected }) => expected.seconds ?? 0),
  };
}

/** What is demanded of all files together. */
export function brokenTotals({ answered, cpuSeconds, memoraxSeconds }: MachineTotals): readonly string[] {
  return [...(answered < leastAnswered ? ['ANSWERS'] : []), ...(cpuSeconds > memoraxSeconds ? ['TIME'] : [])];
}
