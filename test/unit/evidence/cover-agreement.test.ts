import { describe, expect, it } from '@jest/globals';
import { checkCover } from '../../../src/evidence/cover/check-cover.js';
import { sc } from '../../../src/memory/sc.js';
import { tallyEvidence } from '../../../tools/fuzz/evidence.js';
import type { CoverCheckerUnderTest } from '../../support/evidence/compare-cover.js';

const programs = 25;

describe('the checker of invariants', () => {
  it('agrees with all runs of generated programs', async () => {
    const tally = await tallyEvidence(programs, 500);
    expect(tally.complaints).toEqual([]);
    expect(tally.compared).toBeGreaterThan(40);
    expect(tally.joined).toBeGreaterThan(20);
    expect(tally.damaged - tally.damagedAccepted).toBeGreaterThan(100);
  });

  const faults: Readonly<Record<string, CoverCheckerUnderTest>> = {
    'knows no buffers': (system, _, properties, cover, watch) =>
      checkCover(system, sc, properties, cover, watch),
    'forgets the steps of a thread': (system, model, properties, cover, watch) => {
      const threads = system.threads.map((thread, i) => (i === 0 ? { ...thread, edges: [] } : thread));
      return checkCover({ ...system, threads }, model, properties, cover, watch);
    },
    'does not look at properties': (system, model, _, cover, watch) =>
      checkCover(system, model, [], cover, watch),
    'accepts a cover with one obligation that does not hold': (...asked) => {
      const found = checkCover(...asked);
      return { ...found, held: Math.min(found.obligations, found.held + 1) };
    },
  };

  it.each(Object.keys(faults))('is noticed where it %s', async (name) => {
    const tally = await tallyEvidence(programs, 500, faults[name]);
    expect(tally.complaints.length).toBeGreaterThan(0);
  });
});
