import { PassThrough } from 'node:stream';
import { serveDebugger } from '../../../src/editing/dap/adapter.js';
import { messagesIn, writeMessage } from '../../../src/editing/dap/message-stream.js';
import { field, numberField, textField } from '../../../src/support/json-fields.js';

/** A debugger, with the adapter in this process. */
export class DapClient {
  readonly ended: Promise<void>;
  readonly #toAdapter = new PassThrough();
  readonly #events: { readonly event: string; readonly body: unknown }[] = [];
  readonly #answers = new Map<number, (answer: unknown) => void>();
  #heard: () => void = () => undefined;
  #sequence = 1;

  constructor() {
    const fromAdapter = new PassThrough();
    this.ended = serveDebugger(this.#toAdapter, fromAdapter);
    void this.#listen(fromAdapter);
  }

  async #listen(stream: PassThrough): Promise<void> {
    for await (const message of messagesIn(stream)) {
      if (textField(message, 'type') === 'event') {
        this.#events.push({ event: textField(message, 'event') ?? '', body: field(message, 'body') });
        this.#heard();
      } else this.#answers.get(numberField(message, 'request_seq') ?? 0)?.(message);
    }
  }

  /** The body of the answer; throws what went wrong. */
  async ask(command: string, args: object = {}): Promise<unknown> {
    const seq = this.#sequence++;
    const answer = await new Promise<unknown>((resolve) => {
      this.#answers.set(seq, resolve);
      writeMessage(this.#toAdapter, { seq, type: 'request', command, arguments: args });
    });
    if (field(answer, 'success') !== true) throw new Error(textField(answer, 'message') ?? 'failed');
    return field(answer, 'body');
  }

  /** The next event of a name; those before it are passed over. */
  async event(name: string): Promise<unknown> {
    for (;;) {
      const next = this.#events.shift();
      if (next === undefined) await new Promise<void>((resolve) => (this.#heard = resolve));
      else if (next.event === name) return next.body;
    }
  }

  /** Moves, and tells why and where the run stops. */
  async move(command: string, threadId = 1): Promise<unknown> {
    await this.ask(command, { threadId });
    return this.event('stopped');
  }

  end(): void {
    this.#toAdapter.end();
  }
}
