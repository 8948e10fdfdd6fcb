import { totalmem } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { getHeapStatistics } from 'node:v8';
import type { Limits } from '../search/limits.js';
import { ceilingMB, roomForStates } from '../search/process-memory.js';

/** Without --memory, states may take this share of the machine's memory: a search without end must not end the machine. */
const defaultShare = 0.6;

/** The limits of a run that began at `started` (of performance.now()). */
export function limitsOf(
  { timeoutSeconds, memoryMB }: { readonly timeoutSeconds: number | null; readonly memoryMB: number | null },
  started: number,
  signal: AbortSignal,
): Limits {
  const deadline = timeoutSeconds === null ? null : started + timeoutSeconds * 1000;
  const allowed = memoryMB ?? usualMB();
  // The command line works in a thread of its own, in a process that is there for this alone (cli/apart). Whoever calls from a
  // program has other things in memory, which come and go.
  const counted = isMainThread ? {} : { processMB: ceilingMB(allowed) };
  return { signal, deadline, memoryMB: roomForStates(allowed), ...counted };
}

/** What a process may take that was told nothing. */
export const usualMB = (): number => Math.floor((defaultShare * availableBytes()) / 2 ** 20);

/** A container may allow less than the machine has; 0 or an absurd number says that it does not. */
function availableBytes(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

/** Of the heap that Node allows; beyond it the process is ended. */
const heapShare = 0.8;

/** For searches whose states are objects. */
export function withinHeap(limits: Limits): Limits {
  const room = Math.floor((heapShare * getHeapStatistics().heap_size_limit) / 2 ** 20);
  return { ...limits, memoryMB: Math.min(room, limits.memoryMB ?? room) };
}
