import type { BooleanProgram, BooleanThread } from './boolean-program.js';
import type { LocationId } from '../expr/ids.js';
import { getOrFail } from '../../support/invariant.js';
import { addTo } from '../../support/remembered.js';

/** Gives every location of a thread a label of its own in the text, its own number where that is free. */
export class TextLabels {
  readonly #labels = new Map<LocationId, number>();
  /** Where a thread is at a label: the labels of the text that mean so. */
  readonly #aliases = new Map<number, number[]>();
  #next: number;

  constructor({ locations, end }: BooleanThread) {
    this.#next = 1 + locations.reduce((most, { label }) => Math.max(most, label ?? 0), 0);
    const taken = new Set<number>();
    // Only outside of atomic sections anybody asks where a thread is.
    for (const { id, label } of [...locations].sort((a, b) => Number(a.atomic) - Number(b.atomic))) {
      if (id === end) continue;
      const own = label === null || taken.has(label) ? this.fresh() : label;
      taken.add(own);
      this.#labels.set(id, own);
    }
    for (const { id, label, atomic } of locations) {
      if (id !== end && !atomic && label !== null) this.alias(label, this.of(id));
    }
  }

  of(location: LocationId): number {
    return getOrFail(this.#labels, location);
  }

  fresh(): number {
    return this.#next++;
  }

  /** To be at `own` in the text is to be at `label`. */
  alias(label: number, own: number): void {
    addTo(this.#aliases, label, own);
  }

  /** The labels of the text that stand for this label of the program. */
  aliases(label: number): readonly number[] {
    return this.#aliases.get(label) ?? [];
  }
}

export const labelsOf = (program: BooleanProgram): readonly TextLabels[] =>
  program.threads.map((thread) => new TextLabels(thread));
