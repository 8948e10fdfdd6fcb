import type { CellId } from '../../lang/expr/ids.js';

/** Of two entries that are followed from the store on, which one. */
export type FollowedSlot = 'older' | 'newer';

/** An entry that is kept apart: the newest for its cell, one that is followed, or both. */
export interface KeptEntry {
  readonly cell: CellId;
  readonly isNewest: boolean;
  readonly slot: FollowedSlot | null;
}

/**
 * A store buffer of any length. Of each cell the newest entry is kept, since the thread may load it, and at most two entries are
 * followed; of all others it is known only for which cells there may be some (where the newest leaves none are left, however
 * many seemed to be). Kept entries stand in the order of their stores:
 * of all (TSO), or of each cell (PSO).
 */
export interface SummaryWord {
  readonly kept: readonly KeptEntry[];
  /** The cells of the other entries, in ascending order. */
  readonly others: readonly CellId[];
}

export const emptyWord: SummaryWord = { kept: [], others: [] };

export const isEmptyWord = ({ kept }: SummaryWord): boolean => kept.length === 0;

export const wordKey = ({ kept, others }: SummaryWord): string => {
  const entries = kept.map(({ cell, isNewest, slot }) => `${cell}${isNewest ? '!' : ''}${slot ?? ''}`);
  return `${entries.join(' ')} / ${others.join(' ')}`;
};

export const newestFor = ({ kept }: SummaryWord, cell: CellId): KeptEntry | null =>
  kept.find((entry) => entry.isNewest && entry.cell === cell) ?? null;

export const isFollowed = ({ kept }: SummaryWord, slot: FollowedSlot): boolean =>
  kept.some((entry) => entry.slot === slot);

/** Behind a store: what was the newest entry for the cell is one of the others, unless it is followed. */
export function withStore(
  word: SummaryWord,
  cell: CellId,
  slot: FollowedSlot | null,
  isOrdered: boolean,
): SummaryWord {
  const before = newestFor(word, cell);
  const kept = word.kept.flatMap((entry): readonly KeptEntry[] =>
    entry !== before ? [entry] : entry.slot === null ? [] : [{ ...entry, isNewest: false }],
  );
  const others = before?.slot === null ? withCell(word.others, cell) : word.others;
  const entry: KeptEntry = { cell, isNewest: true, slot };
  if (isOrdered) return { kept: [...kept, entry], others };
  const place = kept.findIndex((other) => other.cell > cell);
  return { kept: place < 0 ? [...kept, entry] : kept.toSpliced(place, 0, entry), others };
}

/** The kept entries that may be the next to leave: nothing that is kept and must leave before is there. */
export const leaving = ({ kept }: SummaryWord, isOrdered: boolean): readonly KeptEntry[] =>
  isOrdered
    ? kept.slice(0, 1)
    : kept.filter((entry, i) => kept.findIndex(({ cell }) => cell === entry.cell) === i);

/** Of its cell all others are older than the newest entry: none is left then. */
export const withoutKept = ({ kept, others }: SummaryWord, entry: KeptEntry): SummaryWord => ({
  kept: kept.filter((other) => other !== entry),
  others: entry.isNewest ? others.filter((cell) => cell !== entry.cell) : others,
});

const withCell = (cells: readonly CellId[], cell: CellId): readonly CellId[] =>
  cells.includes(cell) ? cells : [...cells, cell].sort((a, b) => a - b);
