import type { Thread } from '../lang/program/program.js';
import { everyStatement } from '../lang/program/walk-statements.js';
import { UsedNames } from '../support/free-names.js';

/** Makes labels that a thread does not have, and remembers them: nothing is `at` a made label. */
export class FreshLabels {
  readonly #taken: UsedNames;
  readonly #made: string[];

  constructor(thread: Thread) {
    this.#taken = new UsedNames([...everyStatement(thread.body)].flatMap((s) => s.labels));
    this.#made = [...(thread.madeLabels ?? [])];
  }

  numbered(stem: string): string {
    const label = this.#taken.numbered(stem);
    this.#made.push(label);
    return label;
  }

  /** The thread with another body, and these labels known as made. */
  labelled(thread: Thread, body: Thread['body']): Thread {
    return this.#made.length === 0 ? { ...thread, body } : { ...thread, body, madeLabels: this.#made };
  }
}
