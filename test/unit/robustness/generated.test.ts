import { describe, expect, it } from '@jest/globals';
import { printProgram } from '../../../src/lang/program/print.js';
import { pso } from '../../../src/memory/pso.js';
import { tso } from '../../../src/memory/tso.js';
import { askRobust } from '../../support/robustness/ask-robust.js';
import { plainRobustness } from '../../support/robustness/robust-verdicts.js';
import { robustProgram } from '../../../tools/fuzz/robust.js';

const limits = { most: 20_000, mostSteps: 12, mostWaiting: 6 };

/** `npm run fuzz -- robust` goes on with this. */
describe('robustness of generated programs', () => {
  it.each([
    ['of traces under TSO', tso, 'trace'],
    ['of states under TSO', tso, 'state'],
    ['of states under PSO', pso, 'state'],
  ] as const)('%s is as all their runs say', async (_, model, kind) => {
    const met = { safe: 0, unsafe: 0, unknown: 0, unsupported: 0 };
    for (let seed = 7000; seed < 7120; seed++) {
      const program = robustProgram(seed);
      const plain = plainRobustness(program, model, kind, limits);
      if (plain.kind === 'too-much') continue;
      const answer = await askRobust(printProgram(program), model, kind);
      met[answer]++;
      const isOpen = answer === 'unknown' || answer === 'unsupported';
      const wanted = plain.kind === 'robust' ? 'safe' : 'unsafe';
      expect([seed, answer]).toEqual([seed, isOpen ? answer : wanted]);
    }
    expect(met.safe).toBeGreaterThan(40);
    expect(met.unsafe).toBeGreaterThan(15);
    expect(met.unknown + met.unsupported).toBeLessThan(15);
  });
});
