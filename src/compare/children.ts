import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { constants } from 'node:os';
import { killBelow, residentMB, signalTree, treeOf } from './process-tree.js';

/** How a process ended, what it wrote until then, and what it took, with all processes that it made. */
export interface ChildEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** From its start to its end. */
  readonly seconds: number;
  /** Null: this system does not tell. */
  readonly cpuSeconds: number | null;
  readonly peakMemoryMB: number | null;
  /** Why we ended it; null: it ended by itself. */
  readonly stopped: ChildStop | null;
}

type ChildStop = 'timeout' | 'memory' | 'interrupted' | 'unwanted';

/** When we end a process. Null: never. */
export interface Patience {
  readonly seconds: number | null;
  /** For it and all that it made. */
  readonly memoryMB: number | null;
}

/** A process that is asked to end has so long before it is made to. */
const mercyMs = 1500;
/** So long the shell may take to tell what they have worked. */
const tellMs = 1000;
const lookEveryMs = 200;

/** What Node is told of memory is for our processes too. Other things, such as a program to run (`-e`), are for itself only. */
const isOfMemory = (arg: string): boolean => /^--(?:max-|stack-size=)/.test(arg);

/**
 * Runs a program in a group of processes of its own and tells (4) what it and its children have worked. The group ends with
 * whoever holds the other end of 3, however that one ends. The program may be asked to end (TERM): the shell stays and tells.
 */
const shellScript = [
  'trap : TERM INT HUP',
  "{ trap '' TERM INT HUP; read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 4>&- </dev/null &",
  'watch=$!',
  '"$@" 3<&- 4>&-',
  'code=$?',
  'kill -KILL $watch',
  'times >&4',
  'exit $code',
].join('\n');

const hasShell = process.platform !== 'win32';

/** Processes of ours. None outlives us, or the signal. */
export class Children {
  readonly #stops = new Map<ChildProcess, (why: ChildStop) => void>();
  readonly #onAbort = (): void => {
    for (const stop of this.#stops.values()) stop('interrupted');
  };
  readonly #onExit = (): void => {
    for (const child of this.#stops.keys()) signalChild(child, 'SIGKILL');
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

  /**
   * Runs a script by the Node that runs us, as long as patience lasts, and no longer than until `unwanted` says that nobody
   * waits for it any more: then it is killed. Whatever happens, the promise is kept.
   */
  run(
    script: string,
    args: readonly string[],
    patience: Patience,
    unwanted: AbortSignal | null = null,
  ): Promise<ChildEnd> {
    return new Promise((resolve) => {
      const started = performance.now();
      const child = begin([process.execPath, ...process.execArgv.filter(isOfMemory), script, ...args]);
      const [stdout, stderr, times] = [1, 2, 4].map((stream) => collect(child.stdio[stream]));
      // What is not read is not seen to end.
      collect(child.stdio[3]);
      const memory = new PeakMemory(child);
      const timers: NodeJS.Timeout[] = [];
      let stopped: ChildStop | null = null;
      const stop = (why: ChildStop): void => {
        if (stopped !== null) return;
        stopped = why;
        signalChild(child, 'SIGTERM');
        timers.push(setTimeout(() => endBelow(child), mercyMs));
        timers.push(setTimeout(() => signalChild(child, 'SIGKILL'), mercyMs + tellMs));
      };
      const drop = (): void => {
        stopped ??= 'unwanted';
        signalChild(child, 'SIGKILL');
      };
      const finish = (code: number | null, signal: NodeJS.Signals | null, failure: string): void => {
        timers.forEach(clearTimeout);
        clearInterval(looking);
        this.#stops.delete(child);
        unwanted?.removeEventListener('abort', drop);
        resolve({
          ...{ stdout: stdout?.() ?? '', stderr: `${stderr?.() ?? ''}${failure}` },
          ...endOf(code, signal),
          ...{ seconds: (performance.now() - started) / 1000, cpuSeconds: secondsIn(times?.() ?? '') },
          ...{ peakMemoryMB: memory.peakMB, stopped },
        });
      };
      const looking = setInterval(() => {
        const now = memory.look();
        if (patience.memoryMB !== null && now !== null && now > patience.memoryMB) stop('memory');
      }, lookEveryMs);
      this.#stops.set(child, stop);
      if (patience.seconds !== null) timers.push(setTimeout(() => stop('timeout'), patience.seconds * 1000));
      if (this.signal.aborted) stop('interrupted');
      unwanted?.addEventListener('abort', drop);
      if (unwanted?.aborted === true) drop();
      // A process that did not come to be does not end either.
      child.on('error', (error) => {
        if (child.pid === undefined) finish(null, null, error.message);
      });
      child.on('close', (code, signal) => finish(code, signal, ''));
    });
  }
}

function begin(words: readonly string[]): ChildProcess {
  const [program = '', ...args] = words;
  if (!hasShell) return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return spawn('/bin/sh', ['-c', shellScript, 'sh', ...words], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
}

function signalChild(child: ChildProcess, signal: NodeJS.Signals): void {
  if (hasEnded(child) || child.pid === undefined) return;
  if (hasShell) signalTree(child.pid, signal);
  else child.kill(signal);
}

/** Ends all but the shell, which can tell then. */
function endBelow(child: ChildProcess): void {
  if (hasEnded(child) || child.pid === undefined) return;
  if (!hasShell || !killBelow(child.pid)) signalChild(child, 'SIGKILL');
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** A shell tells by its exit code which signal ended a program. */
function endOf(
  code: number | null,
  signal: NodeJS.Signals | null,
): { readonly code: number | null; readonly signal: NodeJS.Signals | null } {
  // 130 is how our own program says that it was interrupted.
  if (code === null || code <= 128 || code === 130) return { code, signal };
  const name = signalNamed(code - 128);
  return name === null ? { code, signal } : { code: null, signal: name };
}

function signalNamed(number: number): NodeJS.Signals | null {
  const names: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGHUP'];
  const others: readonly NodeJS.Signals[] = ['SIGILL', 'SIGTRAP', 'SIGFPE', 'SIGPIPE', 'SIGXCPU', 'SIGQUIT'];
  return [...names, ...others].find((name) => constants.signals[name] === number) ?? null;
}

/** What `times` says of children, on its second line: `0m1.200s 0m0.040s`, those of the user and those of the system. */
function secondsIn(told: string): number | null {
  const [, line = ''] = told.trim().split('\n');
  const parts = [...line.matchAll(/([0-9]+)m([0-9]+)[.,]([0-9]+)s/g)];
  if (parts.length !== 2) return null;
  return parts.reduce(
    (sum, [, minutes, whole, rest]) => sum + 60 * Number(minutes) + Number(`${whole}.${rest}`),
    0,
  );
}

/** The most memory that a process and all that it made were seen with. */
class PeakMemory {
  #peakMB: number | null = null;

  constructor(readonly child: ChildProcess) {}

  get peakMB(): number | null {
    return this.#peakMB;
  }

  look(): number | null {
    const { pid } = this.child;
    if (pid === undefined) return null;
    // The first is the shell, which is ours.
    const now = residentMB(hasShell ? treeOf(pid).slice(1) : [pid]);
    if (now !== null) this.#peakMB = Math.max(this.#peakMB ?? 0, now);
    return now;
  }
}

function collect(stream: ChildProcess['stdio'][number] | undefined): () => string {
  const parts: string[] = [];
  if (isReadable(stream)) stream.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  return () => parts.join('');
}

const isReadable = (stream: ChildProcess['stdio'][number] | undefined): stream is Readable =>
  stream !== null && stream !== undefined && 'setEncoding' in stream;
