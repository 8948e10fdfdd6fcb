import { at, invariant } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import { within } from '../search/boxes.js';
import type { Boxes, MemorySet } from '../search/boxes.js';

/** What is known of the store buffer of one process for one cell: a number. */
export type StoreQueue = number;

/** Anything may be in it. */
export const anyQueue: StoreQueue = 0;
/** Nothing is in it. */
export const emptyQueue: StoreQueue = 1;

/** A message about which it is known that its value is among some: a number. */
type QueueLetter = number;

/**
 * Stands for all buffers in which the letters can be found in this order, oldest first, each with one of its values. If the
 * `newest` is told, then the last letter is found in the newest message, and without letters there is no message.
 */
interface QueueContent {
  readonly letters: readonly QueueLetter[];
  readonly newest: boolean;
}

/** The queues that occur, each stored once (docs/engines/dual-pso.md). */
export class StoreQueues {
  readonly #rows: MemorySet[] = [];
  readonly #letters = new Map<string, QueueLetter>();
  readonly #contents: QueueContent[] = [];
  readonly #queues = new Map<string, StoreQueue>();
  /** The letter of which every value will do. */
  readonly #any: QueueLetter;

  constructor(readonly boxes: Boxes) {
    this.#any = this.#letter(boxes.everything());
    this.#intern([], false);
    this.#intern([], true);
  }

  get count(): number {
    return this.#contents.length;
  }

  length(queue: StoreQueue): number {
    return this.#of(queue).letters.length;
  }

  /** Whether the newest message is told, or that there is none. */
  tellsNewest(queue: StoreQueue): boolean {
    return this.#of(queue).newest;
  }

  /** For each letter its values, oldest first. */
  rows(queue: StoreQueue): readonly MemorySet[] {
    return this.#of(queue).letters.map((letter) => at(this.#rows, letter));
  }

  /** Before the oldest message, one of these values, has reached memory. */
  beforeFlush(queue: StoreQueue, values: MemorySet): StoreQueue {
    const { letters, newest } = this.#of(queue);
    return this.#intern([this.#letter(values), ...letters], newest);
  }

  /** Before the process has stored the value; null: it has not. */
  beforeStore(queue: StoreQueue, cell: number, value: number): StoreQueue | null {
    const { letters, newest } = this.#of(queue);
    const last = letters[letters.length - 1];
    const isLast = last !== undefined && this.boxes.has(at(this.#rows, last), { cell, value });
    if (isLast) return this.#intern(letters.slice(0, -1), false);
    return newest ? null : queue;
  }

  /** The queues in which the newest message has one of these values; none if no queue may. */
  withNewest(queue: StoreQueue, cell: number, values: MemorySet): readonly StoreQueue[] {
    const { letters, newest } = this.#of(queue);
    const last = letters[letters.length - 1];
    if (last === undefined) return newest ? [] : [this.#intern([this.#letter(values)], true)];
    const lastRow = at(this.#rows, last);
    const common = lastRow.map((word, i) => word & (values[i] ?? 0));
    const found: StoreQueue[] = [];
    if (this.boxes.isOpen(common, cell))
      found.push(this.#intern([...letters.slice(0, -1), this.#letter(common)], true));
    // Some message newer than the one of the last letter, unless that is already said.
    if (!newest && !within(values, lastRow))
      found.push(this.#intern([...letters, this.#letter(values)], true));
    return found;
  }

  /** Whether `large` stands only for buffers that `small` stands for, too. */
  below(small: StoreQueue, large: StoreQueue): boolean {
    if (small === large || small === anyQueue) return true;
    const [s, l] = [this.#of(small), this.#of(large)];
    let [from, to] = [s.letters.length, l.letters.length];
    if (s.newest) {
      if (!l.newest || (from === 0) !== (to === 0)) return false;
      if (from > 0 && !this.#covers(at(l.letters, --to), at(s.letters, --from))) return false;
    }
    if (from > to) return false;
    let found = 0;
    for (let i = 0; i < to && found < from; i++)
      if (this.#covers(l.letters[i] ?? 0, s.letters[found] ?? 0)) found++;
    return found === from;
  }

  /** Whether the messages, oldest first, are such a buffer. */
  describes(queue: StoreQueue, cell: number, messages: readonly number[]): boolean {
    const { letters, newest } = this.#of(queue);
    const is = (letter: QueueLetter | undefined, value: number | undefined): boolean =>
      letter !== undefined && value !== undefined && this.boxes.has(at(this.#rows, letter), { cell, value });
    if (newest && letters.length === 0) return messages.length === 0;
    if (newest && !is(letters[letters.length - 1], messages[messages.length - 1])) return false;
    let found = 0;
    // The newest message is kept for the last letter.
    const [wanted, there] = newest
      ? [letters.length - 1, messages.length - 1]
      : [letters.length, messages.length];
    for (let i = 0; i < there && found < wanted; i++) if (is(letters[found], messages[i])) found++;
    return found === wanted;
  }

  #covers(above: QueueLetter, below: QueueLetter): boolean {
    return above === below || within(at(this.#rows, above), at(this.#rows, below));
  }

  #of(queue: StoreQueue): QueueContent {
    return at(this.#contents, queue);
  }

  #letter(values: MemorySet): QueueLetter {
    return remembered(this.#letters, values.join(), () => this.#rows.push(values) - 1);
  }

  #intern(letters: readonly QueueLetter[], told: boolean): StoreQueue {
    // That the newest message has some value says nothing.
    const newest = told && letters[letters.length - 1] !== this.#any;
    return remembered(this.#queues, `${newest ? '!' : '?'}${letters.join()}`, () => {
      invariant(this.#contents.length < 0x8000000, 'there are fewer than 2^27 queues');
      return this.#contents.push({ letters, newest }) - 1;
    });
  }
}
