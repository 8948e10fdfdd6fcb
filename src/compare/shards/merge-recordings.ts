import { listField, textField } from '../../support/json-fields.js';
import type { Recording } from '../recording.js';
import { jobId, questionOf } from '../run-plan.js';
import type { PlannedRun } from '../run-plan.js';
import type { RunRecord, SessionRecord } from '../run-record.js';

/** Recordings as one. */
export interface MergedRecording {
  readonly records: readonly RunRecord[];
  readonly sessions: readonly SessionRecord[];
}

/** Why they cannot be one. */
export type MergeTrouble =
  | { readonly kind: 'versions'; readonly versions: readonly string[] }
  /** The same question was put about other contents: in a table one could not be told from the other. */
  | { readonly kind: 'contents'; readonly of: PlannedRun }
  /** The same question to the same version about the same contents has two answers: a bug of ours. */
  | { readonly kind: 'contradiction'; readonly first: RunRecord; readonly second: RunRecord };

export function mergeRecordings(recordings: readonly Recording[]): MergedRecording | MergeTrouble {
  const all = recordings.flatMap(({ records }) => [...records.values()]);
  const versions = new Set(all.map(({ document }) => textField(document, 'version') ?? '?'));
  if (versions.size > 1) return { kind: 'versions', versions: [...versions].toSorted() };
  const changed = changedFile(all);
  if (changed !== null) return { kind: 'contents', of: changed };
  const merged = new Map<string, RunRecord>();
  const ofQuestion = new Map<string, RunRecord>();
  for (const record of all) {
    const asked = ofQuestion.get(record.key);
    if (asked !== undefined && contradict(asked, record))
      return { kind: 'contradiction', first: asked, second: record };
    if (asked === undefined || worth(record) > worth(asked)) ofQuestion.set(record.key, record);
    const id = jobId(record);
    const known = merged.get(id);
    if (known === undefined || worth(record) > worth(known)) merged.set(id, record);
  }
  const sessions = new Map(recordings.flatMap((each) => each.sessions).map((each) => [each.id, each]));
  return { records: [...merged.values()].toSorted(inOrder), sessions: [...sessions.values()] };
}

/** A question that was put about several contents of its files; null: there is none. */
function changedFile(records: readonly RunRecord[]): PlannedRun | null {
  const keys = new Map<string, string>();
  for (const { asked, key } of records) {
    if (asked === null) continue;
    const question = JSON.stringify([asked.file, questionOf(asked)]);
    if ((keys.get(question) ?? key) !== key) return asked;
    keys.set(question, key);
  }
  return null;
}

/** As the plan had them; what has no place comes last. */
const inOrder = (a: RunRecord, b: RunRecord): number =>
  (a.place ?? Infinity) === (b.place ?? Infinity) ? 0 : (a.place ?? Infinity) - (b.place ?? Infinity);

/** Of two records of one run the one that says more. */
const worth = ({ document }: RunRecord): number => {
  const verdict = textField(document, 'verdict');
  if (verdict === 'safe' || verdict === 'unsafe') return 2;
  return verdict === 'unknown' ? 1 : 0;
};

function contradict({ document: a }: RunRecord, { document: b }: RunRecord): boolean {
  const verdicts = new Set([textField(a, 'verdict'), textField(b, 'verdict')]);
  if (verdicts.has('safe') && verdicts.has('unsafe')) return true;
  const before = decidedIn(a);
  return [...decidedIn(b)].some(([name, verdict]) => (before.get(name) ?? verdict) !== verdict);
}

const decidedIn = (document: object): ReadonlyMap<string, string> =>
  new Map(
    listField(document, 'properties').flatMap((property) => {
      const [name, verdict] = [textField(property, 'name'), textField(property, 'verdict')];
      return name !== null && (verdict === 'safe' || verdict === 'unsafe') ? [[name, verdict] as const] : [];
    }),
  );
