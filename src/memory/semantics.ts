import type { CellId } from '../lang/expr/ids.js';
import { at } from '../support/invariant.js';
import type { MemoryModel } from './model.js';
import { ordersWrites, roomPerLocation } from './model-questions.js';

/** One buffered write, or the marker that `fence(ww)` leaves. */
export type QueuedWrite =
  { readonly kind: 'write'; readonly cell: CellId; readonly value: bigint } | { readonly kind: 'marker' };

/** The buffered writes of one thread, oldest first. Equal states of a thread have equal buffers (see `append`). */
export type StoreBuffer = readonly QueuedWrite[];

export const emptyBuffer: StoreBuffer = [];

/** Whether a store to the cell can go now; if not, it waits. */
export function hasRoom(model: MemoryModel, buffer: StoreBuffer, cell: CellId): boolean {
  return entriesFor(buffer, cell) < roomPerLocation(model);
}

export function entriesFor(buffer: StoreBuffer, cell: CellId): number {
  return buffer.filter((e) => e.kind === 'write' && e.cell === cell).length;
}

/**
 * The buffer with one write more. Where the order between locations means nothing, the entries between two markers
 * are kept sorted by cell, so that buffers that behave the same are the same.
 */
export function append(model: MemoryModel, buffer: StoreBuffer, cell: CellId, value: bigint): StoreBuffer {
  const entry: QueuedWrite = { kind: 'write', cell, value };
  if (ordersWrites(model)) return [...buffer, entry];
  let place = buffer.length;
  while (place > 0) {
    const before = at(buffer, place - 1);
    if (before.kind === 'marker' || before.cell <= cell) break;
    place--;
  }
  return [...buffer.slice(0, place), entry, ...buffer.slice(place)];
}

/** The thread's own newest value of the cell, or null: then main memory has it. */
export function newestOwn(buffer: StoreBuffer, cell: CellId): bigint | null {
  for (let i = buffer.length - 1; i >= 0; i--) {
    const entry = at(buffer, i);
    if (entry.kind === 'write' && entry.cell === cell) return entry.value;
  }
  return null;
}

/** The positions of the entries that may leave now. */
export function flushable(model: MemoryModel, buffer: StoreBuffer): readonly number[] {
  switch (model.buffering) {
    case 'none':
      return [];
    case 'fifo':
      return buffer.length === 0 ? [] : [0];
    case 'fifo-per-location': {
      const seen = new Set<CellId>();
      const positions: number[] = [];
      for (const [i, entry] of buffer.entries()) {
        if (entry.kind === 'marker') break;
        if (!seen.has(entry.cell)) positions.push(i);
        seen.add(entry.cell);
      }
      return positions;
    }
  }
}

/** The buffer after the entry at `position` has left. A marker with nothing before it has done its work. */
export function flushed(buffer: StoreBuffer, position: number): StoreBuffer {
  const rest = [...buffer.slice(0, position), ...buffer.slice(position + 1)];
  return rest[0]?.kind === 'marker' ? rest.slice(1) : rest;
}

/** The buffer after `fence(ww)`. */
export function marked(model: MemoryModel, buffer: StoreBuffer): StoreBuffer {
  const last = buffer[buffer.length - 1];
  const useless = model.storeFence === 'no-effect' || last === undefined || last.kind === 'marker';
  return useless ? buffer : [...buffer, { kind: 'marker' }];
}
