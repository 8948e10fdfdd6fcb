import { describe, expect, it } from '@jest/globals';
import { tso } from '../../../../src/memory/tso.js';
import { tallyProcesses } from '../../../../tools/fuzz/dual.js';
import { compareProcesses } from '../../../support/dual/process-agreement.js';
import { parseFp } from '../../../support/parse-fp.js';

describe('any number of processes and a few of them', () => {
  it('agree on generated programs', async () => {
    const { processes, findings } = await tallyProcesses(60, 7_000);
    expect(findings.map(({ seed, text }) => `seed ${seed}: ${text}`)).toEqual([]);
    expect(processes.programs).toBeGreaterThan(55);
    expect(processes.proven).toBeGreaterThan(60);
    expect(processes.confirmed).toBeGreaterThan(60);
    expect(processes.sizes.get(2)).toBeGreaterThan(20);
    expect(processes.open.length).toBeLessThan(6);
  });

  it('agree where it takes three and four', async () => {
    const program = parseFp(
      `shared int[0..3] x = 0;
       process R(me) { local int r = 0; r = fetch_add(x, 1); }
       invariant forall a in R: a.r < 2;`,
    );
    const found = await compareProcesses(program, tso);
    expect(found).toMatchObject({ complaints: [], refused: [], open: [], unsafe: 2, confirmed: 2 });
    expect(found.sizes).toEqual(
      new Map([
        [3, 1],
        [4, 1],
      ]),
    );
  });
});
