import { basename, extname } from 'node:path';
import type { ComparedRun, MeasuredName, RunFigures } from '../report/compared-run.js';
import { field, listField, numberField, textField } from '../support/json-fields.js';
import type { FinishedRun } from './run-record.js';

/** The rows of the table, read from the documents of the runs. */
export function summaries(finished: readonly FinishedRun[]): readonly ComparedRun[] {
  const names = shortNames(finished.map(({ job }) => job.run.file));
  return finished.map((each) => summary(each, names.get(each.job.run.file) ?? each.job.run.file));
}

function summary({ job, record }: FinishedRun, algorithm: string): ComparedRun {
  const { run } = job;
  const { document, measured } = record;
  const { engine: _, method: __, ...asked } = run.way;
  const verdict = verdictOf(document);
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
    ...figuresOf(document, verdict !== null),
    seconds: numberField(field(document, 'stats'), 'seconds'),
    wallSeconds: measured?.wallSeconds ?? null,
    processSeconds: measured?.cpuSeconds ?? null,
    processMB: measured?.peakMemoryMB ?? null,
  };
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

/** `FILE:LINE:COLUMN: error: what is wrong`, and what an answer is limited to, each once. */
export function remarks(finished: readonly FinishedRun[]): readonly string[] {
  return [...new Set(finished.flatMap(({ job, record }) => remarksOf(job.run.file, record.document)))];
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
