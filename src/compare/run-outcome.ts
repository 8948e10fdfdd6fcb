import { diagnosticOf } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { verifyDocument } from '../report/report-json.js';
import { blankReport, noStats } from '../ask/report.js';
import type { VerifyReport } from '../ask/report.js';
import type { ChildEnd } from './children.js';
import { field, parsedJson, textField } from '../support/json-fields.js';
import type { PlannedRun } from './run-plan.js';

/**
 * The document of a run, whatever became of its process. Null: it was interrupted, so there is none. What a process
 * printed counts only if its exit code says the same: a crash must not look like a verdict.
 */
export function documentOf(run: PlannedRun, end: ChildEnd, version: string): object | null {
  if (end.stopped === 'interrupted' || end.stopped === 'unwanted') return null;
  const printed = parsedJson(end.stdout);
  if (isDocument(printed)) {
    const verdict = textField(printed, 'verdict');
    if (codesOf.get(verdict)?.includes(end.code ?? -1) === true) return identified(printed, run);
    if (end.code === interrupted && verdict === 'unsafe') return identified(printed, run);
    if (end.code === interrupted && end.stopped === null) return null;
  }
  return identified(verifyDocument(lost(run, end), version), run);
}

const interrupted = 130;

function isDocument(value: unknown): value is object {
  const verdict = field(value, 'verdict');
  const known = verdict === null || verdict === 'safe' || verdict === 'unsafe' || verdict === 'unknown';
  return known && field(value, 'schema') === 1 && typeof field(value, 'stats') === 'object';
}

const codesOf: ReadonlyMap<string | null, readonly number[]> = new Map([
  ['safe', [0]],
  ['unsafe', [10]],
  ['unknown', [20]],
  [null, [2, 70]],
]);

/** What was asked stands in the document also where there was no run: it tells the rows from each other. */
function identified(document: object, { file, model, way, part }: PlannedRun): object {
  const { engine, method, ...others } = way;
  const fields = { file, model, engine: engine === 'auto' ? null : engine, method };
  const missing = Object.entries(fields).filter(([name]) => field(document, name) === null);
  const asked = Object.entries({ ...others, part }).filter(([, value]) => value !== null);
  return {
    ...document,
    ...Object.fromEntries(missing),
    ...(asked.length === 0 ? {} : { asked: Object.fromEntries(asked) }),
  };
}

/** The report of a run whose process came to no answer. */
function lost(run: PlannedRun, end: ChildEnd): VerifyReport {
  const report = { ...blankReport(run.file), stats: { ...noStats, seconds: end.seconds } };
  if (end.stopped === 'timeout') {
    return { ...report, verdict: 'unknown', reason: 'timeout', limitations: [overdue] };
  }
  if (end.stopped === 'memory') {
    return { ...report, verdict: 'unknown', reason: 'memory', limitations: [oversized] };
  }
  const heapIsFull = /heap out of memory|heap limit/i.test(end.stderr);
  if (heapIsFull || end.signal === 'SIGKILL') {
    return { ...report, verdict: 'unknown', reason: 'memory', limitations: [heapIsFull ? full : killed] };
  }
  return { ...report, reason: 'bug', errors: [crash(end)] };
}

const overdue = 'The process did not stop at its time limit and was ended.';
const oversized = 'The process did not stop at its memory limit and was ended.';
const full = 'The process ended because its memory was full.';
/** It may have been one of others that took the memory. */
export const wasKilled = (end: ChildEnd): boolean => end.signal === 'SIGKILL' && end.stopped === null;

export const killed = 'The process was killed from outside, as systems do when memory runs out.';

function crash({ code, signal, stderr }: ChildEnd): Diagnostic {
  const how = signal === null ? `with exit code ${code ?? '?'}` : `by ${signal}`;
  const lastLine = stderr.trim().split('\n').at(-1) ?? '';
  const message = `the process ended ${how} and gave no answer`;
  return diagnosticOf('E901', null, message, lastLine === '' ? null : lastLine);
}
