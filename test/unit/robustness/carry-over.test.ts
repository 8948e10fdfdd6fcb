import { describe, expect, it } from '@jest/globals';
import { verify } from '../../../src/index.js';

/** Under TSO without a bound, the verdicts of the properties, and the sentences beside them. */
async function answers(text: string) {
  // Summaries of buffers would have an answer of their own.
  const options = { model: 'tso', unbounded: false, timeout: 60, memory: 300 } as const;
  const report = await verify({ text, name: 'program.fp' }, options);
  return {
    verdicts: report.properties.map(({ name, verdict }) => `${name} ${verdict}`),
    said: report.limitations.join(' '),
    states: report.stats.states,
    discovery: report.discovery,
    bound: report.bound,
  };
}

/** P may run ahead of its buffer for ever, with ever larger numbers; nobody can tell. */
const endless = (rest: string): string => `shared int x = 0, n = 0;
thread P { local int i = 0; while (true) { x = i; n = x; L: i = i + 1; } }
thread Q { local int r = 0, s = 0; while (true) { r = n; s = r + 1; ${rest} } }
`;

describe('what a robust program has under SC', () => {
  it('holds of asserts whatever waits', async () => {
    const { verdicts, said, bound, discovery } = await answers(endless('assert(s > r);'));
    expect(bound).toBeNull();
    expect(verdicts).toEqual(['assert:3 safe']);
    expect(said).toContain('because the program is robust');
    // What is told of predicates is told of the proof, not of the search that gave up under TSO.
    expect(discovery).toMatchObject({ suffices: true, underSc: null });
  });

  it('is said without the bound at which an engine gave up', async () => {
    const { verdicts, said, bound, states } = await answers(`shared int zz = 0, x = 0;
thread P { local int r = 0; x = 1; r = x; r = 2; }
thread Q { local int r = 0; r = x; }
thread Z { while (true) { zz = 1 - zz; } }
invariant few: Q.r <= 1;
`);
    expect(verdicts).toEqual(['few safe']);
    expect(said).toContain('because the program is robust');
    expect(bound).toBeNull();
    // Those under SC.
    expect(states).toBeLessThan(100);
  });

  it('does not hold of invariants that read shared variables', async () => {
    // Under SC it holds; under TSO it is false as soon as n = 1 waits.
    const { verdicts } = await answers(`${endless('')}invariant seen: P at L -> n >= P.i;\n`);
    expect(verdicts).toEqual(['seen unsafe']);
  });
});
