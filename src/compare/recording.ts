import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { parsedJson } from '../support/json-fields.js';
import { jobId } from './run-plan.js';
import type { RunJob } from './run-plan.js';
import { lineOf, readLine } from './run-record.js';
import type { RecordLine, RunRecord, SessionRecord } from './run-record.js';

/** Runs that were made: JSON Lines, written one by one as they end, read when a comparison goes on. */
export interface Recording {
  /** By the ids of their jobs. Of what was recorded twice: the one that came last. */
  readonly records: ReadonlyMap<string, RunRecord>;
  readonly sessions: readonly SessionRecord[];
  /** Lines that could not be read, as a process leaves one that is killed while it writes. */
  readonly unreadable: number;
}

export const recordFor = (recording: Recording, job: RunJob): RunRecord | null =>
  recording.records.get(jobId(job)) ?? null;

/** Null: the file is no recording, and should not be written to. One that is not there is empty. */
export function readRecording(path: string): Recording | null {
  const records = new Map<string, RunRecord>();
  const sessions = new Map<string, SessionRecord>();
  let unreadable = 0;
  // A device is read without end, and to read a pipe would be to wait for it.
  if (existsSync(path) && !statSync(path).isFile()) return null;
  for (const text of existsSync(path) ? linesOf(path) : []) {
    const line = readLine(parsedJson(text));
    if (line === null) unreadable++;
    else if (line.kind === 'session') sessions.set(line.session.id, line.session);
    else records.set(jobId(line.record), line.record);
  }
  if (records.size === 0 && sessions.size === 0 && unreadable > 0) return null;
  return { records, sessions: [...sessions.values()], unreadable };
}

/** Lines that are not blank. A recording may be longer than any string. */
function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.alloc(1 << 20);
    let parts: string[] = [];
    for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) {
      const [first = '', ...others] = decoder.write(buffer.subarray(0, size)).split('\n');
      parts.push(first);
      for (const other of others) {
        yield* unlessBlank(parts.join(''));
        parts = [other];
      }
    }
    yield* unlessBlank(parts.join('') + decoder.end());
  } finally {
    closeSync(file);
  }
}

const unlessBlank = (line: string): readonly string[] => (line.trim() === '' ? [] : [line]);

/** A recording that is added to. Once `add` is back, no end of a process or of the system takes the line away. */
export class RecordingWriter {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'a+');
    // Begins on a line of its own, whatever a killed process has left there.
    if (!endsWithBreak(this.#file)) this.#write('\n');
  }

  add(line: RecordLine): void {
    this.#write(`${lineOf(line)}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(text: string): void {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length;) done += writeSync(this.#file, bytes, done);
    sync(this.#file);
  }
}

/** What keeps nothing, as a device, cannot be told to keep it. */
function sync(file: number): void {
  if (fstatSync(file).isFile()) fsyncSync(file);
}

function endsWithBreak(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last.toString() === '\n';
}
