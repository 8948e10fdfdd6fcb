import type { MemoryModel } from '../memory/model.js';
import { byBuffering } from '../memory/model-questions.js';
import { at } from '../support/invariant.js';
import { isWord } from './straight-program.js';
import type { StraightOp, StraightProgram, Sum } from './straight-program.js';

/** In the place of a cell: behind it are entries that wait until all before it have left (`fence(ww)`). */
const marker = -1;
/** A buffered write takes a word for the cell and one for the value. */
const entryWords = 2;

const waitings = { none: 'none', fifo: 'queue', 'fifo-per-location': 'queues' } as const;

/**
 * The steps of a straight program under a memory model, in place on a row of words: how far each thread is, the locals, the
 * memory, and of each thread its buffer (the number of entries, then these, oldest first, then zeros). Equal states have equal
 * rows. The rules are those of memory/model.ts; a test compares.
 */
export class StraightMachine {
  readonly #waiting: 'none' | 'queue' | 'queues';
  readonly #hasMarkers: boolean;
  /** Words of a row. */
  readonly width: number;
  /** The row of the step in the making. */
  readonly row: Int32Array;
  readonly #locals: number;
  readonly #memory: number;
  /** By thread, where its buffer begins. */
  readonly #buffers: readonly number[];
  /** By thread and how far it is, the cells that it may still read or write, and those it may still write. */
  readonly #touches: readonly Int32Array[];
  readonly #writes: readonly Int32Array[];
  /** A value did not fit: what was found is of no use. */
  #overflowed = false;

  constructor(
    private readonly program: StraightProgram,
    model: MemoryModel,
  ) {
    this.#waiting = byBuffering(model, waitings);
    this.#hasMarkers = model.storeFence === 'marker' && this.#waiting === 'queues';
    const { threads, locals, memory } = program;
    this.#locals = threads.length;
    this.#memory = this.#locals + locals.length;
    let next = this.#memory + memory.length;
    this.#buffers = threads.map((ops) => {
      const begin = next;
      next += 1 + entryWords * ops.filter(({ kind }) => kind === 'store' || kind === 'mark').length;
      return begin;
    });
    this.width = next;
    this.row = new Int32Array(next);
    this.#touches = threads.map((ops) => stillUsed(ops, ({ cell }) => cell >= 0));
    this.#writes = threads.map((ops) => stillUsed(ops, ({ cell, kind }) => cell >= 0 && kind !== 'load'));
  }

  get overflowed(): boolean {
    return this.#overflowed;
  }

  /** Makes the row that of the initial state. */
  begin(): void {
    this.row.fill(0);
    this.row.set(this.program.locals, this.#locals);
    this.row.set(this.program.memory, this.#memory);
  }

  local(local: number): number {
    return this.#word(this.#locals + local);
  }

  cell(cell: number): number {
    return this.#word(this.#memory + cell);
  }

  /** Whether all threads have ended and all buffers are empty. */
  get hasEnded(): boolean {
    return this.program.threads.every((ops, t) => this.#word(t) === ops.length && this.#isEmpty(t));
  }

  /** Whether the next operation of the thread can be done now. */
  mayStep(thread: number): boolean {
    const op = this.#next(thread);
    if (op === undefined) return false;
    const waits = op.kind === 'fence' || op.kind === 'exchange' || op.kind === 'add';
    return !waits || this.#isEmpty(thread);
  }

  /** Does the next operation of a thread that may step. */
  step(thread: number): void {
    const op = this.#next(thread);
    if (op === undefined) return;
    this.row[thread] = this.#word(thread) + 1;
    switch (op.kind) {
      case 'set':
        return this.#set(op.target, this.#sum(op.sum));
      case 'load':
        return this.#set(op.target, this.#sum(op.sum) + op.factor * this.#seen(thread, op.cell));
      case 'store':
        return this.#store(thread, op.cell, this.#sum(op.sum));
      case 'fence':
        return;
      case 'mark':
        return this.#mark(thread);
      case 'exchange':
      case 'add':
        return this.#exchange(op);
    }
  }

  /** How many entries, beginning with the oldest, may be able to leave the buffer (see `mayFlush`). */
  entries(thread: number): number {
    const count = this.#word(at(this.#buffers, thread));
    return this.#waiting === 'queue' ? Math.min(count, 1) : count;
  }

  /** Whether the entry may leave the buffer now: it is no marker, behind none, and the oldest for its cell where others may overtake. */
  mayFlush(thread: number, entry: number): boolean {
    const cell = this.#entryCell(thread, entry);
    if (cell === marker) return false;
    for (let before = entry - 1; before >= 0; before--) {
      const other = this.#entryCell(thread, before);
      if (other === cell || other === marker) return false;
    }
    return true;
  }

  flush(thread: number, entry: number): void {
    const begin = this.#entry(thread, entry);
    this.row[this.#memory + this.#word(begin)] = this.#word(begin + 1);
    this.#remove(thread, entry);
    if (!this.#isEmpty(thread) && this.#entryCell(thread, 0) === marker) this.#remove(thread, 0);
  }

  /**
   * Takes the steps that can be taken first without losing a final state: whatever the others do meanwhile commutes with them.
   * Each is a persistent set by itself (Godefroid, *Partial-Order Methods*, 1996), and since there are no jumps no step of
   * another thread is put off for ever.
   */
  settle(): void {
    let moved = true;
    while (moved) {
      moved = false;
      for (let thread = 0; thread < this.#locals; thread++) while (this.#settleOne(thread)) moved = true;
    }
  }

  #settleOne(thread: number): boolean {
    const op = this.#next(thread);
    if (op !== undefined && this.mayStep(thread) && this.#stepIsPrivate(thread, op)) {
      this.step(thread);
      return true;
    }
    for (let entry = 0; entry < this.entries(thread); entry++) {
      if (!this.mayFlush(thread, entry)) continue;
      if ((this.#usedByOthers(thread, this.#touches) & (1 << this.#entryCell(thread, entry))) !== 0) continue;
      this.flush(thread, entry);
      return true;
    }
    return false;
  }

  /** Nobody else has to do with the step, from now on. */
  #stepIsPrivate(thread: number, { kind, cell }: StraightOp): boolean {
    switch (kind) {
      case 'set':
      case 'fence':
      case 'mark':
        return true;
      case 'load':
        return (this.#usedByOthers(thread, this.#writes) & (1 << cell)) === 0;
      case 'store':
        // Into the buffer, which others do not see. The thread's own flushes take what is at the other end of it.
        return this.#waiting !== 'none' || (this.#usedByOthers(thread, this.#touches) & (1 << cell)) === 0;
      case 'exchange':
      case 'add':
        return (this.#usedByOthers(thread, this.#touches) & (1 << cell)) === 0;
    }
  }

  /** The cells that other threads may still use so, and those to which they have buffered writes. */
  #usedByOthers(thread: number, uses: readonly Int32Array[]): number {
    let cells = 0;
    for (let other = 0; other < this.#locals; other++) {
      if (other === thread) continue;
      cells |= at(at(uses, other), this.#word(other));
      const count = this.#word(at(this.#buffers, other));
      for (let entry = 0; entry < count; entry++) {
        const cell = this.#entryCell(other, entry);
        if (cell !== marker) cells |= 1 << cell;
      }
    }
    return cells;
  }

  #next(thread: number): StraightOp | undefined {
    return at(this.program.threads, thread)[this.#word(thread)];
  }

  #set(target: number, value: number): void {
    if (!isWord(value)) this.#overflowed = true;
    if (target >= 0) this.row[this.#locals + target] = value;
  }

  #store(thread: number, cell: number, value: number): void {
    if (!isWord(value)) this.#overflowed = true;
    if (this.#waiting === 'none') this.row[this.#memory + cell] = value;
    else this.#append(thread, cell, value);
  }

  #exchange({ kind, cell, target, sum }: StraightOp): void {
    const old = this.cell(cell);
    const value = this.#sum(sum) + (kind === 'add' ? old : 0);
    if (!isWord(value)) this.#overflowed = true;
    this.row[this.#memory + cell] = value;
    this.#set(target, old);
  }

  #sum({ constant, locals }: Sum): number {
    let value = constant;
    for (const { local, times } of locals) value += times * this.local(local);
    return value;
  }

  /** What a load gets: the thread's newest own entry, else what is in memory. */
  #seen(thread: number, cell: number): number {
    for (let entry = this.#word(at(this.#buffers, thread)) - 1; entry >= 0; entry--)
      if (this.#entryCell(thread, entry) === cell) return this.#word(this.#entry(thread, entry) + 1);
    return this.cell(cell);
  }

  /** Where the order between cells means nothing, entries are sorted by cell: buffers that behave the same are the same. */
  #append(thread: number, cell: number, value: number): void {
    const count = this.#word(at(this.#buffers, thread));
    let place = count;
    if (this.#waiting === 'queues') while (place > 0 && this.#entryCell(thread, place - 1) > cell) place--;
    const [begin, end] = [this.#entry(thread, place), this.#entry(thread, count)];
    this.row.copyWithin(begin + entryWords, begin, end);
    this.row[begin] = cell;
    this.row[begin + 1] = value;
    this.row[at(this.#buffers, thread)] = count + 1;
  }

  /** A marker at the end, unless there is nothing it would hold back. */
  #mark(thread: number): void {
    const count = this.#word(at(this.#buffers, thread));
    const isUseful = count > 0 && this.#entryCell(thread, count - 1) !== marker;
    if (!this.#hasMarkers || !isUseful) return;
    this.row[this.#entry(thread, count)] = marker;
    this.row[at(this.#buffers, thread)] = count + 1;
  }

  #remove(thread: number, entry: number): void {
    const count = this.#word(at(this.#buffers, thread));
    const [begin, end] = [this.#entry(thread, entry), this.#entry(thread, count)];
    this.row.copyWithin(begin, begin + entryWords, end);
    this.row.fill(0, end - entryWords, end);
    this.row[at(this.#buffers, thread)] = count - 1;
  }

  #isEmpty(thread: number): boolean {
    return this.#word(at(this.#buffers, thread)) === 0;
  }

  #entry(thread: number, entry: number): number {
    return at(this.#buffers, thread) + 1 + entryWords * entry;
  }

  #entryCell(thread: number, entry: number): number {
    return this.#word(this.#entry(thread, entry));
  }

  #word(place: number): number {
    return at(this.row, place);
  }
}

/** By how far the thread is, the cells of the operations that are left and that count. */
function stillUsed(ops: readonly StraightOp[], counts: (op: StraightOp) => boolean): Int32Array {
  const used = new Int32Array(ops.length + 1);
  for (let i = ops.length - 1; i >= 0; i--) {
    const op = at(ops, i);
    used[i] = at(used, i + 1) | (counts(op) ? 1 << op.cell : 0);
  }
  return used;
}
