/** Where the numbers lie that all workers and the main thread share. Only `Atomics` reads and writes them. */
export const slots = {
  /** Bits of `halts`: everybody stops, if need be in the middle of a block. */
  halt: 0,
  /** 1: something was found that the main thread should hear of soon; no more blocks are begun. */
  urgent: 1,
  /** States that are known to be expanded first: the rank from which the blocks of this round are counted. */
  roundStart: 2,
  /** Behind the last rank of this round. */
  roundEnd: 3,
  blockSize: 4,
  blocks: 5,
  /** Blocks that were begun, or were wanted when none was left. */
  taken: 6,
  /** Behind the last state of the level that is being expanded. */
  levelEnd: 7,
  /** How many states have a rank. */
  ranks: 8,
  /** From here on the ranks are those that were given last. */
  newsFrom: 9,
  /** No state is expanded from this rank on. */
  lastRank: 10,
  /** Ids that were given out, and how many there are room for. */
  reserved: 11,
  room: 12,
  /** Of the barrier. */
  arrived: 13,
  generation: 14,
  /** One of `orders`, what all do behind the barrier. */
  order: 15,
  /** One of `ends`. */
  end: 16,
  /** The first state of the level that is being expanded, and its distance from the start, up to a constant. */
  levelStart: 17,
  depth: 18,
  perWorker: 19,
} as const;

/** Of each worker, behind the others. */
export const ownSlots = { added: 0, moves: 1, listed: 2, count: 3 } as const;

export const halts = { asked: 1, room: 2, shape: 4, space: 8 } as const;
export const orders = { goOn: 0, leave: 1 } as const;
/** How a phase ended: in the middle, with all ranks given, with no state left, or at `lastRank`. */
export const ends = { halted: 0, settled: 1, complete: 2, past: 3 } as const;

export const ownSlot = (worker: number, slot: number): number =>
  slots.perWorker + worker * ownSlots.count + slot;

export const controlLength = (workers: number): number => ownSlot(workers, 0);

/** A round has no more blocks than this. */
export const mostBlocks = 1024;
/** Ids are given out in batches of so many; a batch lies in one chunk. */
export const idBatch = 1024;
