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
  /** A ring once it is full. */
  readonly #last: ToldRow[] = [];
  #count = 0;
  /** The state after the newest row that is not kept. */
  #reached: MachineState | null = null;
  readonly #half: number;

  constructor(most: number) {
    this.#half = Math.max(1, Math.floor(most / 2));
  }

  add(row: ToldRow): void {
    if (this.#count < this.#half) this.#first.push(row);
    else if (this.#last.length < this.#half) this.#last.push(row);
    else {
      const place = this.#oldest;
      this.#reached = at(this.#last, place).after;
      this.#last[place] = row;
    }
    this.#count++;
  }

  /** What came after the last row changed nothing that a row would tell. */
  endIn(after: MachineState): void {
    const rows = this.#last.length > 0 ? this.#last : this.#first;
    const place =
      this.#last.length === this.#half ? (this.#oldest + this.#half - 1) % this.#half : rows.length - 1;
    const row = rows[place];
    if (row !== undefined) rows[place] = { ...row, after };
  }

  get kept(): readonly ToldRow[] {
    const place = this.#last.length === this.#half ? this.#oldest : 0;
    return [...this.#first, ...this.#last.slice(place), ...this.#last.slice(0, place)];
  }

  /** Null: nothing. */
  get leftOut(): { readonly index: number; readonly count: number; readonly reached: MachineState } | null {
    if (this.#reached === null) return null;
    return { index: this.#half, count: this.#count - 2 * this.#half, reached: this.#reached };
  }

  get #oldest(): number {
    return this.#count % this.#half;
  }
}
