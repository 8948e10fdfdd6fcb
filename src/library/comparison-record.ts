import { readRecording, recordFor, RecordingWriter } from '../compare/recording.js';
import { stillHolds } from '../compare/run-record.js';
import type { RunRecord, SessionRecord } from '../compare/run-record.js';
import type { RunJob } from '../compare/run-plan.js';
import { UsageError } from '../diagnostics/diagnostic.js';

/** What is known of runs from before, and where those that follow are kept. */
export interface RunRecorder {
  known(job: RunJob): RunRecord | null;
  append(record: RunRecord): void;
  /** Who made the runs that are known. */
  readonly sessions: readonly SessionRecord[];
  close(): void;
}

export const noRecord: RunRecorder = {
  known: () => null,
  append: () => undefined,
  sessions: [],
  close: () => undefined,
};

/** Reads a recording, and is ready to add to it. */
export function recordIn(path: string, session: SessionRecord, warn: (text: string) => void): RunRecorder {
  const recording = attempt(path, () => readRecording(path));
  if (recording === null) {
    throw new UsageError(`${path} is no recording of compare, and nothing is added to it`);
  }
  if (recording.unreadable > 0) {
    const lines = recording.unreadable === 1 ? '1 line' : `${recording.unreadable} lines`;
    warn(`${path}: warning: ${lines} could not be read`);
  }
  const writer = attempt(path, () => new RecordingWriter(path));
  let isTold = false;
  const tellSession = (): void => {
    if (!isTold) writer.add({ kind: 'session', session });
    isTold = true;
  };
  return {
    known: (job) => {
      const record = recordFor(recording, job);
      return record !== null && stillHolds(record, job.limits) ? record : null;
    },
    append: (record) =>
      attempt(path, () => {
        tellSession();
        writer.add({ kind: 'run', record });
      }),
    sessions: recording.sessions,
    close: () => writer.close(),
  };
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new UsageError(`cannot use ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
