import { describe, expect, it } from '@jest/globals';
import { trimArrays } from '../../../passes/trim-arrays.js';
import { lengthOf } from '../../../src/lang/program/system.js';
import type { SystemPass } from '../../../src/pass/pass.js';
import { at } from '../../../src/support/invariant.js';
import { tallyTrimmed } from '../../../tools/fuzz/trimmed.js';

/** The pass with a fault in it. */
const faulty = (run: SystemPass['run']): SystemPass => ({ ...trimArrays, run });

const oneShort = faulty((system, context) => {
  const made = trimArrays.run(system, context);
  const shared = made.system.shared.map((variable) => {
    const { shape } = variable;
    const isTrimmed = lengthOf(variable) < lengthOf(at(system.shared, variable.id));
    if (!isTrimmed || shape.kind !== 'array' || shape.length < 2) return variable;
    return { ...variable, shape: { ...shape, length: shape.length - 1 } };
  });
  return { ...made, system: { ...made.system, shared } };
});

const blindToProperties = faulty((system, context) => {
  const made = trimArrays.run({ ...system, properties: [] }, context);
  return { ...made, system: { ...made.system, properties: system.properties } };
});

const notLedBack = faulty((system, context) => ({
  ...trimArrays.run(system, context),
  mapBack: (execution) => execution,
}));

/** Who fails instead of answering is noticed too. */
async function notices(pass: SystemPass): Promise<boolean> {
  for (let seed = 1; seed <= 600; seed++) {
    try {
      if ((await tallyTrimmed(1, seed, pass)).complaints.length > 0) return true;
    } catch {
      return true;
    }
  }
  return false;
}

describe('trimmed arrays', () => {
  it('change nothing that is said of generated programs', async () => {
    const tally = await tallyTrimmed(250, 1);
    expect(tally.complaints).toEqual([]);
    expect(tally.trimmed - tally.capped).toBeGreaterThan(40);
  });

  it('are noticed where they are too short', async () => {
    expect(await notices(oneShort)).toBe(true);
  });

  it('are noticed where only a property looks farther', async () => {
    expect(await notices(blindToProperties)).toBe(true);
  });

  it('are noticed where runs are not led back', async () => {
    expect(await notices(notLedBack)).toBe(true);
  });
});
