import type { Limits, Stop } from '../../../search/limits.js';
import { afterViolation, beforeViolation, stopAfterViolation } from '../after-violation.js';

/**
 * The words of states that were expanded or packed anew: as good as time, but the same on every machine. Once a property is
 * violated the others get so much more of it.
 */
export class SearchWork {
  #most: number;
  /** Of states that were expanded before the last packing, and of all that were packed anew. */
  #earlier = 0;
  #packedAt = 0;

  constructor(private readonly limits: Limits) {
    this.#most = beforeViolation(limits);
  }

  /** When so many states are expanded. */
  after(expanded: number, words: number): number {
    return this.#earlier + (expanded - this.#packedAt) * words;
  }

  /** So many states are packed anew, from so many words into so many. */
  notePacking(states: number, expanded: number, before: number, words: number): void {
    this.#earlier = this.after(expanded, before) + states * words;
    this.#packedAt = expanded;
  }

  noteViolation(expanded: number, words: number): void {
    this.#most = Math.min(this.#most, afterViolation(this.after(expanded, words), this.limits));
  }

  /** Not null: some property is violated, and the others had as much time as they get. */
  past(expanded: number, words: number): Stop | null {
    return this.after(expanded, words) > this.#most ? stopAfterViolation : null;
  }

  /** How many states are expanded when there is no more time; may be infinite. */
  lastExpanded(words: number): number {
    return this.#packedAt + Math.floor((this.#most - this.#earlier) / words) + 1;
  }
}
