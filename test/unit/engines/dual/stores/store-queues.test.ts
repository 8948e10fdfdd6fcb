import { describe, expect, it } from '@jest/globals';
import { Boxes } from '../../../../../src/engines/dual/search/boxes.js';
import { StoreQueues, anyQueue, emptyQueue } from '../../../../../src/engines/dual/stores/store-queues.js';
import type { StoreQueue } from '../../../../../src/engines/dual/stores/store-queues.js';

const cell = 0;
const values = [0, 1, 2];
const boxes = new Boxes([{ name: 'x', values: values.map(BigInt) }]);
const queues = new StoreQueues(boxes);
const sets = [[0], [1], [0, 1], [1, 2], [0, 1, 2]].map((some) => boxes.oneOf(cell, some).row);

/** All messages of up to so many. */
function buffers(most: number): readonly (readonly number[])[] {
  const all: (readonly number[])[] = [[]];
  for (let i = 0; i < all.length; i++) {
    const buffer = all[i] ?? [];
    if (buffer.length < most) for (const value of values) all.push([...buffer, value]);
  }
  return all;
}

const shorter = buffers(3);
const longer = buffers(4);

/** Queues as undoing makes them, with up to two messages told. */
function made(): readonly StoreQueue[] {
  const found = new Set<StoreQueue>([anyQueue, emptyQueue]);
  for (const queue of found) {
    if (queues.length(queue) > 1) continue;
    for (const row of sets) {
      found.add(queues.beforeFlush(queue, row));
      for (const told of queues.withNewest(queue, cell, row)) found.add(told);
    }
  }
  return [...found].filter((queue) => queues.length(queue) <= 2);
}

const all = made();
const is = (queue: StoreQueue, buffer: readonly number[]): boolean => queues.describes(queue, cell, buffer);

describe('what is known of a store buffer', () => {
  it('is made in many ways', () => {
    expect(all.length).toBeGreaterThan(50);
  });

  it('is below what stands for fewer buffers, and nothing else', () => {
    for (const small of all) {
      const below = all.filter((large) => queues.below(small, large));
      const within = all.filter((large) => longer.every((b) => !is(large, b) || is(small, b)));
      expect(below).toEqual(within);
    }
  });

  it('is known of longer buffers, too, with the same newest message', () => {
    const wrong: unknown[] = [];
    for (const queue of all) {
      for (const buffer of shorter.filter((b) => b.length > 0 && is(queue, b)))
        for (const value of values) if (!is(queue, [value, ...buffer])) wrong.push([queue, value, buffer]);
    }
    expect(wrong).toEqual([]);
  });

  it('before a store is that of which the buffer becomes one by the store', () => {
    for (const queue of all) {
      for (const value of values) {
        const before = queues.beforeStore(queue, cell, value);
        const may = shorter.filter((buffer) => before !== null && is(before, buffer));
        expect(may).toEqual(shorter.filter((buffer) => is(queue, [...buffer, value])));
      }
    }
  });

  it('before a flush is that from which flushes lead there, the last one of such a value', () => {
    for (const queue of all) {
      for (const row of sets) {
        const before = queues.beforeFlush(queue, row);
        const leads = (buffer: readonly number[]): boolean =>
          buffer.some((value, i) => boxes.has(row, { cell, value }) && is(queue, buffer.slice(i + 1)));
        expect(shorter.filter((buffer) => is(before, buffer))).toEqual(shorter.filter(leads));
      }
    }
  });

  it('with a newest value is what both say', () => {
    for (const queue of all) {
      for (const row of sets) {
        const told = queues.withNewest(queue, cell, row);
        const both = (buffer: readonly number[]): boolean => {
          const newest = buffer.at(-1);
          return newest !== undefined && boxes.has(row, { cell, value: newest }) && is(queue, buffer);
        };
        const found = shorter.filter((buffer) => told.some((t) => is(t, buffer)));
        expect(found).toEqual(shorter.filter(both));
      }
    }
  });
});
