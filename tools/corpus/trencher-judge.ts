import type { MachineRun } from './rmm-run.js';
import { isAnswer } from './rmm-judge.js';
import type { TrencherExpectation } from './trencher-expected.js';

/** The models that Trencher knows. */
export const trencherModels = ['sc', 'tso'] as const;
export type TrencherModel = (typeof trencherModels)[number];

/** Of the questions that Trencher leaves open, at least so many are to be answered. */
export const leastClosed = 12;

/** Where Trencher is wrong, and how that is known. */
const settled: ReadonlyMap<string, string> = new Map([
  ['cw-sense_rev_2.txt tso', 'wrong there: all 144 states visited'],
  ['cw-two_phase_3.txt tso', 'wrong there: each thread stores its only vote once, so they never differ'],
]);

/** All files that Trencher leaves open are to have an answer about robustness. */
export const leastSettled = 7;

/** One question about a file: are the final states unreachable under a model, or is it trace robust? */
export interface JudgedReachability {
  readonly asked: 'final' | 'robust';
  readonly expected: TrencherExpectation;
  readonly model: TrencherModel;
  readonly run: MachineRun;
  /** What Trencher says; null: nothing, or nothing was asked. */
  readonly wanted: 'safe' | 'unsafe' | null;
  readonly broken: readonly string[];
  readonly remarks: readonly string[];
}

export function judgeReachability(
  expected: TrencherExpectation,
  model: TrencherModel,
  run: MachineRun,
): JudgedReachability {
  const wanted = wantedOf(expected, model);
  const differs = wanted !== null && isAnswer(run) && run.verdict !== wanted;
  const why = settled.get(`${expected.file} ${model}`);
  const broken = [
    ...(run.verdict === 'crash' || run.verdict === 'error' ? [`${run.verdict} ${run.reason ?? ''}`] : []),
    ...(differs && why === undefined ? ['VERDICT'] : []),
    // Nothing is reached where nothing is final, whatever Trencher makes of it.
    ...(!expected.hasFinals && run.verdict === 'unsafe' ? ['VERDICT'] : []),
  ];
  const remarks = [
    ...(expected.hasFinals ? [] : ['no final states']),
    ...(run.reason === null ? [] : [run.reason]),
    ...(differs && why !== undefined ? [why] : []),
  ];
  return { asked: 'final', expected, model, run, wanted, broken, remarks };
}

/** Against TSO. */
export function judgeRobustness(expected: TrencherExpectation, run: MachineRun): JudgedReachability {
  const { robust } = expected;
  const wanted = robust === null ? null : robust ? 'safe' : 'unsafe';
  const differs = wanted !== null && run.verdict !== wanted;
  const broken =
    differs || run.verdict === 'crash' || run.verdict === 'error' ? [`VERDICT ${run.verdict}`] : [];
  const remarks = run.reason === null ? [] : [run.reason];
  return { asked: 'robust', expected, model: 'tso', run, wanted, broken, remarks };
}

function wantedOf(
  { hasFinals, reachable }: TrencherExpectation,
  model: TrencherModel,
): 'safe' | 'unsafe' | null {
  const answer = reachable[model];
  return !hasFinals || answer === null ? null : answer ? 'unsafe' : 'safe';
}

export interface ReachabilityTotals {
  readonly both: number;
  readonly different: readonly string[];
  /** Questions that Trencher has no answer to, and those of them that are answered. */
  readonly open: number;
  readonly closed: number;
  /** Of whole processes. */
  readonly medianSeconds: number;
}

export const reachabilityTotals = (all: readonly JudgedReachability[]): ReachabilityTotals =>
  totalsOf(
    all.filter(({ asked }) => asked === 'final'),
    ({ expected, model }) => expected.hasFinals && expected.reachable[model] === null,
  );

export const robustnessTotals = (all: readonly JudgedReachability[]): ReachabilityTotals =>
  totalsOf(
    all.filter(({ asked }) => asked === 'robust'),
    ({ expected }) => expected.robust === null,
  );

function totalsOf(
  all: readonly JudgedReachability[],
  isOpen: (row: JudgedReachability) => boolean,
): ReachabilityTotals {
  const both = all.filter(({ wanted, run }) => wanted !== null && isAnswer(run));
  const open = all.filter(isOpen);
  const seconds = all.map(({ run }) => run.seconds).sort((a, b) => a - b);
  return {
    both: both.length,
    different: both.flatMap(({ expected, model, wanted, run }) =>
      run.verdict === wanted ? [] : [`${expected.file} ${model}`],
    ),
    open: open.length,
    closed: open.filter(({ run }) => isAnswer(run)).length,
    medianSeconds: seconds[seconds.length >> 1] ?? 0,
  };
}
