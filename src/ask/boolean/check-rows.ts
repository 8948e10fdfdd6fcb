import type { TraceStep } from '../../lang/run/trace.js';
import type { MachineState } from '../../memory/machine.js';
import { at } from '../../support/invariant.js';

/** One row of a run that is told. */
export interface ToldRow extends Omit<TraceStep, 'after'> {
  readonly after: MachineState;
}

/** The first and the last rows of a run, as many as there is room for. */
export class ToldRows {
  readonly #first: ToldRow[] = [];
  /** At least the last, with the one before them; now and then those before are let go of. */
  #last: ToldRow[] = [];
  #count = 0;
  readonly #half: number;

  constructor(most: number) {
    this.#half = Math.max(1, Math.floor(most / 2));
  }

  add(row: ToldRow): void {
    if (this.#count++ < this.#half) this.#first.push(row);
    else this.#last.push(row);
    if (this.#last.length > 1.5 * this.#half + 1) this.#last = this.#last.slice(-this.#half - 1);
  }

  /** What came after the last row changed nothing that a row would tell. */
  endIn(after: MachineState): void {
    const rows = this.#last.length > 0 ? this.#last : this.#first;
    const row = rows.pop();
    if (row !== undefined) rows.push({ ...row, after });
  }

  get kept(): readonly ToldRow[] {
    return [...this.#first, ...this.#last.slice(-this.#half)];
  }

  /** Null: nothing. */
  get leftOut(): { readonly index: number; readonly count: number; readonly reached: MachineState } | null {
    const count = this.#count - 2 * this.#half;
    // The state after the newest row that is not kept.
    return count > 0
      ? { index: this.#half, count, reached: at(this.#last, this.#last.length - this.#half - 1).after }
      : null;
  }
}
