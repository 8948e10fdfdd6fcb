import { invariant } from '../../src/support/invariant.js';
import { member, number, textOrNull } from './json.js';
import { runMeasured } from './measured-run.js';

/** One run of `fencepost check` in a process of its own. */
export interface CheckRun {
  readonly verdict: string;
  readonly reason: string | null;
  readonly states: number;
  /** Wall time from the start of the process to its end. */
  readonly seconds: number;
  readonly peakMemoryMB: number;
  /** Of the table of states. */
  readonly tableBytes: number;
}

/** `check FILE` with the options. */
export async function runCheck(path: string, options: readonly string[]): Promise<CheckRun> {
  const args = ['check', path, '--json', '--trace', 'none', ...options];
  const { out, err, seconds, peakMB } = await runMeasured(args);
  return { seconds, ...readReport(out, err, peakMB) };
}

/** `document` is what --json prints, `log` what is told on the side. */
export function readReport(document: string, log: string, watchedMB: number): Omit<CheckRun, 'seconds'> {
  let report: unknown;
  try {
    report = JSON.parse(document);
  } catch {
    return { ...nothing, reason: log.trim().split('\n').at(-1) ?? null, peakMemoryMB: watchedMB };
  }
  invariant(typeof report === 'object' && report !== null, 'check --json prints an object');
  const stats = member(report, 'stats');
  return {
    verdict: textOrNull(report, 'verdict') ?? 'error',
    reason: textOrNull(report, 'reason'),
    states: number(stats, 'states'),
    peakMemoryMB: Math.max(watchedMB, number(stats, 'peakMemoryMB')),
    tableBytes: number(stats, 'tableBytes'),
  };
}

const nothing = { verdict: 'crash', states: 0, tableBytes: 0 };
