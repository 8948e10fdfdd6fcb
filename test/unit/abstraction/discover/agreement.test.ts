import { expect, it } from '@jest/globals';
import { openShare, tallyAbstract } from '../../../../tools/fuzz/abstract.js';

it('with predicates that it finds the abstract engine says nothing else than the explicit one', async () => {
  const campaign = await tallyAbstract(9, 4250, (way) =>
    /^discovered, (itp|itp, direct|wp|templates)$/.test(way),
  );
  expect(campaign.complaints.map(({ text, program }) => `${text}\n${program}`)).toEqual([]);
  const tallies = [...campaign.tallies.values()];
  const total = (of: 'safe' | 'unsafe' | 'unknown'): number =>
    tallies.reduce((sum, tally) => sum + tally[of], 0);
  expect(total('safe')).toBeGreaterThan(60);
  expect(total('unsafe')).toBeGreaterThan(60);
  expect(campaign.beyondSc).toBeGreaterThan(3);
  // Of all 400 programs of `npm run fuzz -- discovery` it is much less.
  expect(openShare(campaign)).toBeLessThan(0.1);
});
