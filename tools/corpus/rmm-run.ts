import { invariant } from '../../src/support/invariant.js';
import { member, number, textOrNull } from './json.js';
import { runInterrupted } from './measured-run.js';

/** One run of `fencepost verify` in a process of its own. */
export interface MachineRun {
  readonly verdict: string;
  readonly reason: string | null;
  /** Of the whole process. */
  readonly seconds: number;
  /** What it took of processors: other work on the machine does not count. */
  readonly cpuSeconds: number;
  /** Wall time of the engine, its automata included. */
  readonly engineSeconds: number;
  readonly generated: number;
  readonly kept: number;
  readonly peak: number;
  readonly peakMemoryMB: number;
}

/** On a machine with much else to do a run takes longer by the clock than it takes of processors. */
const wallPerCpu = 20;

/** A run of at most so many seconds of CPU time, after which it is `interrupted`. */
export async function runMachine(
  path: string,
  options: readonly string[],
  most: number,
): Promise<MachineRun> {
  const args = ['verify', path, '--json', '--trace', 'none', ...options];
  const limit = ['--timeout', String(wallPerCpu * most)];
  const { out, err, seconds, cpuSeconds, peakMB } = await runInterrupted([...args, ...limit], most);
  return { seconds, cpuSeconds, ...readMachineReport(out, err, peakMB) };
}

/** `document` is what --json prints, `log` what is told on the side. */
export function readMachineReport(
  document: string,
  log: string,
  watchedMB: number,
): Omit<MachineRun, 'seconds' | 'cpuSeconds'> {
  let report: unknown;
  try {
    report = JSON.parse(document);
  } catch {
    return { ...nothing, reason: log.trim().split('\n').at(-1) ?? null, peakMemoryMB: watchedMB };
  }
  invariant(typeof report === 'object' && report !== null, 'verify --json prints an object');
  const stats = member(report, 'stats');
  return {
    verdict: textOrNull(report, 'verdict') ?? 'error',
    reason: textOrNull(report, 'reason'),
    engineSeconds: number(stats, 'buildSeconds') + number(stats, 'checkSeconds'),
    generated: number(stats, 'configurations'),
    kept: number(stats, 'configurationsKept'),
    peak: number(stats, 'configurationsPeak'),
    peakMemoryMB: Math.max(watchedMB, number(stats, 'peakMemoryMB')),
  };
}

const nothing = { verdict: 'crash', engineSeconds: 0, generated: 0, kept: 0, peak: 0 };
