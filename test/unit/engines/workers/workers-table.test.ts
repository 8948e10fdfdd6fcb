import { describe, expect, it } from '@jest/globals';
import { fillTable, stressTable } from '../../../support/workers/table-stress.js';
import type { Planted } from '../../../support/workers/table-stress.js';

const faults: readonly (readonly [string, Planted])[] = [
  [
    'a state is entered without looking whether another came first',
    [
      'e = Atomics.compareExchange(table, i, 0, (h & ~mask) | (id + 1));',
      'table[i] = (h & ~mask) | (id + 1);',
    ],
  ],
  [
    'who loses goes on behind the entry without comparing',
    [
      '      if (e === 0) {\n        S_free',
      '      if (e !== 0) { i = (i + 1) & mask; continue; }\n      if (e === 0) {\n        S_free',
    ],
  ],
  [
    'who loses counts the state all the same',
    ['      if (e === 0) {\n        S_free', '      {\n        S_free'],
  ],
  [
    'a parent that is greater than the new one takes its place',
    ['const q = Atomics.compareExchange(c, k, p, parent);', 'const q = p; c[k] = parent;'],
  ],
];

describe('the table of several workers', () => {
  describe.each(['answering', 'batching'] as const)('%s', (kind) => {
    it.each([2, 3])('has each state once and its least parent: %i workers', async (workers) => {
      expect(await stressTable(kind, workers)).toEqual([]);
    });

    it.each(faults)('is seen to be wrong if %s', async (_, planted) => {
      let complaints: readonly string[] = [];
      for (let i = 0; i < 5 && complaints.length === 0; i++) complaints = await stressTable(kind, 3, planted);
      expect(complaints.length).toBeGreaterThan(0);
    });
  });

  describe('without room for a state of a batch', () => {
    // Two batches of ids.
    const full = { halted: true, next: 2048 >> 3, before: 10 * (2048 >> 3), listed: 2048, isPunctual: true };

    it('goes back to its parent', () => {
      expect(fillTable()).toEqual(full);
    });

    it.each<[string, Planted]>([
      ['it goes on behind it', ['next = S_back;', '']],
      ['moves are counted twice', ['before = S_backMoves;', '']],
      ['those behind it are put in', ['n < count && !S_isFull', 'n < count']],
      ['who asks does not hear of all', ['S_putAll();\n  S_tell', 'S_tell']],
    ])('is seen to be wrong if %s', (_, planted) => {
      expect(fillTable(planted)).not.toEqual(full);
    });
  });
});
