import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { usualMB } from '../../ask/limits-of-run.js';
import { ceilingMB, takenMB } from '../../search/process-memory.js';
import type { ExitCode } from '../exit-codes.js';
import type { Interrupts } from '../interrupts.js';
import type { Output, Sink } from '../output.js';
import type { EndedFor, FromWork, StreamNature, ToldAtEnd, ToWork, WorkOrder } from './work-messages.js';

/** How long work that is to stop may take to tell what it has, in ms. After that it is ended. */
const patience = { interrupted: 400, timeout: 650 } as const;
/** Where others have the processors, it waits until the work had so much time of them, but not longer than so many times that. */
const longestPatience = 4;
/** Beyond what is allowed, until work that does not look at its memory itself is ended. */
const memorySlack = 1.05;
const lookEvery = 10;
/** As V8 has it, in bytes of a function. */
const usuallyOptimised = 60 * 1024;
/** For each of these, while it optimises. */
const zoneBytes = 8 * 1024;

type Ending =
  | { readonly kind: 'ended'; readonly code: ExitCode }
  | { readonly kind: 'forced'; readonly why: EndedFor }
  | { readonly kind: 'crashed'; readonly error: Error };

export interface Streams {
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** To be called only where it is read: whoever has it holds it open. */
  readonly stdin: () => NodeJS.ReadableStream;
}

/**
 * Has a command line done by a thread of its own. This thread stays awake: it writes, sees signals at once, and looks at the
 * clock and at what the process takes. Work looks at all that itself, and then tells what it has come to; where it does not
 * (one long call of a library, a loop nobody thought of), it is ended.
 */
export async function supervised(
  argv: readonly string[],
  streams: Streams,
  output: Output,
  interrupts: Interrupts,
): Promise<ExitCode> {
  const work = new Supervised(argv, streams);
  interrupts.tell(() => work.interrupt());
  const ending = await work.ending;
  work.leave();
  switch (ending.kind) {
    case 'ended':
      return ending.code;
    case 'crashed':
      throw ending.error;
    case 'forced': {
      const { tellForced } = await import('./tell-forced.js');
      return tellForced(argv, ending.why, work, output);
    }
  }
}

class Supervised {
  readonly ending: Promise<Ending>;
  /** What the work has told of what is to be said if it is ended. */
  known: ToldAtEnd | null = null;
  readonly #interrupted = new SharedArrayBuffer(4);
  readonly #flag = new Int32Array(this.#interrupted);
  readonly #mostMB: number;
  readonly #worker: Worker;
  readonly #clock: NodeJS.Timeout;
  /** When the work is to stop, in ms of performance.now(), and why; what it had of the processors by then, once it is that late. */
  #end: { readonly due: number; readonly why: Exclude<EndedFor, 'memory'>; cpuAtDue: number | null } | null =
    null;
  #writing = 0;
  /** When the work wrote last of its answer, in ms of performance.now(). */
  #answeredAt: number | null = null;
  #hasRun = false;
  #isRunning = false;
  /** What the work says once it was ended comes too late. */
  #isOver = false;
  #settled: (ending: Ending) => void = () => undefined;

  constructor(
    argv: readonly string[],
    private readonly streams: Streams,
  ) {
    this.ending = new Promise((resolve) => (this.#settled = resolve));
    const memoryMB = memoryAsked(argv);
    if (memoryMB !== null) compileWithin(memoryMB);
    this.#mostMB = ceilingMB(memoryMB ?? usualMB()) * memorySlack;
    const { stdout, stderr } = streams;
    const order: WorkOrder = {
      argv,
      interrupted: this.#interrupted,
      streams: { stdout: natureOf(stdout), stderr: natureOf(stderr) },
    };
    this.#worker = new Worker(new URL('./at-work.js', import.meta.url), {
      argv: [...argv],
      ...(memoryMB === null ? {} : { resourceLimits: { maxOldGenerationSizeMb: Math.max(64, memoryMB) } }),
    });
    this.#worker.postMessage(order);
    this.#worker.on('message', (message: FromWork) => this.#hear(message));
    this.#worker.on('error', (error) => this.#settle(endingBy(error)));
    this.#worker.on('exit', () => this.#settle(endingBy(new Error('the work ended without a word'))));
    for (const name of ['stdout', 'stderr'] as const) {
      streams[name].on('error', ({ code = '', message }: NodeJS.ErrnoException) =>
        this.#tell({ kind: 'failed', to: name, code, message }),
      );
    }
    this.#clock = setInterval(() => this.#look(), lookEvery);
  }

  /** What it told stands: another answer would be one too many. */
  get hasAnswered(): boolean {
    return this.#answeredAt !== null;
  }

  /** Ends what is still there. */
  leave(): void {
    clearInterval(this.#clock);
    void this.#worker.terminate();
  }

  /** The work is to stop, and to tell what it has. */
  interrupt(): void {
    Atomics.store(this.#flag, 0, 1);
    this.#tell({ kind: 'interrupt' });
    this.#end = { due: performance.now(), why: 'interrupted', cpuAtDue: null };
  }

  #tell(message: ToWork): void {
    this.#worker.postMessage(message);
  }

  #settle(ending: Ending): void {
    this.#isOver = true;
    this.#settled(ending);
  }

  #hear(message: FromWork): void {
    if (this.#isOver) return;
    switch (message.kind) {
      case 'write':
        return this.#write(message);
      case 'begins': {
        this.#isRunning = message.seconds !== null;
        if (this.#end?.why === 'interrupted') return;
        const { seconds } = message;
        const due = this.#startOfRun() + (seconds ?? 0) * 1000;
        this.#end = seconds === null ? null : { due, why: 'timeout', cpuAtDue: null };
        return;
      }
      case 'known':
        this.known = message.told;
        return;
      case 'asks-input':
        return void this.#readInput();
      case 'ends':
        return this.#settle({ kind: 'ended', code: message.code });
    }
  }

  /** The first run has begun with the process: what was loaded for it took of its time. */
  #startOfRun(): number {
    if (this.#hasRun) return performance.now();
    this.#hasRun = true;
    return 0;
  }

  async #readInput(): Promise<void> {
    const { stdin } = this.streams;
    try {
      const { readInput } = await import('../standard-input.js');
      this.#tell({ kind: 'input', bytes: await readInput(stdin()) });
    } catch (error) {
      this.#tell({ kind: 'no-input', message: error instanceof Error ? error.message : String(error) });
    }
  }

  #write({ to, text, number }: Extract<FromWork, { readonly kind: 'write' }>): void {
    this.#writing++;
    if (to === 'stdout' && text !== '') this.#answeredAt = performance.now();
    this.streams[to].write(text, () => {
      this.#writing--;
      this.#tell({ kind: 'written', to, number });
    });
  }

  #look(): void {
    // Work whose answer is being written has stopped; a slow reader is waited for.
    if (this.#isAnswering()) return;
    if (takenMB() > this.#mostMB) this.#settle({ kind: 'forced', why: 'memory' });
    else if (this.#end !== null && this.#writing === 0 && this.#hadItsTime())
      this.#settle({ kind: 'forced', why: this.#end.why });
  }

  /** It is about to end by itself. What is written while a run goes on is part of an answer. */
  #isAnswering(): boolean {
    if (this.#answeredAt === null || this.#isRunning) return false;
    return this.#writing > 0 || performance.now() - this.#answeredAt < patience.interrupted;
  }

  #hadItsTime(): boolean {
    const end = this.#end;
    if (end === null || performance.now() < end.due) return false;
    end.cpuAtDue ??= cpuMs();
    const late = performance.now() - end.due;
    const allowed = patience[end.why];
    return late >= allowed && (cpuMs() - end.cpuAtDue >= allowed || late >= longestPatience * allowed);
  }
}

/** Of all threads. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const natureOf = ({ isTTY = false, columns }: Sink): StreamNature => ({ isTTY, columns });

/** The heap of a thread has a limit of its own. */
function endingBy(error: Error): Ending {
  const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isFull ? { kind: 'forced', why: 'memory' } : { kind: 'crashed', error };
}

/**
 * V8 takes about 8 KB for each byte of a function while it optimises it, and nobody is asked: the longest functions that it
 * does that to by itself, which searches are made of, take 500 MB. Where that is too much, they stay as they are.
 */
function compileWithin(memoryMB: number): void {
  const bytes = Math.floor((memoryMB / 2) * (2 ** 20 / zoneBytes));
  if (bytes < usuallyOptimised) setFlagsFromString(`--max-optimized-bytecode-size=${bytes}`);
}

/** What --memory says: a thread is told how large its heap may be before it reads the command line. */
function memoryAsked(argv: readonly string[]): number | null {
  const place = argv.findIndex((word) => word === '--memory' || word.startsWith('--memory='));
  const word = argv[place];
  const value = Number(word?.includes('=') === true ? word.slice(word.indexOf('=') + 1) : argv[place + 1]);
  return place !== -1 && Number.isFinite(value) && value > 0 ? value : null;
}
