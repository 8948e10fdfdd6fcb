import { remembered } from '../../../support/remembered.js';
import type { MemorySet } from './boxes.js';
import { Ints } from './ints.js';

/**
 * What configurations know of memory, each knowledge stored once. A knowledge is below another if the other allows the
 * same memories or fewer.
 */
export class Memories {
  readonly #rows = new Ints();
  /** By the first word, then by the others. */
  readonly #ids = new Map<number, Map<number | string, number>>();
  count = 0;

  constructor(private readonly rowLength: number) {}

  get bytes(): number {
    return this.#rows.bytes + this.count * 64;
  }

  intern(row: MemorySet): number {
    const first = row[0] ?? 0;
    const others = this.rowLength <= 2 ? (row[1] ?? 0) : row.join();
    const ids = remembered(this.#ids, first, () => new Map<number | string, number>());
    return remembered(ids, others, () => {
      for (const word of row) this.#rows.push(word);
      return this.count++;
    });
  }

  row(id: number): MemorySet {
    return Int32Array.from({ length: this.rowLength }, (_, i) => this.#rows.get(id * this.rowLength + i));
  }

  below(small: number, large: number): boolean {
    if (small === large) return true;
    const [s, l] = [small * this.rowLength, large * this.rowLength];
    for (let i = 0; i < this.rowLength; i++) {
      if ((this.#rows.get(l + i) & ~this.#rows.get(s + i)) !== 0) return false;
    }
    return true;
  }
}
