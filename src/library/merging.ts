import { lineOf } from '../compare/run-record.js';
import type { RunRecord } from '../compare/run-record.js';
import { mergeRecordings } from '../compare/shards/merge-recordings.js';
import type { MergedRecording } from '../compare/shards/merge-recordings.js';
import { nameOf } from '../compare/run-plan.js';
import { InternalError } from '../support/invariant.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { concluded } from './comparing.js';
import type { ComparedPrograms } from './comparing.js';
import { recordingAt } from './comparison-record.js';

/** Recordings of shards as one. Throws where they are of several versions, or contradict each other. */
export function mergedRecordings(paths: readonly string[], warn: (text: string) => void): MergedRecording {
  const merged = mergeRecordings(paths.map((path) => recordingAt(path, warn)));
  if (!('kind' in merged)) return merged;
  if (merged.kind === 'versions')
    throw new UsageError(
      `these are recordings of several versions of fencepost: ${merged.versions.join(', ')}`,
      'only what one version has answered can stand in one table',
    );
  if (merged.kind === 'contents')
    throw new UsageError(
      `${nameOf(merged.of)}: some of these recordings are of other contents of its files than the others`,
      'record it anew, in a new file: which of the contents an answer is about is not to be seen in a table',
    );
  const { first, second } = merged;
  const told = [first, second].map((record) => record.session ?? 'an unknown session').join(' and ');
  throw new InternalError(`${describe(first)} has two answers that contradict each other, of ${told}`);
}

const describe = ({ asked, key }: RunRecord): string => (asked === null ? `run ${key}` : nameOf(asked));

/** What a recording file holds of it. */
export const recordingText = ({ records, sessions }: MergedRecording): string =>
  [
    ...sessions.map((session) => lineOf({ kind: 'session', session })),
    ...records.map((record) => lineOf({ kind: 'run', record })),
  ]
    .map((line) => `${line}\n`)
    .join('');

/** What the comparison would have told that had made all the runs. */
export function mergedComparison({ records, sessions }: MergedRecording): ComparedPrograms {
  const finished = records.flatMap((record, index) => {
    const { asked, key, repeat, limits, place } = record;
    return asked === null
      ? []
      : [{ job: { key, repeat, run: asked, limits, place: place ?? index }, record }];
  });
  if (finished.length < records.length)
    throw new UsageError('an earlier version has recorded some of these, and did not say what was asked');
  const jobs = finished.map(({ job }) => job);
  const made = concluded({ jobs, leftOut: [], finished, judge: () => null, sessions });
  return { ...made, missing: missingIn({ records, sessions }) };
}

/** How many runs of the largest plan there are not: of a shard that is not there, or was not made to its end. */
export const missingIn = ({ records, sessions }: MergedRecording): number =>
  Math.max(0, ...sessions.map(({ planned }) => (planned ?? 0) - records.length));
