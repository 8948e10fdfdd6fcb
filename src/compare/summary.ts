import { basename, extname } from 'node:path';
import type { ComparedRun, MeasuredName, RunFigures } from '../report/compared-run.js';
import { field, listField, numberField, textField } from '../support/json-fields.js';
import { at } from '../support/invariant.js';
import { wayName } from './asked-way.js';
import type { VerdictJudgement } from './known-verdicts.js';
import type { PlannedRun } from './run-plan.js';
import type { FinishedRun, RunRecord } from './run-record.js';

/** A question and all times that it was put: one row of the table. */
interface AskedRun {
  readonly run: PlannedRun;
  /** The run that stands for all: at least half of them came to no better end, or to none as soon. */
  readonly typical: RunRecord;
  readonly all: readonly RunRecord[];
}

/** In the order of the jobs. */
function askedRuns(finished: readonly FinishedRun[]): readonly AskedRun[] {
  const groups = new Map<string, { readonly run: PlannedRun; readonly all: RunRecord[] }>();
  for (const { job, record } of finished) {
    const group = groups.get(job.key) ?? { run: job.run, all: [] };
    groups.set(job.key, group);
    group.all.push(record);
  }
  return [...groups.values()].map(({ run, all }) => ({ run, all, typical: typicalOf(all) }));
}

function typicalOf(all: readonly RunRecord[]): RunRecord {
  const rank = ({ document }: RunRecord): number => {
    const verdict = verdictOf(document);
    if (verdict === null) return 2;
    return verdict === 'unknown' ? 1 : 0;
  };
  const sorted = [...all].sort((a, b) => rank(a) - rank(b) || secondsOf(a) - secondsOf(b));
  return at(sorted, Math.ceil((sorted.length - 1) / 2));
}

/** By the clock. */
const secondsOf = (record: RunRecord): number => record.cost?.wallSeconds ?? ownSeconds(record);

/** As the program itself tells. */
const ownSeconds = ({ document }: RunRecord): number => numberField(field(document, 'stats'), 'seconds') ?? 0;

/** What the rows of a table are made of. */
export interface ComparedRow {
  readonly row: ComparedRun;
  readonly run: PlannedRun;
  /** What verify printed, and what was measured. */
  readonly document: object;
}

/** The rows of the table, read from the documents of the runs. */
export function summaries(
  finished: readonly FinishedRun[],
  judge: (run: PlannedRun, document: object) => VerdictJudgement | null = () => null,
): readonly ComparedRow[] {
  const names = shortNames(finished.map(({ job }) => job.run.file));
  return askedRuns(finished).map((asked) => {
    const { run, typical, all } = asked;
    const judgement = worstOf(all.map(({ document }) => judge(run, document)));
    return {
      row: {
        ...summary(asked, names.get(run.file) ?? run.file),
        judgement,
      },
      run,
      document: { ...typical.document, measured: measuredDocument(all), expected: judgement },
    };
  });
}

/** One wrong repetition is wrong. */
const worstOf = (judgements: readonly (VerdictJudgement | null)[]): VerdictJudgement | null =>
  (['wrong', 'unknown', 'right'] as const).find((judgement) => judgements.includes(judgement)) ?? null;

const measuredDocument = (all: readonly RunRecord[]): readonly object[] =>
  all.map(({ repeat, session, cost, document }) => ({
    repeat,
    session,
    verdict: verdictOf(document),
    reason: textField(document, 'reason'),
    wallSeconds: cost?.wallSeconds ?? null,
    cpuSeconds: cost?.cpuSeconds ?? null,
    peakMemoryMB: cost?.peakMemoryMB ?? null,
  }));

function summary({ run, typical, all }: AskedRun, algorithm: string): Omit<ComparedRun, 'judgement'> {
  const { document } = typical;
  const { engine: _, method: __, ...asked } = run.way;
  const verdict = verdictOf(document);
  // What ended otherwise took another time.
  const alike = all.filter((record) => verdictOf(record.document) === verdict);
  const times = alike.map(ownSeconds);
  const isRepeated = all.length > 1;
  return {
    algorithm,
    file: run.file,
    model: textField(document, 'model') ?? run.model,
    engine: textField(document, 'engine'),
    method: textField(document, 'method'),
    ...asked,
    encoding: textField(document, 'encoding') ?? run.way.encoding,
    part: run.part,
    bound: numberField(document, 'bound'),
    verdict,
    reason: textField(document, 'reason'),
    property: textField(document, 'property'),
    way: [run.part ?? '', wayName(run.way)].filter((text) => text !== '').join(' ') || 'auto',
    ...figuresOf(document, verdict !== null),
    seconds: medianOf(alike, ownSeconds),
    wallSeconds: medianOf(alike, ({ cost }) => cost?.wallSeconds ?? null),
    processSeconds: medianOf(alike, ({ cost }) => cost?.cpuSeconds ?? null),
    processMB: medianOf(alike, ({ cost }) => cost?.peakMemoryMB ?? null),
    repeats: isRepeated ? all.length : null,
    leastSeconds: isRepeated ? Math.min(...times) : null,
    mostSeconds: isRepeated ? Math.max(...times) : null,
  };
}

/** Of two in the middle their mean. Null: nothing is known. */
function medianOf(
  records: readonly RunRecord[],
  figure: (record: RunRecord) => number | null,
): number | null {
  const sorted = records.flatMap((record) => figure(record) ?? []).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const middle = (sorted.length - 1) / 2;
  return (at(sorted, Math.floor(middle)) + at(sorted, Math.ceil(middle))) / 2;
}

/** Where there was no answer the counters are those of a run that did nothing. */
function figuresOf(document: object, isAnswered: boolean): Omit<RunFigures, MeasuredName> {
  const stats = field(document, 'stats');
  const hasRun = isAnswered && numberField(stats, 'peakMemoryMB') !== 0;
  const counter = (name: string, applies: boolean): number | null =>
    hasRun && applies ? numberField(stats, name) : null;
  const abstracts = textField(document, 'engine') === 'abstract';
  const discovery = field(document, 'discovery');
  const hasFound = numberField(discovery, 'found') !== null;
  const method = textField(document, 'method');
  // The lazy method builds no Boolean program that cubes could be in.
  const hasCubes = abstracts && method !== 'lazy';
  return {
    iterations: counter('iterations', hasFound),
    found: numberField(discovery, 'found'),
    kept: numberField(discovery, 'kept'),
    predicates: counter('predicates', abstracts),
    inputCubes: counter('inputCubes', method === 'ce'),
    smtCalls: counter('smtCalls', abstracts),
    differenceCalls: counter('dlCalls', hasFound),
    z3Calls: counter('z3Calls', hasFound),
    buildSeconds: counter('buildSeconds', true),
    cubesUsed: counter('cubesUsed', hasCubes),
    cubeSize: counter('maxCube', hasCubes),
    states: counter('states', true),
    memoryMB: counter('peakMemoryMB', true),
    checkSeconds: counter('checkSeconds', true),
    cpuSeconds: counter('cpuSeconds', hasFound),
  };
}

function verdictOf(document: object): ComparedRun['verdict'] {
  const verdict = textField(document, 'verdict');
  return verdict === 'safe' || verdict === 'unsafe' || verdict === 'unknown' ? verdict : null;
}

/** `unknown (timeout), 5.01 s`. */
export function outcomeText(document: object): string {
  const reason = textField(document, 'reason');
  const told = verdictOf(document) ?? 'no verdict';
  const seconds = numberField(field(document, 'stats'), 'seconds') ?? 0;
  return `${told}${reason === null ? '' : ` (${reason})`}, ${seconds.toFixed(2)} s`;
}

/** Of each file its name without folder and extension, as far as that tells them apart. */
function shortNames(files: readonly string[]): ReadonlyMap<string, string> {
  const distinct = [...new Set(files)];
  const shortenings = [
    (file: string) => basename(file, extname(file)),
    (file: string) => basename(file),
    (file: string) => file,
  ];
  return new Map(
    distinct.map((file) => {
      const tells = (shorten: (file: string) => string): boolean =>
        distinct.every((other) => other === file || shorten(other) !== shorten(file));
      return [file, (shortenings.find(tells) ?? String)(file)];
    }),
  );
}

/**
 * Why a row says nothing but that nothing takes what was asked: a clause. Null: it says something. Where nothing in particular
 * was asked it is the file that nothing takes, and that is told.
 */
export function nothingToTake({ way }: PlannedRun, document: object): string | null {
  const isRefused = ['unsupported', 'usage'].includes(textField(document, 'reason') ?? '');
  const isAsked = Object.values(way).some((value) => value !== null && value !== 'auto');
  if (verdictOf(document) !== null || !isRefused || !isAsked) return null;
  const [error] = listField(document, 'errors');
  return textField(error, 'message') ?? 'it is refused';
}

/** `FILE:LINE:COLUMN: error: what is wrong`, and what an answer is limited to, each once. */
export function remarks(rows: readonly ComparedRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ run, document }) => remarksOf(run.file, document)))];
}

function remarksOf(file: string, document: object): readonly string[] {
  const errors = listField(document, 'errors').map((error) => {
    const place = [
      textField(error, 'file') ?? file,
      numberField(error, 'line'),
      numberField(error, 'column'),
    ];
    const message = `${textField(error, 'message') ?? ''} [${textField(error, 'code') ?? '?'}]`;
    return `${place.filter((part) => part !== null).join(':')}: error: ${message}`;
  });
  const model = textField(document, 'model');
  const limits = listField(document, 'limitations').filter((text) => typeof text === 'string');
  return [...errors, ...limits.map((text) => `${file}: ${model}: ${text}`)];
}
