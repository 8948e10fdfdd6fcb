import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pso } from '../../../src/memory/pso.js';
import { tso } from '../../../src/memory/tso.js';
import { tallyFenceSets, tallyRobustSets } from '../../../tools/fuzz/fence-sets.js';
import { answerInProcess } from '../../support/fences/answer-in-process.js';
import { usualCosts } from '../../support/fences/brute-force.js';
import { compareFenceSets } from '../../support/fences/fence-set-agreement.js';
import { warnedFp } from '../../support/parse-fp.js';
import { root } from '../../support/root.js';

const limits = { maxStates: 60_000, maxCost: 4, maxSets: 200_000 };

describe('the sets of fences against trying every set', () => {
  it('are the cheapest, and all of them, for generated programs', async () => {
    const tally = await tallyFenceSets(12, 1, answerInProcess);
    expect(tally.complaints).toEqual([]);
    expect([...tally.truths.keys()].filter((truth) => truth.includes('mended for')).length).toBeGreaterThan(
      3,
    );
  });

  it('are the cheapest, and all of them, for which generated programs are robust', async () => {
    const tally = await tallyRobustSets(10, 1, answerInProcess);
    expect(tally.complaints).toEqual([]);
    const mended = [...tally.truths.keys()].filter((truth) => truth.includes('mended for'));
    expect(mended).toEqual(
      expect.arrayContaining([expect.stringMatching(/by traces/), expect.stringMatching(/^pso/)]),
    );
  });

  // What is written here was found by trying; docs/fences.md has the places.
  it.each([
    ['mutex/dekker.fp', 1, 1],
    ['mutex/peterson.fp', 1, 2],
    ['mutex/szymanski.fp', 2, 2],
    ['mutex/lamport-fast.fp', 2, 3],
    ['data-structures/rcu.fp', 2, 3],
    ['data-structures/seqlock-loop.fp', 0, 2],
    ['data-structures/spsc-queue.fp', 0, 1],
    ['data-structures/work-stealing.fp', 1, 1],
  ])('are those of %s', async (sample, underTso, underPso) => {
    const text = readFileSync(join(root, 'samples', sample), 'utf8');
    const { program } = warnedFp(text);
    for (const [model, cost] of [
      [tso, underTso],
      [pso, underPso],
    ] as const) {
      const asked = { text, model, costs: usualCosts, procs: null, bound: null, robust: null };
      const found = await compareFenceSets({ program, asked, limits }, answerInProcess);
      expect(found).toMatchObject({ complaints: [], truth: { kind: 'found', cost } });
    }
  });

  // A property sees a thread that waits at a fence or a locked instruction: before its label a fence is of use.
  it.each([
    ['a locked instruction', '{ local int r = 0; x = 1; L: r = xchg(y, 1); }', 1],
    ['a fence', '{ x = 1; L: fence; y = 1; }', 1],
    [
      'a fence that jumps lead to',
      '{ local int r = 0; either { x = 1; goto L; } or { x = 1; } L: fence; r = y; }',
      1,
    ],
    ['a store', '{ local int r = 0; x = 1; r = 2; L: y = 1; }', 1],
  ])('are those before the label of %s', async (_, body, cost) => {
    const text = `shared int x = 0, y = 0;\nthread P ${body}\ninvariant P at L -> x == 1;\n`;
    const { program } = warnedFp(text);
    for (const model of [tso, pso]) {
      const asked = { text, model, costs: usualCosts, procs: null, bound: null, robust: null };
      const found = await compareFenceSets({ program, asked, limits }, answerInProcess);
      expect(found).toMatchObject({ complaints: [], truth: { kind: 'found', cost } });
    }
  });
});
