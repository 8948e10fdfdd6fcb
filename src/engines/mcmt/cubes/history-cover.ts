import { at } from '../../../support/invariant.js';
import { renamedSet } from '../../../support/small-sets.js';
import type { Cube } from './cube.js';
import type { Coherence, EventHistory } from './event-history.js';
import { cellOf } from './term-codes.js';
import type { TermCode } from './term-codes.js';

/**
 * Whether all that is required of the events of `general` is required of events of `special`, for a given renaming of the processes and
 * of the pending reads. Then each way to go back from `special` is a way to go back from `general`.
 */
export function historyCovers(
  general: Cube,
  special: Cube,
  to: ArrayLike<number>,
  readTo: ArrayLike<number>,
): boolean {
  const [few, many] = [general.history, special.history];
  if (few === null || many === null) return few === many;
  if (few.events.length > many.events.length) return false;
  const orders = few.orders.map((order) => {
    const cell = general.problem.renamed(order.cell, to);
    return [order, many.orders.find((other) => other.cell === cell)] as const;
  });
  const pairs: (readonly [Coherence, Coherence])[] = [];
  for (const [order, other] of orders) {
    if (other === undefined || other.writers.length < order.writers.length) return false;
    pairs.push([order, other]);
  }
  return new HistoryMatching(few, many, to, readTo, pairs, general.reads).exists();
}

class HistoryMatching {
  /** The event of `many` for each event of `few`. */
  readonly #image: number[] = [];

  constructor(
    private readonly few: EventHistory,
    private readonly many: EventHistory,
    private readonly to: ArrayLike<number>,
    private readonly readTo: ArrayLike<number>,
    /** Of the same cell. */
    private readonly pairs: readonly (readonly [Coherence, Coherence])[],
    private readonly reads: ArrayLike<TermCode>,
  ) {}

  exists(): boolean {
    const event = this.#image.length;
    if (event === this.few.events.length) return this.#read() && this.#pending();
    for (let candidate = 0; candidate < this.many.events.length; candidate++) {
      if (this.#image.includes(candidate) || !this.#fits(event, candidate)) continue;
      this.#image.push(candidate);
      if (this.exists()) return true;
      this.#image.pop();
    }
    return false;
  }

  #fits(event: number, candidate: number): boolean {
    const [one, other] = [at(this.few.events, event), at(this.many.events, candidate)];
    if ((renamedSet(one.procs, this.to) & ~other.procs) !== 0 || (one.writes && !other.writes)) return false;
    if ((renamedSet(one.fencedBy, this.to) & ~other.fencedBy) !== 0) return false;
    return (
      // Writes of one cell are in co as they are in ghb.
      this.pairs.every(
        ([{ writers }, { writers: others }]) => !writers.includes(event) || others.includes(candidate),
      ) &&
      this.few.pending.every(
        (read, i) => read.event !== event || at(this.many.pending, at(this.readTo, i)).event === candidate,
      ) &&
      this.#ordered(event, candidate)
    );
  }

  /** As far as the events before `event` are concerned. */
  #ordered(event: number, candidate: number): boolean {
    return this.#image.every((image, e) => {
      const [before, behind] = [at(this.few.after, e), at(this.few.after, event)];
      return (
        ((before & (1 << event)) === 0 || (at(this.many.after, image) & (1 << candidate)) !== 0) &&
        ((behind & (1 << e)) === 0 || (at(this.many.after, candidate) & (1 << image)) !== 0)
      );
    });
  }

  /** Who reads a write, or one before it, is before all writes that come behind it. */
  #read(): boolean {
    return this.pairs.every(([few, many]) =>
      few.writers.every((writer, i) => {
        const place = this.#place(many, writer);
        const [readers, readBy] = [upTo(many.readers, place), upTo(many.readBy, place)];
        return (
          (renamedSet(at(few.readBy, i), this.to) & ~readBy) === 0 &&
          (renamedSet(at(few.readers, i), this.#image) & ~readers) === 0
        );
      }),
    );
  }

  #place({ writers }: Coherence, event: number): number {
    return writers.indexOf(at(this.#image, event));
  }

  /** Writes before the source of a pending read are before it in both, and those behind it behind it. */
  #pending(): boolean {
    return this.few.pending.every(({ event, cut }, i) => {
      const other = at(this.many.pending, at(this.readTo, i));
      return other.event === at(this.#image, event) && this.#sides(i, cut, other.cut);
    });
  }

  #sides(read: number, cut: number, otherCut: number): boolean {
    const cell = cellOf(at(this.reads, read));
    const pair = this.pairs.find(([order]) => order.cell === cell);
    if (pair === undefined) return true;
    const [few, many] = pair;
    return few.writers.every((writer, i) => i < cut === this.#place(many, writer) < otherCut);
  }
}

function upTo(bits: readonly number[], place: number): number {
  let all = 0;
  for (let i = 0; i <= place; i++) all |= at(bits, i);
  return all;
}
