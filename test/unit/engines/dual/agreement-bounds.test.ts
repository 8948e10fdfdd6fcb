import { describe, expect, it } from '@jest/globals';
import { pso } from '../../../../src/memory/pso.js';
import { addBounds, compareBounds, noBounds } from '../../../support/dual/bounds-agreement.js';
import { dualProgram } from '../../../support/dual/programs.js';
import { parseFp } from '../../../support/parse-fp.js';

describe('PSO with buffers of any length', () => {
  it('is never safe where buffers of 1 to 4 stores are not', async () => {
    let tally = noBounds;
    for (let seed = 20_000; seed < 20_080; seed++) {
      const compared = await compareBounds(dualProgram(seed), pso);
      const complaints = compared.complaints.map((text) => `seed ${seed}: ${text}`);
      tally = addBounds(tally, { ...compared, complaints });
    }
    expect(tally.complaints).toEqual([]);
    expect(tally.programs).toBeGreaterThan(70);
    expect(tally.safe).toBeGreaterThan(200);
    expect(tally.unsafe).toBeGreaterThan(100);
    expect(tally.open.length).toBeLessThan(20);
  });

  it.each([2, 3, 4, 5])('finds what takes buffers for all of %i stores but one', async (length) => {
    const values = Array.from({ length }, (_, i) => i + 1);
    const program = parseFp(
      `shared int[0..${length}] x = 0; shared bool done = false;
       thread W { ${values.map((v) => `x = ${v};`).join(' ')} done = true; }
       thread R { local bool d = false; local int[0..${length}] ${values.map((v) => `r${v} = 0`).join()};
         d = done; ${values.map((v) => `r${v} = x;`).join(' ')} }
       final late: !(R.d && ${values.map((v) => `R.r${v} == ${v}`).join(' && ')});
       final early: !(R.r1 == 2 && R.r2 == 1);`,
    );
    const { complaints, shown, safe } = await compareBounds(program, pso);
    expect([complaints, shown, safe > 0]).toEqual([[], [length - 1], true]);
  });
});
