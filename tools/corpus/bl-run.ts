import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { invariant } from '../../src/support/check.js';
import { member, number, textOrNull } from './json.js';

const bin = 'dist/src/cli/main.js';

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

/** `check FILE` with the options, its time and memory measured from outside. */
export async function runCheck(path: string, options: readonly string[]): Promise<CheckRun> {
  const started = performance.now();
  const args = [bin, 'check', path, '--json', '--trace', 'none', ...options];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  let peakKB = 0;
  const watch = setInterval(() => {
    peakKB = Math.max(peakKB, highWaterKB(child.pid));
  }, 20);
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', () => resolve());
    });
  } finally {
    clearInterval(watch);
  }
  const seconds = (performance.now() - started) / 1000;
  return { seconds, ...readReport(out(), err(), peakKB / 1024) };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const parts: string[] = [];
  stream.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  return () => parts.join('');
}

/** What the system says was the most memory of a process; 0 where it does not say so. */
function highWaterKB(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
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
