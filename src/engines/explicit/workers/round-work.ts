import { invariant, at } from '../../../support/invariant.js';
import { OutOfSpace, chunkBits, chunkMask } from '../../shared/state-store.js';
import type { Barrier } from './barrier.js';
import { ends, mostBlocks, orders, ownSlot, ownSlots, slots } from './control.js';
import type { WorkerStart } from './crew-messages.js';
import type { WorkerCode } from './shared-code.js';
import type { WorkerNews } from './worker-news.js';
import type { WorkerTable } from './worker-table.js';

/** Steps between two looks at whether to stop. */
const stepsAtOnce = 4096;
/** At least so many blocks for each worker, so that all end at about the same time; but none of so few states. */
const blocksEach = 64;
const leastBlock = 64;

/** What one worker found in one block: a part of its list. */
interface Finds {
  readonly block: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The part of one worker in a breadth-first search. A level, all states that are equally far from the start, is cut into
 * blocks, and who is free takes the next one. When all are done the states that were found get ranks: in the order of the
 * ranks of their parents, and those of one parent as they were found. So every state has the rank that it has as a number
 * in a search by one, whoever found it: only the workers' times are by chance. Blocks that were taken are the first of
 * their level, so ranks may also be given before a level is done.
 */
export class RoundWork {
  readonly #control: Int32Array;
  readonly #counts: Int32Array;
  #block: number | null = null;
  #blockList = 0;
  #finds: Finds[] = [];

  constructor(
    private readonly start: WorkerStart,
    private readonly table: WorkerTable,
    private readonly news: WorkerNews,
    private readonly barrier: Barrier,
    private readonly code: () => WorkerCode,
  ) {
    this.#control = start.control;
    this.#counts = start.counts;
  }

  /** Until there is something for the main thread. */
  expand(): void {
    for (;;) {
      this.#takeBlocks();
      this.barrier.meet(() => this.#decide());
      if (this.#get(slots.order) === orders.leave) return;
      this.#countFinds();
      this.barrier.meet(() => this.#sumCounts());
      this.#giveRanks();
      this.barrier.meet(() => this.#nextRound());
      if (this.#get(slots.order) === orders.leave) return;
    }
  }

  /** What was generated for another layout, or the first; a block that was begun goes on with it. */
  replaced(old: WorkerCode | null): void {
    if (old === null) return;
    old.restart();
    Atomics.add(this.#control, ownSlot(this.start.me, ownSlots.moves), old.takeMoves());
    if (this.#block !== null) this.code().begin(old.expanded(), this.#endOf(this.#block));
  }

  #takeBlocks(): void {
    if (this.#block !== null && !this.#finishBlock()) return;
    while (this.#get(slots.halt) === 0 && this.#get(slots.urgent) === 0) {
      const block = Atomics.add(this.#control, slots.taken, 1);
      if (block >= this.#get(slots.blocks)) return;
      if (!this.#beginBlock(block)) return;
    }
  }

  #beginBlock(block: number): boolean {
    const from = this.#firstOf(block);
    this.#block = block;
    this.#blockList = this.table.listed;
    this.code().begin(from, this.#endOf(block));
    return this.#finishBlock();
  }

  /** False: it had to stop before. */
  #finishBlock(): boolean {
    const block = this.#block;
    invariant(block !== null, 'there is a block to finish');
    const code = this.code();
    const end = this.#endOf(block);
    if (code.halted()) code.restart();
    try {
      while (code.expanded() < end) {
        code.run(stepsAtOnce);
        this.#tellCounts();
        if (this.#get(slots.halt) !== 0 && code.expanded() < end) return false;
      }
    } catch (error) {
      if (!(error instanceof OutOfSpace)) throw error;
      this.news.outOfSpace(error.message);
      return false;
    }
    this.#finds.push({ block, from: this.#blockList, to: this.table.listed });
    this.#block = null;
    return true;
  }

  #decide(): void {
    if (this.#get(slots.halt) !== 0) this.#leave(ends.halted);
    else this.#set(slots.order, orders.goOn);
  }

  /** Of each block what is still its own: a state may have been found from one of lesser rank. */
  #countFinds(): void {
    const { table } = this;
    const size = this.#get(slots.blockSize);
    let kept = 0;
    this.#finds = this.#finds.map(({ block, from, to }) => {
      const start = kept;
      const first = this.#firstOf(block);
      kept = table.keep(from, to, [first, first + size], start);
      Atomics.store(this.#counts, block, kept - start);
      return { block, from: start, to: kept };
    });
  }

  /** In the place of each count the first rank of the block's states. */
  #sumCounts(): void {
    const taken = this.#takenBlocks;
    let rank = this.#get(slots.ranks);
    this.#set(slots.newsFrom, rank);
    for (let block = 0; block < taken; block++) rank += Atomics.exchange(this.#counts, block, rank);
    this.#set(slots.ranks, rank);
  }

  #giveRanks(): void {
    const { order, list } = this.table;
    for (const { block, from, to } of this.#finds) {
      let rank = Atomics.load(this.#counts, block);
      for (let i = from; i < to; i++, rank++) at(order, rank >>> chunkBits)[rank & chunkMask] = at(list, i);
    }
    this.#finds = [];
    this.#clearList();
  }

  /** The list may be what generated code has in hand: it hears of it by `refresh`. */
  #clearList(): void {
    this.table.listed = 0;
    this.code().refresh();
  }

  /** Done by one for all, while the others wait: also the expansion of levels that are too small to share. */
  #nextRound(): void {
    for (;;) {
      this.#closeRound();
      const end = this.#endHere();
      if (end !== null) return this.#leave(end);
      const size = this.#get(slots.roundEnd) - this.#get(slots.roundStart);
      const { workers, leastShare } = this.start;
      const isShared = size >= leastShare * workers;
      this.#cut(isShared ? Math.max(leastBlock, Math.ceil(size / (blocksEach * workers))) : size);
      if (isShared) return this.#set(slots.order, orders.goOn);
      this.#takeBlocks();
      if (this.#get(slots.halt) !== 0) return this.#leave(ends.halted);
      this.#countFinds();
      this.#sumCounts();
      this.#giveRanks();
    }
  }

  #closeRound(): void {
    this.#set(slots.roundStart, Math.min(this.#firstOf(this.#takenBlocks), this.#get(slots.roundEnd)));
    this.#set(slots.blocks, 0);
    this.#set(slots.taken, 0);
  }

  #leave(end: number): void {
    this.#set(slots.end, end);
    this.#set(slots.order, orders.leave);
  }

  /** Not null: there is no next round now, for this reason. */
  #endHere(): number | null {
    if (this.#get(slots.urgent) !== 0) return ends.settled;
    if (this.#get(slots.halt) !== 0) return ends.halted;
    const start = this.#get(slots.roundStart);
    if (start >= this.#get(slots.levelEnd)) {
      this.#set(slots.levelStart, this.#get(slots.levelEnd));
      this.#set(slots.levelEnd, this.#get(slots.ranks));
      Atomics.add(this.#control, slots.depth, 1);
    }
    if (start >= this.#get(slots.levelEnd)) return ends.complete;
    this.#set(slots.roundEnd, Math.min(this.#get(slots.levelEnd), this.#get(slots.lastRank)));
    return start >= this.#get(slots.roundEnd) ? ends.past : null;
  }

  #cut(blockSize: number): void {
    const size = this.#get(slots.roundEnd) - this.#get(slots.roundStart);
    const least = Math.max(blockSize, Math.ceil(size / mostBlocks));
    this.#set(slots.blockSize, least);
    this.#set(slots.blocks, Math.ceil(size / least));
    this.#set(slots.taken, 0);
  }

  get #takenBlocks(): number {
    return Math.min(this.#get(slots.taken), this.#get(slots.blocks));
  }

  #firstOf(block: number): number {
    return this.#get(slots.roundStart) + block * this.#get(slots.blockSize);
  }

  #endOf(block: number): number {
    return Math.min(this.#firstOf(block + 1), this.#get(slots.roundEnd));
  }

  #tellCounts(): void {
    const { me } = this.start;
    this.table.tellUse();
    this.#set(ownSlot(me, ownSlots.added), this.table.added);
    this.#set(ownSlot(me, ownSlots.listed), this.table.list.length);
    Atomics.add(this.#control, ownSlot(me, ownSlots.moves), this.code().takeMoves());
  }

  #get(slot: number): number {
    return Atomics.load(this.#control, slot);
  }

  #set(slot: number, value: number): void {
    Atomics.store(this.#control, slot, value);
  }
}
