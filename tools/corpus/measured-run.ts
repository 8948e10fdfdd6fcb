import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const bin = 'dist/bin/fencepost.js';

/** A run of the command line in a process of its own. */
export interface MeasuredRun {
  readonly out: string;
  readonly err: string;
  /** Null: a signal ended it. */
  readonly code: number | null;
  /** Wall time from the start of the process to its end. */
  readonly seconds: number;
  /** What it took of processors, but for the last moments; 0 where the system does not tell. */
  readonly cpuSeconds: number;
  /** Seen from outside; 0 where the system does not tell. */
  readonly peakMB: number;
}

/** `fencepost ARGS`, its time and memory measured from outside. It is ended after so many seconds. */
export const runMeasured = (
  args: readonly string[],
  mostSeconds: number | null = null,
): Promise<MeasuredRun> => runOther(process.execPath, [bin, ...args], mostSeconds);

/** The same, but after so many seconds of CPU time it is asked to come to an end; where the system does not tell them, never. */
export const runInterrupted = (args: readonly string[], mostCpuSeconds: number): Promise<MeasuredRun> =>
  runOther(process.execPath, [bin, ...args], null, mostCpuSeconds);

/** The same of another program. */
export async function runOther(
  program: string,
  args: readonly string[],
  mostSeconds: number | null,
  mostCpuSeconds = Infinity,
): Promise<MeasuredRun> {
  const started = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  let [peakKB, cpuSeconds, isAsked] = [0, 0, false];
  const end = mostSeconds === null ? null : setTimeout(() => child.kill('SIGKILL'), mostSeconds * 1000);
  const watch = setInterval(() => {
    peakKB = Math.max(peakKB, highWaterKB(child.pid));
    cpuSeconds = Math.max(cpuSeconds, processorSeconds(child.pid));
    // A second signal would end it at once, without a report.
    if (cpuSeconds > mostCpuSeconds && !isAsked) isAsked = child.kill('SIGINT');
  }, 20);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (ended) => resolve(ended));
    });
    const seconds = (performance.now() - started) / 1000;
    return { out: out(), err: err(), code, seconds, cpuSeconds, peakMB: peakKB / 1024 };
  } finally {
    clearInterval(watch);
    clearTimeout(end ?? undefined);
  }
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

/** Ticks of a hundredth of a second, which is what Linux counts in. */
function processorSeconds(pid: number | undefined): number {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ').map(Number);
    // User and system time are fields 14 and 15, of which two stand before the bracket.
    return ((fields[11] ?? 0) + (fields[12] ?? 0)) / 100;
  } catch {
    return 0;
  }
}
