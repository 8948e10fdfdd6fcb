import { describe, expect, it } from '@jest/globals';
import type { MachineState } from '../../../../src/memory/machine.js';
import { ToldRows } from '../../../../src/ask/boolean/check-rows.js';

const state = (value: number): MachineState => ({
  places: [],
  memory: [BigInt(value)],
  locals: [],
  buffers: [],
});

describe('the rows that are kept', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 20])('of %d are the first and the last three', (count) => {
    const rows = new ToldRows(6);
    const all = Array.from({ length: count }, (_, i) => i);
    for (const i of all) rows.add({ kind: 'edge', thread: 'T', line: null, action: `${i}`, after: state(i) });
    rows.endIn(state(99));
    const kept = count <= 6 ? all : [...all.slice(0, 3), ...all.slice(-3)];
    expect(rows.kept.map((r) => r.action)).toEqual(kept.map(String));
    const ends = [...kept.slice(0, -1), ...(count === 0 ? [] : [99])];
    expect(rows.kept.map((r) => r.after)).toEqual(ends.map(state));
    expect(rows.leftOut).toEqual(
      count <= 6 ? null : { index: 3, count: count - 6, reached: state(count - 4) },
    );
  });
});
