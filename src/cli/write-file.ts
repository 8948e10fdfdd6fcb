import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../diagnostics/diagnostic.js';
import { textField } from '../support/json-fields.js';
import { writePipe } from '../support/pipes.js';

/** Writes a result to a file: all of it or nothing. Never over the file that was read. */
export function writeWhole(path: string, text: string, input: string): void {
  if (isSameFile(path, input)) throw new UsageError(`the output would overwrite the input ${input}`);
  const partial = `${path}.${process.pid}.part`;
  try {
    if (isPipe(path)) writePipe(path, text);
    else if (isSpecial(path)) writeFileSync(path, text);
    else {
      writeFileSync(partial, text);
      renameSync(partial, path);
    }
  } catch (error) {
    discard(partial);
    throw new UsageError(`cannot write ${path}: ${reason(error)}`);
  }
}

/** What cannot be written is said before the work that it is to hold. */
export function requireWritable(path: string, input: string): void {
  if (isSameFile(path, input)) throw new UsageError(`the output would overwrite the input ${input}`);
  if (isSpecial(path)) return;
  const partial = `${path}.${process.pid}.part`;
  try {
    if (isDirectory(path)) throw new UsageError(`cannot write ${path}: it is a directory`);
    writeFileSync(partial, '');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot write ${path}: ${reason(error)}`);
  } finally {
    discard(partial);
  }
}

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** What could not be written may not be there to remove: the path leads through a file, or its name is too long. */
function discard(partial: string): void {
  try {
    rmSync(partial, { force: true });
  } catch {
    // What is said is why it could not be written.
  }
}

function isSameFile(path: string, other: string): boolean {
  try {
    const [a, b] = [statSync(path), statSync(other)];
    return a.ino === b.ino && a.dev === b.dev;
  } catch {
    return false;
  }
}

const isPipe = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;

/** A device or a pipe cannot be replaced. */
function isSpecial(path: string): boolean {
  try {
    const stat = statSync(path);
    return !stat.isFile() && !stat.isDirectory();
  } catch {
    return false;
  }
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  switch (code) {
    case 'ENOENT':
      return 'there is no such folder';
    case 'ENXIO':
      return 'nobody reads from the pipe';
    case 'ENOTDIR':
      return 'the path leads through a file that is no folder';
    case 'ENAMETOOLONG':
      return 'the name is too long';
    case 'EISDIR':
      return 'it is a directory';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'no permission';
    case 'ENOSPC':
      return 'the disk is full';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

/** Writes a file that is there anew: it stays the same file, with its permissions. */
export function overwrite(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${reason(error)}`);
  }
}

/** Writes a file that is not there yet, in a folder that is made if need be. */
export function writeNew(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    if (textField(error, 'code') === 'EEXIST')
      throw new UsageError(`there is a file ${path} already`, 'it is not written over');
    throw new UsageError(`cannot write ${path}: ${reason(error)}`);
  }
}
