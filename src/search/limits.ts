import type { UnknownReason } from '../lang/run/verdict.js';

/** How long a search may take, and how much. */
export interface Limits {
  /** Aborted by the user, or by the clock with reason `timeout`. Searches look at it at least every 100 ms. */
  readonly signal: AbortSignal;
  /** A point of performance.now() at which to stop, or null. */
  readonly deadline: number | null;
  /** Memory for states in MB, or null. */
  readonly memoryMB: number | null;
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

/** Whether all that this program has made takes more than it may. */
export const isHeapFull = ({ memoryMB }: Limits): boolean =>
  memoryMB !== null && process.memoryUsage().heapUsed > memoryMB * 2 ** 20;

/** Leaves work that is too deep to be asked to stop. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

export const isInTime = ({ deadline }: Limits): boolean => deadline === null || performance.now() < deadline;

export function requireTime(limits: Limits): void {
  if (!isInTime(limits)) throw new OutOfTime();
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
