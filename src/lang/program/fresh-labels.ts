import { UsedNames } from '../../support/free-names.js';
import type { Thread } from './program.js';
import { everyStatement } from './walk-statements.js';

/** Makes labels that a thread does not have, and remembers them: nothing is `at` a made label. */
export class FreshLabels {
  readonly #taken: UsedNames;
  readonly #made: string[];

  constructor(labels: Iterable<string>, made: readonly string[] = []) {
    this.#taken = new UsedNames(labels);
    this.#made = [...made];
  }

  static of({ body, madeLabels }: Thread): FreshLabels {
    return new FreshLabels(
      [...everyStatement(body)].flatMap((stmt) => stmt.labels),
      madeLabels,
    );
  }

  numbered(stem: string): string {
    const label = this.#taken.numbered(stem);
    this.#made.push(label);
    return label;
  }

  /** What the thread says of its made labels. */
  ofThread(): Pick<Thread, 'madeLabels'> {
    return this.#made.length === 0 ? {} : { madeLabels: this.#made };
  }

  /** The thread with another body, and these labels known as made. */
  labelled(thread: Thread, body: Thread['body']): Thread {
    return { ...thread, body, ...this.ofThread() };
  }
}
