import { describe, expect, it } from '@jest/globals';
import { counted, tallyBoolean } from '../../../../tools/fuzz/boolean.js';
import { casesOf } from '../../../support/thorough.js';

const programs = casesOf(75, 40);

describe('the judges of Boolean programs', () => {
  it(`agree on ${programs} generated programs, of which enough are safe and enough are not`, async () => {
    const tally = await tallyBoolean(programs, 70_000);
    expect(tally.complaints.map(({ seed, text }) => `seed ${seed}: ${text}`)).toEqual([]);
    expect(counted(tally.answers, /^safe/)).toBeGreaterThan(programs / 3);
    expect(counted(tally.answers, /^unsafe/)).toBeGreaterThan(programs / 3);
    // Three-valued evaluation that decided hardly anything would hardly be tested.
    expect(counted(tally.answers, /unknown/)).toBeLessThan(programs / 2);
  });
});
