import type { CellId } from '../../../lang/expr/ids.js';

/** What the part of a move that has been run has read and written. */
export interface MoveEffects {
  /** What memory held when the move began (after the own buffer had drained, if `drained`). */
  readonly reads: ReadonlyMap<CellId, bigint>;
  /** What the move itself puts into memory, before anybody else moves. */
  readonly direct: ReadonlyMap<CellId, bigint>;
  /** Stores since then that are still buffered, oldest first, and what keeps those before it from being overtaken. */
  readonly buffered: readonly BufferedStore[];
  /** The move has waited for the own buffer: it must have been empty, as nobody else moves in between. */
  readonly drained: boolean;
}

export type BufferedStore = CellStore | 'marker';

export interface CellStore {
  readonly cell: CellId;
  readonly value: bigint;
}

export const noEffects: MoveEffects = { reads: new Map(), direct: new Map(), buffered: [], drained: false };

export const withRead = (effects: MoveEffects, cell: CellId, value: bigint): MoveEffects => ({
  ...effects,
  reads: new Map([...effects.reads, [cell, value]]),
});

/**
 * The value of a cell as the thread sees it now; null if that is not settled yet. A cell that the move has not stored to
 * has the same value all the time, as nobody else moves and own flushes do not change what the thread sees.
 */
export function seen(effects: MoveEffects, cell: CellId): bigint | null {
  const newest = effects.buffered.findLast((entry) => entry !== 'marker' && entry.cell === cell);
  return (
    (newest === undefined || newest === 'marker' ? null : newest.value) ??
    effects.direct.get(cell) ??
    effects.reads.get(cell) ??
    null
  );
}

export const withBuffered = (effects: MoveEffects, store: CellStore): MoveEffects => ({
  ...effects,
  buffered: [...effects.buffered, store],
});

/** Two markers in a row are as good as one. */
export const withMarker = (effects: MoveEffects): MoveEffects =>
  effects.buffered.at(-1) === 'marker' ? effects : { ...effects, buffered: [...effects.buffered, 'marker'] };

export const withDirect = (effects: MoveEffects, { cell, value }: CellStore): MoveEffects => ({
  ...effects,
  direct: new Map([...effects.direct, [cell, value]]),
});

/** After a wait for the own buffer: what was buffered is in memory. */
export const drained = (effects: MoveEffects): MoveEffects => ({
  ...effects,
  direct: new Map([
    ...effects.direct,
    ...storesIn(effects).map(({ cell, value }): [CellId, bigint] => [cell, value]),
  ]),
  buffered: [],
  drained: true,
});

/** Equal for effects that the rest of a move cannot tell apart. */
export function effectsKey({ reads, direct, buffered, drained: waited }: MoveEffects): string {
  return [mapKey(reads), mapKey(direct), storesKey(buffered), waited ? 'drained' : ''].join(';');
}

export const storesKey = (stores: readonly BufferedStore[]): string =>
  stores.map((entry) => (entry === 'marker' ? '|' : `${entry.cell}=${entry.value}`)).join();

export const storesIn = ({ buffered }: MoveEffects): readonly CellStore[] =>
  buffered.flatMap((entry) => (entry === 'marker' ? [] : [entry]));

const mapKey = (values: ReadonlyMap<CellId, bigint>): string => storesKey(inOrder(values));

/** By the numbers of the cells. */
export const inOrder = (values: ReadonlyMap<CellId, bigint>): readonly CellStore[] =>
  [...values].map(([cell, value]) => ({ cell, value })).sort((a, b) => a.cell - b.cell);
