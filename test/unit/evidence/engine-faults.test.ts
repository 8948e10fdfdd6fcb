import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { engineFaults } from '../../../tools/fuzz/engine-faults.js';
import { plantFaults } from '../../../tools/fuzz/mutants.js';
import { root } from '../../support/root.js';

describe('faults in engines', () => {
  it('have their places', () => {
    for (const { name, edits } of engineFaults)
      for (const { file, from } of edits)
        expect([name, readFileSync(join(root, 'dist', file), 'utf8').split(from).length]).toEqual([name, 2]);
  });

  it.each(['explicit: stores go past the buffer', 'explicit: what is asked of the end is not looked at'])(
    'do not get past --paranoid: %s',
    async (name) => {
      const faults = engineFaults.filter((fault) => fault.name === name);
      const outcomes = await plantFaults(faults);
      expect(outcomes).toEqual([
        { fault: faults[0], isWrong: true, isMissed: false, told: 'says safe, with --paranoid bug' },
      ]);
    },
  );
});
