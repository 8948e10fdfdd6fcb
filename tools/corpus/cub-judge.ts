import { settled } from './cub-expected.js';
import type { SystemExpectation } from './cub-expected.js';
import type { SystemRun } from './cub-run.js';

/** A system that is decided takes no more memory than this. */
export const mostMB = 1024;

export interface JudgedSystem {
  readonly expected: SystemExpectation;
  readonly run: SystemRun;
  readonly broken: readonly string[];
  readonly remarks: readonly string[];
}

/** `isDecided`: that an answer is there is expected too. */
export function judgeSystem(expected: SystemExpectation, run: SystemRun, isDecided = true): JudgedSystem {
  const answer = isDecided || isAnswer(run) ? brokenAnswer(expected, run) : [];
  const broken = [...brokenProcess(run), ...answer, ...brokenRefusal(expected, run)];
  const remarks = [
    ...(settled.get(expected.file) === run.verdict ? ['settled by the run'] : []),
    ...(settled.get(expected.file) === 'no violation' ? ['settled by all states'] : []),
    ...(run.reason === null ? [] : [run.reason]),
    ...(run.verdict === 'refused' && run.place !== null ? [`at ${run.place}`] : []),
  ];
  return { expected, run, broken, remarks };
}

export const isAnswer = ({ verdict }: Pick<SystemRun, 'verdict'>): boolean =>
  verdict === 'safe' || verdict === 'unsafe';

/** What is known to be right: Cubicle-W's answer, but for those that are settled; null: for any number of processes nothing is. */
export function rightAnswer({ file, verdict }: SystemExpectation): 'safe' | 'unsafe' | null {
  const other = settled.get(file);
  return other === 'no violation' ? null : (other ?? verdict);
}

function brokenProcess({ verdict, code, peakMemoryMB, ...run }: SystemRun): readonly string[] {
  const isKnown = code === 0 || code === 10 || code === 20 || code === 2;
  return [
    ...(verdict === 'crash' || !isKnown ? [`EXIT ${code ?? 'by a signal'}`] : []),
    ...(isAnswer({ verdict }) && peakMemoryMB > mostMB ? ['MEMORY'] : []),
    ...(verdict === 'unsafe' && run.path === null ? ['NO TRACE'] : []),
  ];
}

function brokenAnswer(expected: SystemExpectation, run: SystemRun): readonly string[] {
  const right = rightAnswer(expected);
  if (settled.get(expected.file) === 'no violation' && run.verdict === 'unsafe') return ['VERDICT'];
  if (right === null || run.verdict === right) return [];
  return [isAnswer(run) ? 'VERDICT' : 'NO ANSWER'];
}

/** Where Cubicle-W takes the file, or fails at something else than its text, we take it, or say where we do not. */
function brokenRefusal({ verdict, trouble }: SystemExpectation, run: SystemRun): readonly string[] {
  if (run.verdict !== 'refused' || verdict !== null) return [];
  return trouble === 'error' && run.place !== null ? [] : ['REFUSED'];
}

export interface SystemTotals {
  /** Of the files with a known answer, those that got it. */
  readonly known: number;
  readonly right: number;
  /** Of those that Cubicle-W takes and does not decide. */
  readonly open: number;
  readonly answered: number;
  /** Over the files that both answer. */
  readonly seconds: number;
  readonly cubicleSeconds: number;
}

export function systemTotals(all: readonly JudgedSystem[]): SystemTotals {
  const known = all.filter(({ expected }) => rightAnswer(expected) !== null);
  const open = all.filter(({ expected }) => rightAnswer(expected) === null && !expected.isRejected);
  const both = all.filter(
    ({ expected, run }) => expected.verdict !== null && expected.seconds !== null && isAnswer(run),
  );
  const sum = (f: (one: JudgedSystem) => number): number => both.reduce((n, one) => n + f(one), 0);
  return {
    known: known.length,
    right: known.filter(({ expected, run }) => run.verdict === rightAnswer(expected)).length,
    open: open.length,
    answered: open.filter(({ run }) => isAnswer(run)).length,
    seconds: sum(({ run }) => run.seconds),
    cubicleSeconds: sum(({ expected }) => expected.seconds ?? 0),
  };
}
