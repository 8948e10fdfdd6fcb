import { spawnSync } from 'node:child_process';
import { at, invariant } from '../../src/support/invariant.js';
import { median } from '../corpus/median.js';

/** A run of Node with these words, and the exit code that it must end with: a crash takes little time. */
export interface TimedRun {
  readonly words: readonly string[];
  readonly exitCode: number;
}

/** The CPU seconds of each run, those of the system included: medians of so many rounds, in each of which all run once. */
export function cpuSeconds(runs: readonly TimedRun[], rounds: number): readonly number[] {
  const measured = Array.from({ length: rounds }, () => runs.map(timed));
  return runs.map((_, i) => median(measured.map((round) => at(round, i))));
}

/** Node tells of itself only; bash tells of what it ran, in milliseconds. */
function timed({ words, exitCode }: TimedRun): number {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>&1';
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...words], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [user, system] = stderr.trim().split(' ').map(Number);
  invariant(status === exitCode, `the run ends with ${exitCode}, not ${status}: ${words.join(' ')}`);
  invariant(user !== undefined && system !== undefined, `bash tells two times, not: ${stderr}`);
  return user + system;
}
