import { existsSync } from 'node:fs';
import { readRecording, recordFor, RecordingWriter } from '../compare/recording.js';
import type { Recording } from '../compare/recording.js';
import { stillHolds } from '../compare/run-record.js';
import type { RunRecord, SessionRecord } from '../compare/run-record.js';
import { questionOf } from '../compare/run-plan.js';
import type { PlannedRun, RunJob } from '../compare/run-plan.js';
import { UsageError } from '../diagnostics/diagnostic.js';

/** What is known of runs from before, and where those that follow are kept. */
export interface RunRecorder {
  known(job: RunJob): RunRecord | null;
  append(record: RunRecord): void;
  /** Who else makes runs that are appended. */
  hear(session: SessionRecord): void;
  /** Who made the runs that are known. */
  readonly sessions: readonly SessionRecord[];
  close(): void;
}

export const noRecord: RunRecorder = {
  known: () => null,
  append: () => undefined,
  hear: () => undefined,
  sessions: [],
  close: () => undefined,
};

/** Reads a recording, and is ready to add to it. */
export function recordIn(path: string, session: SessionRecord, warn: (text: string) => void): RunRecorder {
  const recording = attempt(path, () => readRecording(path));
  if (recording === null) {
    throw new UsageError(`${path} is no recording of compare, and nothing is added to it`);
  }
  warnOfUnreadable(path, recording, warn);
  const writer = attempt(path, () => new RecordingWriter(path));
  const told = new Set<string>();
  const tellSession = (maker: SessionRecord): void => {
    if (!told.has(maker.id)) writer.add({ kind: 'session', session: maker });
    told.add(maker.id);
  };
  return {
    known: (job) => {
      const record = recordFor(recording, job);
      return record !== null && stillHolds(record, job.limits) ? record : null;
    },
    append: (record) =>
      attempt(path, () => {
        if (record.session === session.id) tellSession(session);
        writer.add({ kind: 'run', record });
      }),
    hear: (maker) => attempt(path, () => tellSession(maker)),
    sessions: recording.sessions,
    close: () => writer.close(),
  };
}

/** Reads recordings that are not added to. */
export function recordingAt(path: string, warn: (text: string) => void): Recording {
  const recording = existsSync(path) ? attempt(path, () => readRecording(path)) : null;
  if (recording === null) throw new UsageError(`${path} is no recording of compare`);
  warnOfUnreadable(path, recording, warn);
  return recording;
}

function warnOfUnreadable(path: string, { unreadable }: Recording, warn: (text: string) => void): void {
  if (unreadable === 0) return;
  const lines = unreadable === 1 ? '1 line' : `${unreadable} lines`;
  warn(`${path}: warning: ${lines} could not be read`);
}

/** How long runs took, in seconds, by `askedText`; versions and contents may have changed since. */
export function recordedTimes(path: string, warn: (text: string) => void): ReadonlyMap<string, number> {
  return new Map(
    [...recordingAt(path, warn).records.values()].flatMap(({ asked, cost }) =>
      asked === null || cost === null ? [] : [[askedText(asked), cost.wallSeconds] as const],
    ),
  );
}

/** A question and the name of its file. */
export const askedText = (run: PlannedRun): string => JSON.stringify([run.file, questionOf(run)]);

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new UsageError(`cannot use ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
