import { closeSync, existsSync, fstatSync, openSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DiagnosticBag } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { Source } from '../diagnostics/span.js';
import { readPipe } from '../support/pipes.js';
import { suggest } from '../support/suggest.js';

/** Larger inputs are no programs that people or tools write. */
export const maxBytes = 64 * 1024 * 1024;

/** The text of a file, or what was read, which is not empty; null if the bag says why not. */
export function sourceAt(place: string | Source, bag: DiagnosticBag): Source | null {
  const source = typeof place === 'string' ? readText(place, bag) : place;
  if (source === null || source.text.trim() !== '') return source;
  return refuse(bag, 'E003', source.text === '' ? 'the file is empty' : 'the file has nothing but blanks');
}

/** The text of a file that may be empty; null if the bag says why not. */
export function readText(path: string, bag: DiagnosticBag): Source | null {
  const bytes = readBytes(path, bag);
  const text = bytes === null ? null : textOf(bytes, bag);
  return text === null ? null : new Source(path, text);
}

function textOf(bytes: Uint8Array, bag: DiagnosticBag): string | null {
  if (bytes.length > maxBytes) return tooLong(bag, `${Math.ceil(bytes.length / 2 ** 20)} MB`);
  if (bytes.includes(0)) return refuse(bag, 'E002', 'this is a binary file, not a program text');
  return decode(bytes) ?? refuse(bag, 'E002', 'this is not a text file in UTF-8');
}

/** The text that came by the standard input. Throws an InputError if it is none. */
export function inputText(bytes: Uint8Array): string {
  const bag = new DiagnosticBag();
  const text = textOf(bytes, bag);
  bag.throwIfErrors();
  return text ?? '';
}

/** Whether there is something of that name. */
export const isFileThere = (path: string): boolean => existsSync(path);

function refuse(bag: DiagnosticBag, code: Diagnostic['code'], message: string): null {
  bag.report(code, null, message);
  return null;
}

/** What is wrong with such a file as a whole has no place in it, so the message says which file. */
export function readNamed(
  what: string,
  path: string,
  bag: DiagnosticBag,
  read: typeof readText = sourceAt,
): Source | null {
  const said = new DiagnosticBag();
  const source = read(path, said);
  for (const { code, span, message, note } of said.sorted())
    bag.report(code, span, `${what} ${path} is of no use: ${message}`, note);
  return source;
}

function readBytes(path: string, bag: DiagnosticBag): Buffer | null {
  let file: number | null = null;
  try {
    if (statSync(path).isFIFO()) return readPipe(path, maxBytes) ?? tooLong(bag, 'more');
    file = openSync(path, 'r');
    const stat = fstatSync(file);
    if (stat.isDirectory()) return refuse(bag, 'E001', 'this is a directory; give a file');
    if (stat.isCharacterDevice() || stat.isBlockDevice())
      return refuse(bag, 'E001', 'this is a device; give a file');
    if (stat.size > maxBytes) {
      return tooLong(bag, `${Math.ceil(stat.size / 2 ** 20)} MB`);
    }
    return readFileSync(file);
  } catch (error) {
    bag.report('E001', null, whyUnreadable(error), namedAlike(path));
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

const tooLong = (bag: DiagnosticBag, size: string): null =>
  refuse(bag, 'E004', `the file has ${size}; the limit is ${maxBytes / 2 ** 20} MB`);

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  switch (code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'this is a directory; give a file';
    case 'EACCES':
    case 'EPERM':
      return 'no permission to read this file';
    default:
      return `the file cannot be read (${String(code ?? error)})`;
  }
}

/** A file beside it whose name may be the one that was meant. */
function namedAlike(path: string): string | null {
  const folder = dirname(path);
  try {
    const names = readdirSync(folder, { withFileTypes: true }).flatMap((e) => (e.isFile() ? [e.name] : []));
    const near = suggest(basename(path), names);
    return near === null ? null : `did you mean ${join(folder, near)}?`;
  } catch {
    return null;
  }
}

/** What stood in front of a text in its file, and is not read: a byte order mark, or nothing. */
export function markOf(path: string, text: string): string {
  // What came through a pipe is gone.
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO() === true) return '';
  const bytes = readBytes(path, new DiagnosticBag());
  const isThere = bytes !== null && decode(bytes) === text && bytes.subarray(0, mark.length).equals(mark);
  return isThere ? '\ufeff' : '';
}

const mark = Buffer.from('\ufeff');

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
