import type { ExitCode } from '../exit-codes.js';

/** The two streams that a program writes to. */
export type StreamName = 'stdout' | 'stderr';

/** What the thread at work is told when it begins. */
export interface WorkOrder {
  readonly argv: readonly string[];
  /** One number, not 0 once the work is to stop: whoever is in the middle of a loop sees it there. */
  readonly interrupted: SharedArrayBuffer;
  readonly streams: Readonly<Record<StreamName, StreamNature>>;
}

/** What of a terminal, pipe or file is known elsewhere. */
export interface StreamNature {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
}

/** From the thread at work. */
export type FromWork =
  | { readonly kind: 'write'; readonly to: StreamName; readonly text: string; readonly number: number }
  /** A run with a time limit begins, or one has ended (null). */
  | { readonly kind: 'begins'; readonly seconds: number | null }
  | { readonly kind: 'known'; readonly told: ToldAtEnd }
  /** It wants what comes by the standard input, which only the thread that stays awake can wait for. */
  | { readonly kind: 'asks-input' }
  | { readonly kind: 'ends'; readonly code: ExitCode };

/** To the thread at work, once it has its order. */
export type ToWork =
  | { readonly kind: 'written'; readonly to: StreamName; readonly number: number }
  | { readonly kind: 'failed'; readonly to: StreamName; readonly code: string; readonly message: string }
  | { readonly kind: 'input'; readonly bytes: Uint8Array }
  /** The standard input cannot be read. */
  | { readonly kind: 'no-input'; readonly message: string }
  | { readonly kind: 'interrupt' };

/** Why work was ended that did not stop by itself. */
export type EndedFor = 'timeout' | 'memory' | 'interrupted';

/** A result as it is printed, and the exit code that goes with it. */
export interface LastWords {
  readonly text: string;
  readonly code: ExitCode;
  /** It goes behind what was written before; absent: it stands in the place of that. */
  readonly isMore?: true;
}

/** What there is to tell of work that is ended, for each reason. */
export type ToldAtEnd = Readonly<Record<EndedFor, LastWords>>;
