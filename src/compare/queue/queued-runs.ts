import type { Job, Queue, QueueEvents } from 'bullmq';
import type { MakeRuns, RunHearing } from '../run-all.js';
import type { RunJob } from '../run-plan.js';
import { isWithinLimits, stillHolds } from '../run-record.js';
import type { RunRecord, SessionRecord } from '../run-record.js';
import { textField } from '../../support/json-fields.js';
import { CancelledRuns } from './cancelled-runs.js';
import { queuedId, readResult } from './queued-run.js';
import type { QueueTools } from './redis.js';

/** What is said while runs are made elsewhere. */
export interface QueueHearing {
  readonly warn: (text: string) => void;
  /** Hears who made a run, before the run is told. */
  readonly onSession: (session: SessionRecord) => void;
  /** After each run: those that are not wanted any more. */
  readonly unwanted: (open: readonly RunJob[]) => readonly RunJob[];
}

/** Asked of Redis in one go. */
const chunk = 200;
/** Events may be lost, with a connection or with a Redis: each run is looked after once in a while. */
const sweepMs = 3000;
/** What was made is known for so long, for those who ask the same. */
const keptSeconds = 7 * 24 * 3600;

/** Has runs made by whoever takes them from the queue. Those that were made before are there at once. */
export const makingByQueue =
  (tools: QueueTools, queueHearing: QueueHearing): MakeRuns =>
  async (open, hearing) => {
    const waiting = new QueuedRuns(tools, hearing, queueHearing);
    try {
      await waiting.make(open);
    } finally {
      await waiting.close();
    }
  };

class QueuedRuns {
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #cancelled: CancelledRuns;
  readonly #open = new Map<string, RunJob>();
  /** Those that this comparison has put there: what others wait for stays when it ends. */
  readonly #own = new Set<string>();
  #settle: () => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #isLost = false;
  #sweeping: Promise<void> | null = null;
  #swept = 0;

  constructor(
    tools: QueueTools,
    private readonly hearing: RunHearing,
    private readonly told: QueueHearing,
  ) {
    const { bull, name, connection, prefix } = tools;
    this.#cancelled = new CancelledRuns(tools);
    this.#queue = new bull.Queue(name, {
      ...{ connection, prefix },
      defaultJobOptions: {
        ...{ attempts: 1, removeOnComplete: { age: keptSeconds }, removeOnFail: { age: keptSeconds } },
      },
    });
    this.#events = new bull.QueueEvents(name, { connection, prefix });
    this.#queue.on('error', (error) => this.#lost(error));
    this.#events.on('error', (error) => this.#lost(error));
  }

  async make(jobs: readonly RunJob[]): Promise<void> {
    const { signal } = this.hearing;
    for (const job of jobs) this.#open.set(queuedId(job), job);
    const ended = new Promise<void>((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
    if (this.#open.size === 0 || signal.aborted) return;
    const onAbort = (): void => this.#settle();
    signal.addEventListener('abort', onAbort);
    const timer = setInterval(() => this.#sweep(), sweepMs);
    this.#events.on('active', ({ jobId }) => this.#started(jobId));
    this.#events.on('completed', ({ jobId, returnvalue }) =>
      this.#guard(this.#completed(jobId, returnvalue)),
    );
    this.#events.on('failed', ({ jobId, failedReason }) => this.#failed(jobId, failedReason));
    try {
      await this.#events.waitUntilReady();
      await Promise.race([ended, this.#putAll(jobs)]);
      await ended;
    } finally {
      clearInterval(timer);
      signal.removeEventListener('abort', onAbort);
      await this.#sweeping;
    }
  }

  /** What nobody has begun is taken back. */
  async close(): Promise<void> {
    const open = [...this.#open.keys()].filter((id) => this.#own.has(id));
    for (let from = 0; from < open.length; from += chunk)
      await Promise.all(open.slice(from, from + chunk).map((id) => this.#takeBack(id)));
    await Promise.all([this.#events.close(), this.#queue.close()]);
  }

  async #putAll(jobs: readonly RunJob[]): Promise<void> {
    for (let from = 0; from < jobs.length && !this.hearing.signal.aborted; from += chunk) {
      const some = jobs.slice(from, from + chunk);
      await this.#cancelled.remove(some.map(queuedId));
      await Promise.all(some.map((job) => this.#put(job)));
    }
  }

  /** Takes what is there, or sees to it that somebody makes it. */
  async #put(job: RunJob): Promise<void> {
    const id = queuedId(job);
    const there = await this.#find(id);
    if (there !== null && !(await this.#isUsable(there, job))) await this.#takeBack(id);
    // Of one that is there nothing is changed: it is waited for, or done.
    if (there === null) this.#own.add(id);
    const put = await this.#queue.add('run', job, { jobId: id });
    if (there !== null) await this.#look(put.id ?? id);
  }

  /** What failed, or was made within smaller limits and without an answer, is made again. */
  async #isUsable(there: Job, job: RunJob): Promise<boolean> {
    switch (await there.getState()) {
      case 'completed': {
        const result = readResult(there.returnvalue);
        return (
          result?.kind === 'made' &&
          queuedId(result.record) === queuedId(job) &&
          stillHolds(result.record, job.limits)
        );
      }
      case 'failed':
      case 'unknown':
        return false;
      default:
        return true;
    }
  }

  async #find(id: string): Promise<Job | null> {
    return (await this.#queue.getJob(id)) ?? null;
  }

  #started(id: string): void {
    const job = this.#open.get(id);
    if (job !== undefined) this.hearing.onStart(job);
  }

  async #completed(id: string, value: unknown): Promise<void> {
    const job = this.#open.get(id);
    if (job === undefined) return;
    const result = readResult(value);
    if (result === null) return this.#failed(id, 'what came back is no run');
    if (result.kind === 'cancelled') return this.#end(id, null);
    if (queuedId(result.record) !== id) return this.#failed(id, 'what came back is another run');
    if (isOfLess(result.record, job)) return this.#askAgain(id, job);
    this.told.onSession(result.session);
    this.#end(id, result.record);
    const unwanted = this.told.unwanted([...this.#open.values()]).map(queuedId);
    if (unwanted.length === 0) return;
    await this.#cancelled.add(unwanted);
    await Promise.all(unwanted.map((each) => this.#takeBack(each)));
    // Whoever is at work on one of them sees that; what comes of it is not waited for.
    for (const each of unwanted) this.#end(each, null);
  }

  /** Another comparison asked for it first, within limits that are smaller than ours. */
  async #askAgain(id: string, job: RunJob): Promise<void> {
    await this.#takeBack(id);
    this.#own.add(id);
    await this.#queue.add('run', job, { jobId: id });
  }

  #failed(id: string, why: string): void {
    const job = this.#open.get(id);
    if (job === undefined) return;
    this.told.warn(`${job.run.file}: the run was not made: ${why}`);
    this.#end(id, null);
  }

  #end(id: string, record: RunRecord | null): void {
    const job = this.#open.get(id);
    if (job === undefined) return;
    this.#open.delete(id);
    this.hearing.onEnd(job, record);
    if (this.#open.size === 0) this.#settle();
  }

  /** Nothing happens to one that somebody is at work on. */
  async #takeBack(id: string): Promise<void> {
    try {
      await this.#queue.remove(id);
    } catch (error) {
      if (!(error instanceof Error) || !/lock/i.test(error.message)) throw error;
    }
  }

  #sweep(): void {
    this.#sweeping ??= this.#guard(this.#lookAtSome()).finally(() => (this.#sweeping = null));
  }

  async #lookAtSome(): Promise<void> {
    const open = [...this.#open.keys()];
    if (this.#swept >= open.length) this.#swept = 0;
    const some = open.slice(this.#swept, this.#swept + chunk);
    this.#swept += chunk;
    await Promise.all(some.map((id) => this.#look(id)));
  }

  async #look(id: string): Promise<void> {
    const job = this.#open.get(id);
    if (job === undefined) return;
    const there = await this.#find(id);
    if (there === null) {
      // A Redis that kept nothing was started again, or somebody has emptied it.
      this.#own.add(id);
      await this.#queue.add('run', job, { jobId: id });
      return;
    }
    const state = await there.getState();
    if (state === 'completed') await this.#completed(id, there.returnvalue);
    if (state === 'failed') this.#failed(id, there.failedReason);
  }

  #guard(work: Promise<void>): Promise<void> {
    return work.then(
      () => {
        this.#isLost = false;
      },
      (error: unknown) => {
        // Without a connection it is tried again at the next look.
        if (isOfConnection(error)) this.#lost(error);
        else this.#fail(error);
      },
    );
  }

  #lost(error: unknown): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.told.warn(
      `the connection to Redis is lost, and waited for: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

const isOfConnection = (error: unknown): boolean =>
  error instanceof Error &&
  /ECONN|EPIPE|closed|Connection|LOADING|ETIMEDOUT|ENOTFOUND|EAI_AGAIN/.test(error.message);

/** It came to no answer, and might within the limits of this job. */
const isOfLess = ({ document, limits }: RunRecord, job: RunJob): boolean =>
  textField(document, 'verdict') === 'unknown' && !isWithinLimits(job.limits, limits);
