import { describe, expect, it } from '@jest/globals';
import { cellId } from '../../../src/lang/expr/ids.js';
import { modelNamed } from '../../../src/memory/index.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import {
  append,
  emptyBuffer,
  flushable,
  flushed,
  hasRoom,
  marked,
  newestOwn,
} from '../../../src/memory/semantics.js';
import type { StoreBuffer } from '../../../src/memory/semantics.js';
import { tso } from '../../../src/memory/tso.js';
import { tsoN } from '../../../src/memory/tso-n.js';

const x = cellId(0);
const y = cellId(1);
const text = (buffer: StoreBuffer): string =>
  buffer.map((e) => (e.kind === 'marker' ? '|' : `${e.cell === x ? 'x' : 'y'}${e.value}`)).join(' ');

describe('a buffer', () => {
  it('keeps the order of all writes under TSO and lets the oldest leave', () => {
    const buffer = append(tso, append(tso, append(tso, emptyBuffer, y, 1n), x, 2n), y, 3n);
    expect(text(buffer)).toBe('y1 x2 y3');
    expect(flushable(tso, buffer)).toEqual([0]);
    expect(text(flushed(buffer, 0))).toBe('x2 y3');
  });

  it('keeps the order for each location only under PSO, and has one form for what behaves the same', () => {
    const one = append(pso, append(pso, append(pso, emptyBuffer, y, 1n), x, 2n), y, 3n);
    const other = append(pso, append(pso, append(pso, emptyBuffer, y, 1n), y, 3n), x, 2n);
    expect(text(one)).toBe('x2 y1 y3');
    expect(one).toEqual(other);
    expect(flushable(pso, one)).toEqual([0, 1]);
    expect(text(flushed(one, 1))).toBe('x2 y3');
  });

  it('holds later writes back behind the marker of a store fence under PSO', () => {
    const fenced = append(pso, marked(pso, append(pso, emptyBuffer, y, 1n)), x, 2n);
    expect(text(fenced)).toBe('y1 | x2');
    expect(flushable(pso, fenced)).toEqual([0]);
    expect(text(flushed(fenced, 0))).toBe('x2');
    expect(newestOwn(fenced, x)).toBe(2n);
  });

  it('takes no useless marker', () => {
    expect(marked(pso, emptyBuffer)).toEqual([]);
    const once = marked(pso, append(pso, emptyBuffer, x, 1n));
    expect(marked(pso, once)).toEqual(once);
    expect(text(marked(tso, append(tso, emptyBuffer, x, 1n)))).toBe('x1');
  });

  it('answers loads with the newest own entry', () => {
    const buffer = append(tso, append(tso, emptyBuffer, x, 1n), x, 2n);
    expect(newestOwn(buffer, x)).toBe(2n);
    expect(newestOwn(buffer, y)).toBeNull();
  });

  it('has room for n writes to a location under tsoN', () => {
    const two = tsoN(2);
    const buffer = append(two, append(two, emptyBuffer, x, 1n), x, 2n);
    expect([hasRoom(two, buffer, x), hasRoom(two, buffer, y), hasRoom(tso, buffer, x)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is not used under SC', () => {
    expect(flushable(sc, append(sc, emptyBuffer, x, 1n))).toEqual([]);
  });
});

describe('models by name', () => {
  it.each(['sc', 'tso', 'pso', 'tso1', 'tso2', 'tso17'])('knows %s', (name) => {
    expect(modelNamed(name)?.name).toBe(name);
  });
  it.each(['', 'TSO', 'tso0', 'tso-1', 'rmo', 'tso1.5'])('does not know %p', (name) => {
    expect(modelNamed(name)).toBeNull();
  });
  it('waits for the buffers of all threads under tso1 unless told otherwise', () => {
    expect(modelNamed('tso1')?.lockedWaits).toBe('all');
    expect(modelNamed('tso1', 'own')?.lockedWaits).toBe('own');
  });
});
