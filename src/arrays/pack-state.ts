import type { ArrayInstance } from './instance.js';
import type { ArrayState, BufferEntry, ProcessBuffer } from './array-states.js';
import type { ArrayValue } from './array-values.js';
import { free, isFree } from './array-values.js';

/**
 * States as strings, for tables: one character for most values, so that engines store them as bytes. Two states that differ only
 * in which free value is where have the same string.
 *
 *   state     = one value for each cell, then for each process its buffer
 *   buffer    = number of entries, entries; entry = number of cells, then slot and value of each
 *   value     = 0 for a free one; else 1 + 2v or, for a negative v, -2v; from `long` on, `long` and three digits of base 2^12
 */
const long = 0xd000;
const digit = 1 << 12;

export function packState({ cells, buffers }: ArrayState, hasBuffers: boolean): string {
  const codes: number[] = [];
  for (const value of cells) pushValue(codes, value);
  if (hasBuffers) {
    for (const buffer of buffers) {
      codes.push(buffer.length);
      for (const { slots, values } of buffer) {
        codes.push(slots.length);
        for (let i = 0; i < slots.length; i++) {
          codes.push(slots[i] ?? 0);
          pushValue(codes, values[i] ?? free);
        }
      }
    }
  }
  return String.fromCharCode(...codes);
}

function pushValue(codes: number[], value: ArrayValue): void {
  if (isFree(value)) {
    codes.push(0);
    return;
  }
  const code = value < 0 ? -2 * value : 1 + 2 * value;
  if (code < long) codes.push(code);
  else codes.push(long, Math.floor(code / digit / digit), Math.floor(code / digit) % digit, code % digit);
}

export function unpackState(text: string, instance: ArrayInstance, hasBuffers: boolean): ArrayState {
  const reader = new PackedReader(text);
  const cells: ArrayValue[] = [];
  for (let left = instance.cells.length; left > 0; left--) cells.push(reader.value());
  const buffers: ProcessBuffer[] = [];
  for (let left = instance.procs; left > 0; left--) buffers.push(hasBuffers ? reader.buffer() : noEntries);
  return { cells, buffers };
}

const noEntries: ProcessBuffer = [];

class PackedReader {
  #place = 0;

  constructor(private readonly text: string) {}

  value(): ArrayValue {
    let code = this.#next();
    if (code === 0) return free;
    if (code === long) code = (this.#next() * digit + this.#next()) * digit + this.#next();
    return code % 2 === 1 ? (code - 1) / 2 : -code / 2;
  }

  buffer(): ProcessBuffer {
    const count = this.#next();
    if (count === 0) return noEntries;
    const entries: BufferEntry[] = [];
    for (let left = count; left > 0; left--) entries.push(this.#entry());
    return entries;
  }

  #entry(): BufferEntry {
    const slots: number[] = [];
    const values: ArrayValue[] = [];
    for (let left = this.#next(); left > 0; left--) {
      slots.push(this.#next());
      values.push(this.value());
    }
    return { slots, values };
  }

  #next(): number {
    return this.text.charCodeAt(this.#place++);
  }
}
