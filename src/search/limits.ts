import type { UnknownReason } from '../lang/run/verdict.js';
import { takenMB } from './process-memory.js';

/** How long a search may take, and how much. */
export interface Limits {
  /** Aborted by the user, or by the clock with reason `timeout`. Searches look at it at least every 100 ms. */
  readonly signal: AbortSignal;
  /** A point of performance.now() at which to stop, or null. */
  readonly deadline: number | null;
  /** Memory for states in MB, or null. */
  readonly memoryMB: number | null;
  /** What the process may take in all, in MB; absent: nobody cares. */
  readonly processMB?: number;
  /** Once a property is violated, nobody asks about the others. */
  readonly firstViolation?: true;
  /** A property that was asked of somebody else is violated already. */
  readonly isLost?: boolean;
}

/** Why work stops before it is done. */
export interface Stop {
  readonly reason: UnknownReason;
  /** A clause: `the time is up`. */
  readonly why: string;
}

export type TimeStop = Stop & { readonly reason: 'timeout' | 'interrupted' };

/** A limit of the whole work was reached, or the user has had enough. */
export type LimitStop = Stop & { readonly reason: TimeStop['reason'] | 'memory' };

export const outOfTime: TimeStop = { reason: 'timeout', why: 'the time is up' };

/** Null: the work may go on, as far as the clock and the signal are concerned. */
export function stopOf({ signal, deadline }: Limits, now: number): TimeStop | null {
  if (signal.aborted) return abortReason(signal.reason);
  return deadline !== null && now >= deadline ? outOfTime : null;
}

function abortReason(reason: unknown): TimeStop {
  const byClock = reason === 'timeout' || (reason instanceof Error && reason.name === 'TimeoutError');
  return byClock ? outOfTime : { reason: 'interrupted', why: 'interrupted' };
}

/** Null: the process takes no more than it may. */
export function memoryStopOf({ processMB }: Limits): LimitStop | null {
  if (processMB === undefined || takenMB() <= processMB) return null;
  return { reason: 'memory', why: `the process takes more than ${Math.round(processMB)} MB` };
}

/** Whether all that this program has made takes more than it may. */
export const isHeapFull = (limits: Limits): boolean =>
  (limits.memoryMB !== null && process.memoryUsage().heapUsed > limits.memoryMB * 2 ** 20) ||
  memoryStopOf(limits) !== null;

/** Leaves work that is too deep to be asked to stop. */
export class Stopped extends Error {
  override readonly name = 'Stopped';

  constructor(readonly stop: LimitStop) {
    super(stop.why);
  }
}

/** Until the deadline. */
export const secondsLeft = ({ deadline }: Limits): number =>
  deadline === null ? Infinity : (deadline - performance.now()) / 1000;

export const isInTime = (limits: Limits): boolean => stopOf(limits, performance.now()) === null;

export function requireTime(limits: Limits): void {
  const stop = stopOf(limits, performance.now());
  if (stop !== null) throw new Stopped(stop);
}

/** One line about long work: states, states a second, frontier, memory. */
export type ProgressListener = (progress: Progress) => void;

export interface Progress {
  readonly phase: string;
  readonly states: number;
  readonly frontier: number;
  readonly seconds: number;
}

/** A search that has become large asks whether it is still worth its while. */
export interface SearchPause {
  /** When the states take so much room. */
  readonly atMB: number;
  /** Asked once, with the names of the properties that are open. */
  readonly goesOn: (open: readonly string[]) => Promise<boolean>;
}
