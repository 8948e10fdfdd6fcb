import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { field, parsedJson, textField } from '../support/json-fields.js';
import { digest } from '../support/digest.js';
import type { PlannedRun } from './run-plan.js';

/** The runs that are finished, one JSON object a line: written as they end, read when the comparison is started again. */
export interface Recording {
  /** By key. */
  readonly documents: ReadonlyMap<string, object>;
  /** Lines that could not be read, as a process leaves one that is killed while it writes. */
  readonly unreadable: number;
}

/** Null: the file is no recording, and should not be written to. */
export function readRecording(path: string): Recording | null {
  if (!existsSync(path)) return { documents: new Map(), unreadable: 0 };
  // A device is read without end, and to read a pipe would be to wait for it.
  if (!statSync(path).isFile()) return null;
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const documents = new Map<string, object>();
  let unreadable = 0;
  for (const line of lines) {
    const entry = parsedJson(line);
    const [key, run] = [textField(entry, 'key'), field(entry, 'run')];
    if (key === null || typeof run !== 'object' || run === null) unreadable++;
    else documents.set(key, run);
  }
  return documents.size === 0 && unreadable > 0 ? null : { documents, unreadable };
}

/** Begins on a line of its own, whatever a killed process has left there. */
export function beginRecording(path: string): void {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  appendFileSync(path, text === '' || text.endsWith('\n') ? '' : '\n');
}

export function appendToRecording(path: string, key: string, run: object): void {
  appendFileSync(path, `${JSON.stringify({ schema: 1, key, run })}\n`);
}

/** A run that would be the same has the same key: the same question about a file that says the same. */
export function keyOf(run: PlannedRun, sideFiles: readonly string[], version: string): string {
  const contents = [run.file, ...sideFiles].map(contentOf);
  return digest(JSON.stringify([version, run.args, contents]));
}

/** A recorded run that a bug of ours ended is made again. */
export function isFinal(document: object): boolean {
  return field(document, 'reason') !== 'bug';
}

function contentOf(path: string): string | null {
  try {
    // To read a pipe would be to wait for it.
    return statSync(path).isFile() ? digest(readFileSync(path)) : null;
  } catch {
    return null;
  }
}
