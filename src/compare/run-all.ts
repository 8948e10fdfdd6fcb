import type { RunJob } from './run-plan.js';
import type { FinishedRun, RunRecord } from './run-record.js';

/** Who hears of runs while they are made. */
export interface RunHearing {
  readonly signal: AbortSignal;
  readonly onStart: (job: RunJob) => void;
  /** Null: the run was interrupted. */
  readonly onEnd: (job: RunJob, record: RunRecord | null) => void;
}

/** Makes runs, in any order and anywhere, and tells of each as it ends; those it does not tell of were not made. */
export type MakeRuns = (open: readonly RunJob[], hearing: RunHearing) => Promise<void>;

/** So many runs at a time, each by `perform`, in their order. */
export const makingHere =
  (perform: (job: RunJob) => Promise<RunRecord | null>, atATime: number): MakeRuns =>
  async (open, { signal, onStart, onEnd }) => {
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let job = open[next++]; job !== undefined && !signal.aborted; job = open[next++]) {
        onStart(job);
        onEnd(job, await perform(job));
      }
    };
    await Promise.all(Array.from({ length: Math.min(atATime, open.length) }, worker));
  };

interface AllRuns extends RunHearing {
  /** The record of a run that was made before, or null. */
  readonly known: (job: RunJob) => RunRecord | null;
  /** Hears how many runs are to be made, before the first is. */
  readonly onPlan: (open: number) => void;
  readonly make: MakeRuns;
}

/** Those that were made before and those that are made now, in the order of the jobs. What was not made is missing. */
export async function runAll(jobs: readonly RunJob[], all: AllRuns): Promise<readonly FinishedRun[]> {
  const records = new Map<RunJob, RunRecord>();
  for (const job of jobs) {
    const record = all.known(job);
    if (record !== null) records.set(job, record);
  }
  const open = jobs.filter((job) => !records.has(job));
  all.onPlan(open.length);
  await all.make(open, {
    signal: all.signal,
    onStart: all.onStart,
    onEnd: (job, record) => {
      if (record !== null) records.set(job, record);
      all.onEnd(job, record);
    },
  });
  return jobs.flatMap((job) => {
    const record = records.get(job);
    return record === undefined ? [] : [{ job, record }];
  });
}
