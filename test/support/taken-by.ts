import { readFileSync } from 'node:fs';

/** What another process has taken up to now. */
export interface ProcessCost {
  readonly cpuSeconds: number;
  /** The most memory at a time. */
  readonly peakMB: number;
}

/** Null if the process is gone, or the system does not tell. */
export function takenBy(pid: number | undefined): ProcessCost | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const peakMB = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    // proc(5): behind the name come the state, ten fields, and the ticks in user mode and in the kernel, of 10 ms each.
    return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100, peakMB };
  } catch {
    return null;
  }
}
