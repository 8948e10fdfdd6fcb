import type { Thread } from '../../lang/program/program.js';
import { UsedNames } from '../../support/free-names.js';

/** Labels of a thread for jumps that are not written as such. */
export class MadeLabels {
  readonly #taken: UsedNames;
  readonly #made: string[] = [];

  constructor(labels: Iterable<string>) {
    this.#taken = new UsedNames(labels);
  }

  numbered(stem: string): string {
    const label = this.#taken.numbered(stem);
    this.#made.push(label);
    return label;
  }

  ofThread(): Pick<Thread, 'madeLabels'> {
    return this.#made.length === 0 ? {} : { madeLabels: this.#made };
  }
}

/** Where `break` and `continue` lead: a label is made when it is asked for. */
export class LoopExits {
  #leave: string | null = null;
  #next: string | null = null;

  constructor(private readonly labels: MadeLabels) {}

  leave(): string {
    return (this.#leave ??= this.labels.numbered('leave'));
  }

  next(): string {
    return (this.#next ??= this.labels.numbered('next'));
  }

  /** The label of what `continue` leads to, if there is one that does. */
  get nextLabels(): readonly string[] {
    return this.#next === null ? [] : [this.#next];
  }

  /** The label of what stands behind the loop, if there is a `break`. */
  get behind(): string | null {
    return this.#leave;
  }
}
