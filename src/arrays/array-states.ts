import { at } from '../support/invariant.js';
import type { Views } from './compile-formula.js';
import type { ArrayValue } from './array-values.js';

/** What one transition wrote to weak cells: it leaves the buffer as one. Cells in the order of their slots. */
export interface BufferEntry {
  readonly slots: readonly number[];
  readonly values: readonly ArrayValue[];
}

/** Oldest entry first. */
export type ProcessBuffer = readonly BufferEntry[];

/** A state; a value, never changed. */
export interface ArrayState {
  /** Main memory, by slots. */
  readonly cells: readonly ArrayValue[];
  /** Of process p at p - 1. All empty under SC. */
  readonly buffers: readonly ProcessBuffer[];
}

/** Memory, and memory as each process sees it: with its own writes that wait, newer ones over older ones. */
export function viewsOf({ cells, buffers }: ArrayState): Views {
  const views: (readonly ArrayValue[])[] = [cells];
  for (const buffer of buffers) views.push(buffer.length === 0 ? cells : buffer.reduce(written, cells));
  return views;
}

export function written(cells: readonly ArrayValue[], { slots, values }: BufferEntry): readonly ArrayValue[] {
  const after = cells.slice();
  for (let i = 0; i < slots.length; i++) after[at(slots, i)] = at(values, i);
  return after;
}

/** The oldest entry of the process, which has one, reaches memory. */
export function flushed({ cells, buffers }: ArrayState, process: number): ArrayState {
  const buffer = at(buffers, process - 1);
  return { cells: written(cells, at(buffer, 0)), buffers: withBuffer(buffers, process, buffer.slice(1)) };
}

/** The buffers, one of them another. */
export function withBuffer(
  buffers: readonly ProcessBuffer[],
  process: number,
  buffer: ProcessBuffer,
): readonly ProcessBuffer[] {
  const after = buffers.slice();
  after[process - 1] = buffer;
  return after;
}

/** The state in which what the view shows in the slot is the value. */
export function chosen(state: ArrayState, view: number, slot: number, value: ArrayValue): ArrayState {
  const buffer = view === 0 ? [] : at(state.buffers, view - 1);
  const place = buffer.findLastIndex(({ slots }) => slots.includes(slot));
  if (place < 0) return { ...state, cells: state.cells.with(slot, value) };
  const entry = at(buffer, place);
  const values = entry.values.with(entry.slots.indexOf(slot), value);
  return { ...state, buffers: state.buffers.with(view - 1, buffer.with(place, { ...entry, values })) };
}

/** Every value, in an order that `chosen` does not change. */
export function* valuesOf({ cells, buffers }: ArrayState): Generator<ArrayValue> {
  yield* cells;
  for (const buffer of buffers) for (const { values } of buffer) yield* values;
}

/** The same state over other values. */
export function mapValues({ cells, buffers }: ArrayState, f: (value: ArrayValue) => ArrayValue): ArrayState {
  return {
    cells: cells.map(f),
    buffers: buffers.map((buffer) => buffer.map(({ slots, values }) => ({ slots, values: values.map(f) }))),
  };
}
