import { describe, expect, it } from '@jest/globals';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { blankProperty } from '../../../../src/ask/report.js';
import type { VerdictName } from '../../../../src/ask/report.js';
import { tallyDual } from '../../../../tools/fuzz/dual.js';
import type { DualFinding } from '../../../../tools/fuzz/dual.js';
import type { EngineAnswer } from '../../../support/abstraction/abstract-agreement.js';
import { compareDual, judgeDual, noPrograms, together } from '../../../support/dual/program-agreement.js';
import { parseFp } from '../../../support/parse-fp.js';

const texts = (findings: readonly DualFinding[]): readonly string[] =>
  findings.map(({ seed, model, text }) => `seed ${seed} under ${model}: ${text}`);

describe('the dual engine and the store buffers themselves', () => {
  it('agree on generated programs', async () => {
    const { tallies, findings } = await tallyDual(152, 5_000);
    expect(texts(findings)).toEqual([]);
    const all = [...tallies.values()].reduce(together, noPrograms);
    expect(all.programs).toBeGreaterThan(150);
    expect(all.safe).toBeGreaterThan(500);
    expect(all.unsafe).toBeGreaterThan(250);
    expect(all.cutOff).toBeGreaterThan(10);
    expect(all.withViolation).toBeGreaterThan(all.programs / 4);
    expect(all.open.length).toBeLessThan(10);
  });

  it.each([
    ['a store that is late', 'x = 1; r = y;', 'y = 1; r = x;', 'unsafe'],
    ['a store that a fence waits for', 'x = 1; fence; r = y;', 'y = 1; fence; r = x;', 'safe'],
  ] as const)('see %s', async (_what, p, q, verdict) => {
    const program = parseFp(
      `shared int x = 0, y = 0; thread P { local int r = 2; ${p} } thread Q { local int r = 2; ${q} }
       final P.r == 1 || Q.r == 1;`,
    );
    const ask = { procs: 2, seconds: 5 };
    const underTso = await compareDual(program, { ...ask, model: tso });
    expect({ ...underTso, safe: 0, unsafe: 0 }).toEqual({
      ...noPrograms,
      programs: 1,
      withViolation: verdict === 'unsafe' ? 1 : 0,
    });
    expect(underTso.unsafe).toBe(verdict === 'unsafe' ? 1 : 0);
    const underSc = await compareDual(program, { ...ask, model: sc });
    expect(underSc.unsafe).toBe(0);
  });
});

describe('the comparison', () => {
  const [invariant] = parseFp('thread P { local int r = 0; r = 1; } invariant low: P.r < 1;').properties;
  const answer = (verdict: VerdictName, reason: 'timeout' | 'cut-off' | null = null): EngineAnswer => {
    if (invariant === undefined) throw new Error('the program has its invariant first');
    return { kind: 'decided', reports: new Map([['low', { ...blankProperty(invariant), verdict, reason }]]) };
  };

  it('complains of other verdicts', () => {
    expect(judgeDual(answer('safe'), answer('unsafe')).complaints).toEqual([
      'low is safe by the dual engine, unsafe by the explicit engine',
    ]);
    expect(judgeDual(answer('unsafe'), answer('safe')).complaints).toHaveLength(1);
    expect(judgeDual(answer('safe'), answer('unknown', 'cut-off')).complaints).toHaveLength(1);
    expect(judgeDual(answer('unknown', 'cut-off'), answer('safe')).complaints).toHaveLength(1);
  });

  it('does not where one of them has no verdict', () => {
    expect(judgeDual(answer('unknown', 'timeout'), answer('safe'))).toMatchObject({
      ...{ complaints: [], open: ['timeout'], safe: 0 },
    });
    expect(judgeDual(answer('unsafe'), answer('unknown', 'timeout'))).toMatchObject({
      ...{ complaints: [], witnessed: 1, unsafe: 0, withViolation: 0 },
    });
  });

  it('complains of what would be a bug', () => {
    const bug: EngineAnswer = { kind: 'bug', why: 'a counterexample does not replay' };
    expect(judgeDual(bug, answer('safe')).complaints).toEqual([
      'the dual engine: a counterexample does not replay',
    ]);
  });
});
