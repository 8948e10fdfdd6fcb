import { closeSync, constants, openSync, readSync, realpathSync, writeSync } from 'node:fs';

// To open, read or write a pipe the usual way is to wait for its other end, in a call that nothing interrupts. So it is asked
// again and again, and whoever ends the thread finds it between two calls.

const pauseMs = 10;
const chunkBytes = 64 * 1024;

const pausing = new Int32Array(new SharedArrayBuffer(4));

const pause = (): void => void Atomics.wait(pausing, 0, 0, pauseMs);

/** Null: not now. */
function unlessBusy(work: () => number): number | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return null;
    throw error;
  }
}

/** All that is written to the pipe until it is closed, once somebody has opened it; null: more than `most` bytes. */
export function readPipe(path: string, most: number): Buffer | null {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const chunks: Buffer[] = [];
  let size = 0;
  // A pipe without a name has had its writer, if only one that is gone.
  let isOpened = !hasName(path);
  try {
    for (;;) {
      const chunk = Buffer.alloc(chunkBytes);
      const count = unlessBusy(() => readSync(file, chunk));
      if (count === 0 && isOpened) return Buffer.concat(chunks);
      isOpened ||= count !== 0;
      if (count === null || count === 0) pause();
      else chunks.push(chunk.subarray(0, count));
      size += count ?? 0;
      if (size > most) return null;
    }
  } finally {
    closeSync(file);
  }
}

/** Throws ENXIO if nobody reads. */
export function writePipe(path: string, text: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    for (let rest = Buffer.from(text); rest.length > 0;) {
      const count = unlessBusy(() => writeSync(file, rest));
      if (count === null) pause();
      else rest = rest.subarray(count);
    }
  } finally {
    closeSync(file);
  }
}

function hasName(path: string): boolean {
  try {
    realpathSync.native(path);
    return true;
  } catch {
    return false;
  }
}
