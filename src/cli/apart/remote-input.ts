import { InputError, diagnosticOf } from '../../diagnostics/diagnostic.js';
import type { ToWork } from './work-messages.js';

/** The standard input, as the thread at work has it: another thread reads it. */
export class RemoteInput {
  readonly #come: Promise<Uint8Array>;
  #fulfil: (bytes: Uint8Array) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;

  constructor(private readonly ask: () => void) {
    this.#come = new Promise((resolve, reject) => {
      this.#fulfil = resolve;
      this.#fail = reject;
    });
  }

  /** All of it. To be asked for once. */
  whole(): Promise<Uint8Array> {
    this.ask();
    return this.#come;
  }

  hear(message: Extract<ToWork, { readonly kind: 'input' | 'no-input' }>): void {
    if (message.kind === 'input') this.#fulfil(message.bytes);
    else this.#fail(unreadable(message.message));
  }
}

const unreadable = (why: string): InputError =>
  new InputError([diagnosticOf('E001', null, `the standard input cannot be read (${why})`)]);
