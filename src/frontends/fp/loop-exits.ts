import type { FreshLabels } from '../../lang/program/fresh-labels.js';

/** Where `break` and `continue` lead: a label is made when it is asked for. */
export class LoopExits {
  #leave: string | null = null;
  #next: string | null = null;

  constructor(private readonly labels: FreshLabels) {}

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
