import type { Job, Worker } from 'bullmq';
import type { RunPerformer } from '../perform-run.js';
import { FileContents, keyOf } from '../run-key.js';
import { nameOf } from '../run-plan.js';
import type { RunJob } from '../run-plan.js';
import type { SessionRecord } from '../run-record.js';
import { CancelledRuns } from './cancelled-runs.js';
import { queuedId, readJob, resultJson } from './queued-run.js';
import type { QueueTools } from './redis.js';

export interface WorkerSettings {
  readonly version: string;
  readonly session: SessionRecord;
  /** So many runs at a time. */
  readonly atATime: number;
  /** Stays when there is nothing to do. */
  readonly keep: boolean;
  readonly signal: AbortSignal;
  readonly performer: RunPerformer;
  /** Whether a word may stand on the command line of a run: others may write to Redis. */
  readonly isAllowed: (word: string) => boolean;
  readonly tell: (text: string) => void;
  readonly warn: (text: string) => void;
}

const lookMs = 500;
/** A run that takes its worker with it each time is given up after so many. */
const mostLost = 10;

/**
 * Takes runs from a queue until there are none. Each is a process of its own, so that this one can say in time that it is still
 * at work on them; of one that does not, others take up what it had.
 */
export async function workOff(tools: QueueTools, settings: WorkerSettings): Promise<number> {
  const work = new QueueWork(tools, settings);
  try {
    await work.untilDone();
  } finally {
    await work.close();
  }
  return work.made;
}

class QueueWork {
  made = 0;
  readonly #worker: Worker;
  readonly #cancelled: CancelledRuns;
  readonly #active = new Map<string, AbortController>();
  #isLost = false;

  constructor(
    private readonly tools: QueueTools,
    private readonly settings: WorkerSettings,
  ) {
    const { bull, name, connection, prefix, lockMs } = tools;
    this.#cancelled = new CancelledRuns(tools);
    this.#worker = new bull.Worker(name, (job: Job, token?: string) => this.#process(job, token), {
      ...{ connection, prefix, autorun: false, concurrency: settings.atATime },
      ...{ lockDuration: lockMs, stalledInterval: lockMs, maxStalledCount: mostLost },
    });
    this.#worker.on('error', (error) => this.#lost(error));
    this.#worker.on('stalled', (id) =>
      settings.warn(`run ${id.slice(0, 8)} was lost by its worker, and waits again`),
    );
  }

  async untilDone(): Promise<void> {
    const { signal, keep } = this.settings;
    const running = this.#worker.run();
    running.catch((error: unknown) => this.#lost(error));
    const queue = new this.tools.bull.Queue(this.tools.name, {
      ...{ connection: this.tools.connection, prefix: this.tools.prefix },
    });
    queue.on('error', (error) => this.#lost(error));
    try {
      while (!signal.aborted) {
        await pause(lookMs, signal);
        if (signal.aborted) break;
        await this.#look();
        // What others are at work on may still be lost by them.
        const counts = keep ? null : await queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized');
        if (counts !== null && Object.values(counts).every((count) => count === 0)) break;
        this.#isLost = false;
      }
    } finally {
      await queue.close();
    }
  }

  async close(): Promise<void> {
    // Runs that were interrupted are put back before the worker leaves.
    await this.#worker.close();
  }

  async #look(): Promise<void> {
    for (const id of await this.#cancelled.among([...this.#active.keys()])) this.#active.get(id)?.abort();
  }

  async #process(job: Job, token: string | undefined): Promise<object> {
    const { bull } = this.tools;
    const asked = readJob(job.data);
    if (asked === null) throw new bull.UnrecoverableError('the queue holds what is no run');
    const objection = this.#objectionTo(asked);
    if (objection !== null) throw new bull.UnrecoverableError(objection);
    const id = queuedId(asked);
    const controller = new AbortController();
    this.#active.set(id, controller);
    try {
      const record = await this.settings.performer.perform(asked, controller.signal);
      if (record === null && controller.signal.aborted) return resultJson({ kind: 'cancelled' });
      if (record === null) {
        await job.moveToWait(token);
        throw new bull.WaitingError();
      }
      this.made++;
      this.settings.tell(nameOf(asked.run));
      return resultJson({ kind: 'made', record, session: this.settings.session });
    } finally {
      this.#active.delete(id);
    }
  }

  /** A run is what was asked only where its files say the same. */
  #objectionTo({ run, key }: RunJob): string | null {
    const { version, isAllowed } = this.settings;
    const word = run.words.find((each) => !isAllowed(each));
    if (word !== undefined) return `a run does not take ${word}`;
    if (keyOf(run, version, new FileContents()) === key) return null;
    const { name } = this.settings.session.host;
    return `${run.file} is not the same at ${name}, in ${process.cwd()}: workers need the files of a comparison, by the same names`;
  }

  #lost(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (this.#isLost) return;
    this.#isLost = true;
    this.settings.warn(message);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
