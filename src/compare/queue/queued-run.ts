import { field, listField, numberField, parsedJson, textField } from '../../support/json-fields.js';
import { jobId } from '../run-plan.js';
import type { RunJob } from '../run-plan.js';
import { lineOf, readLine } from '../run-record.js';
import type { RunRecord, SessionRecord } from '../run-record.js';
import { axisNames, nothingAsked } from '../asked-way.js';
import type { AskedWay } from '../asked-way.js';

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
  const [key, repeat, run] = [textField(value, 'key'), numberField(value, 'repeat'), field(value, 'run')];
  const [file, model] = [textField(run, 'file'), textField(run, 'model')];
  const words = listField(run, 'words').filter((word) => typeof word === 'string');
  const limits = field(value, 'limits');
  if (key === null || repeat === null || file === null || model === null) return null;
  return {
    ...{ key, repeat },
    run: { ...{ file, model, words }, way: readWay(field(run, 'way')), part: textField(run, 'part') },
    limits: {
      timeoutSeconds: numberField(limits, 'timeoutSeconds'),
      memoryMB: numberField(limits, 'memoryMB'),
    },
  };
}

/** Of an axis that is not named: as verify does by itself. */
const readWay = (value: unknown): AskedWay =>
  axisNames.reduce<AskedWay>((way, axis) => ({ ...way, [axis]: textField(value, axis) }), nothingAsked);
