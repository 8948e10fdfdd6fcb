import { fork } from 'node:child_process';
import { field, textField } from '../../support/json-fields.js';
import type { ApartAnswer, ApartOrder } from './apart-messages.js';

export interface ApartLimits {
  readonly timeoutSeconds: number;
  /** Of the heap. */
  readonly memoryMB: number;
  readonly signal: AbortSignal;
}

export type ApartOutcome =
  ApartAnswer | { readonly kind: 'stopped'; readonly why: 'interrupted' | 'timeout' };

/** Beyond its own limit of time a process gets so many seconds before it is ended from outside. */
const grace = 3;

/** Has an order done by a process of its own, which is ended with the signal and when its time is up. */
export function askApart(order: ApartOrder, limits: ApartLimits): Promise<ApartOutcome> {
  if (limits.signal.aborted) return Promise.resolve({ kind: 'stopped', why: 'interrupted' });
  return new Promise((resolve) => {
    const child = fork(new URL('./apart-process.js', import.meta.url), [], {
      // What it would print must not get between the messages of a protocol.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${limits.memoryMB}`],
    });
    let isOver = false;
    const end = (outcome: ApartOutcome): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(clock);
      limits.signal.removeEventListener('abort', stop);
      child.kill('SIGKILL');
      resolve(outcome);
    };
    const stop = (): void => end({ kind: 'stopped', why: 'interrupted' });
    const clock = setTimeout(
      () => end({ kind: 'stopped', why: 'timeout' }),
      (limits.timeoutSeconds + grace) * 1000,
    );
    limits.signal.addEventListener('abort', stop);
    child.on('message', (answer) => end(answerIn(answer)));
    child.on('error', (error) =>
      end({ kind: 'failed', message: `no process could be started: ${error.message}` }),
    );
    child.on('exit', () =>
      end({ kind: 'failed', message: 'the process ended without an answer: it may need more memory' }),
    );
    child.send(order);
  });
}

function answerIn(message: unknown): ApartAnswer {
  if (textField(message, 'kind') === 'document')
    return { kind: 'document', document: field(message, 'document') };
  return { kind: 'failed', message: textField(message, 'message') ?? 'there is no answer' };
}
