import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** How a process ended, and what it wrote until then. */
export interface ChildEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** From its start to its end. */
  readonly seconds: number;
  /** Why we ended it; null: it ended by itself. */
  readonly stopped: ChildStop | null;
}

type ChildStop = 'timeout' | 'interrupted';

/** A process that is asked to end has so long before it is made to. */
const mercyMs = 1500;

/** What Node is told of memory is for our processes too. Other things, such as a program to run (`-e`), are for itself only. */
const isOfMemory = (arg: string): boolean => /^--(?:max-|stack-size=)/.test(arg);

/** Processes of ours. None outlives us, or the signal. */
export class Children {
  readonly #stops = new Map<ChildProcess, (why: ChildStop) => void>();
  readonly #onAbort = (): void => {
    for (const stop of this.#stops.values()) stop('interrupted');
  };
  readonly #onExit = (): void => {
    for (const child of this.#stops.keys()) child.kill('SIGKILL');
  };

  constructor(readonly signal: AbortSignal) {
    signal.addEventListener('abort', this.#onAbort);
    process.on('exit', this.#onExit);
  }

  /** Ends those that still run. */
  close(): void {
    this.#onExit();
    this.signal.removeEventListener('abort', this.#onAbort);
    process.removeListener('exit', this.#onExit);
  }

  /** Runs a script by the Node that runs us; it is ended after so many seconds. Whatever happens, the promise is kept. */
  run(script: string, args: readonly string[], seconds: number | null): Promise<ChildEnd> {
    return new Promise((resolve) => {
      const started = performance.now();
      const child = spawn(process.execPath, [...process.execArgv.filter(isOfMemory), script, ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
      const timers: NodeJS.Timeout[] = [];
      let stopped: ChildStop | null = null;
      const stop = (why: ChildStop): void => {
        if (stopped !== null) return;
        stopped = why;
        child.kill('SIGTERM');
        timers.push(setTimeout(() => child.kill('SIGKILL'), mercyMs));
      };
      const finish = (code: number | null, signal: NodeJS.Signals | null, failure: string): void => {
        timers.forEach(clearTimeout);
        this.#stops.delete(child);
        const elapsed = (performance.now() - started) / 1000;
        resolve({ stdout: stdout(), stderr: stderr() + failure, code, signal, seconds: elapsed, stopped });
      };
      this.#stops.set(child, stop);
      if (seconds !== null) timers.push(setTimeout(() => stop('timeout'), seconds * 1000));
      if (this.signal.aborted) stop('interrupted');
      // A process that did not come to be does not end either.
      child.on('error', (error) => {
        if (child.pid === undefined) finish(null, null, error.message);
      });
      child.on('close', (code, signal) => finish(code, signal, ''));
    });
  }
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const parts: string[] = [];
  stream.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  return () => parts.join('');
}
