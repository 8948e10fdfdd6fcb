import { EventEmitter } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { Sink } from '../output.js';
import type { FromWork, StreamName, StreamNature, ToWork } from './work-messages.js';

/** A stream that another thread writes for us. */
export class RemoteSink extends EventEmitter implements Sink {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  readonly #waiting = new Map<number, () => void>();
  #number = 0;

  constructor(
    private readonly name: StreamName,
    { isTTY, columns }: StreamNature,
    private readonly port: MessagePort,
  ) {
    super();
    this.isTTY = isTTY;
    this.columns = columns;
  }

  write(text: string, done?: () => void): boolean {
    const number = this.#number++;
    if (done !== undefined) this.#waiting.set(number, done);
    const message: FromWork = { kind: 'write', to: this.name, text, number };
    this.port.postMessage(message);
    return true;
  }

  /** What the other thread tells of its writing. */
  hear(message: Extract<ToWork, { readonly kind: 'written' | 'failed' }>): void {
    switch (message.kind) {
      case 'written': {
        this.#waiting.get(message.number)?.();
        this.#waiting.delete(message.number);
        return;
      }
      case 'failed':
        this.emit('error', Object.assign(new Error(message.message), { code: message.code }));
    }
  }
}
