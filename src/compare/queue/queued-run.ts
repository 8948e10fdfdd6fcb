import { field, numberField, parsedJson, textField } from '../../support/json-fields.js';
import { jobId } from '../run-plan.js';
import type { RunJob } from '../run-plan.js';
import { lineOf, readAsked, readLine } from '../run-record.js';
import type { RunRecord, SessionRecord } from '../run-record.js';

/** A run is known by what is asked of which contents, by which version: limits are no part of that. */
export const queuedId = jobId;

/** What a worker gives back. */
export type QueuedResult =
  | { readonly kind: 'made'; readonly record: RunRecord; readonly session: SessionRecord }
  /** Nobody wanted it any more. */
  | { readonly kind: 'cancelled' };

/** As lines of a recording, which are read back with care. */
export const resultJson = (result: QueuedResult): object =>
  result.kind === 'cancelled'
    ? { cancelled: true }
    : {
        run: parsedJson(lineOf({ kind: 'run', record: result.record })),
        session: parsedJson(lineOf({ kind: 'session', session: result.session })),
      };

/** Null: it is no such thing. */
export function readResult(value: unknown): QueuedResult | null {
  if (field(value, 'cancelled') === true) return { kind: 'cancelled' };
  const [run, session] = [readLine(field(value, 'run')), readLine(field(value, 'session'))];
  if (run?.kind !== 'run' || session?.kind !== 'session') return null;
  return { kind: 'made', record: run.record, session: session.session };
}

/** What comes out of Redis may be anything. Null: it is no run. */
export function readJob(value: unknown): RunJob | null {
  const [key, repeat, run] = [
    textField(value, 'key'),
    numberField(value, 'repeat'),
    readAsked(field(value, 'run')),
  ];
  const limits = field(value, 'limits');
  if (key === null || repeat === null || run === null) return null;
  return {
    ...{ key, repeat, run },
    limits: {
      timeoutSeconds: numberField(limits, 'timeoutSeconds'),
      memoryMB: numberField(limits, 'memoryMB'),
    },
    place: numberField(value, 'place') ?? 0,
  };
}
