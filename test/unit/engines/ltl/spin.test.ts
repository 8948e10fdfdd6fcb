import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sc } from '../../../../src/memory/sc.js';
import { tsoN } from '../../../../src/memory/tso-n.js';
import { quick, spinMissing } from '../../../../tools/spin/spin.js';
import { spinsAnswers } from '../../../../tools/spin/spin-temporal.js';
import { folderWith } from '../../../cli/fencepost.js';
import { tellSkipped } from '../../../support/skipped.js';

const program = `shared int x = 0, y = 0;
thread P { x = 1; y = 1; Done: skip; }
thread Q { local int r = 0; while (true) { r = y; } }
`;

/** With the answers under sc and under tso1: there a write may be late, but it comes. */
const formulas = [
  ['ltl f: G (P at Done -> F (x == 1));', 'safe', 'safe'],
  ['ltl f: G (P at Done -> x == 1);', 'safe', 'unsafe'],
] as const;

const folder = folderWith({});

const missing = spinMissing();
if (missing !== null) tellSkipped(missing, 'temporal properties by Spin');
const describeWithSpin = missing === null ? describe : describe.skip;

describeWithSpin('Spin', () => {
  it.each(formulas)('says the same of %s', async (formula, underSc, underTso1) => {
    const path = join(folder, 'p.fp');
    writeFileSync(path, program + formula);
    const asked = async (model: typeof sc) => spinsAnswers(path, model, quick);
    expect(await asked(sc)).toEqual([{ property: 'f', ours: underSc, spins: underSc }]);
    expect(await asked(tsoN(1))).toEqual([{ property: 'f', ours: underTso1, spins: underTso1 }]);
  });
});
