import { expect, test } from '@jest/globals';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { mcmtText } from '../../../../tools/fuzz/mcmt.js';
import { cubSystem } from '../../../support/arrays/read-cub.js';
import { compareBackward } from '../../../support/mcmt/agreement.js';

/** Small enough for every test run; `npm run fuzz -- mcmt` takes as many as one likes. */
const systems = 50;
const options = { procs: 2, maxStates: 2000, seconds: 10 };

test('the backward engine says what exploring a few processes shows', async () => {
  const counts = { clauses: 0, unsafe: 0, decided: 0, different: 0 };
  const complaints: string[] = [];
  for (let seed = 1; seed <= systems; seed++) {
    const system = cubSystem(mcmtText(seed).text);
    const plain = await compareBackward(system, sc, options);
    const weak = await compareBackward(system, tso, { ...options, brab: seed % 4 === 0 ? 2 : null });
    for (const [i, comparison] of weak.entries()) {
      counts.clauses++;
      if (comparison.verdict === 'unsafe') counts.unsafe++;
      if (comparison.verdict !== 'unknown') counts.decided++;
      if (plain[i]?.verdict === 'safe' && comparison.verdict === 'unsafe') counts.different++;
    }
    for (const comparison of [...plain, ...weak]) {
      complaints.push(...comparison.complaints.map((complaint) => `seed ${seed}: ${complaint}`));
    }
  }
  expect(complaints).toEqual([]);
  expect(counts.unsafe / counts.clauses).toBeGreaterThan(0.25);
  expect(counts.decided / counts.clauses).toBeGreaterThan(0.9);
  expect(counts.different).toBeGreaterThan(4);
});
