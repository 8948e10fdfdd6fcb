import { expect, it } from '@jest/globals';
import { readExpected } from '../../../../tools/corpus/expected.js';
import { runDualLitmus } from '../../../../tools/corpus/litmus-dual.js';
import { corpusFolder, describeOver } from '../../frontends/corpus.js';

const folder = corpusFolder('litmus', 'public');

describeOver(folder)('herd7 and the dual engine under TSO (needs $FENCEPOST_CORPUS)', () => {
  it('agree on conditions and final states', async () => {
    const tests = readExpected(folder).filter((_, i) => i % 10 === 0);
    const { disagreements, states } = await runDualLitmus(folder, tests);
    expect(disagreements).toEqual([]);
    expect(states).toBeGreaterThan(5 * tests.length);
  });

  it('would be told apart', async () => {
    const test = readExpected(folder).find(({ name }) => name === 'SB');
    const outcome = test?.models.get('tso');
    if (test === undefined || outcome === undefined) throw new Error('the corpus has the test SB');
    const wrong = { ...outcome, observation: 'Never', states: outcome.states.slice(1) };
    const { disagreements } = await runDualLitmus(folder, [{ ...test, models: new Map([['tso', wrong]]) }]);
    expect(disagreements).toEqual([
      'SB.litmus: condition is unsafe, expected safe; other states is unsafe, expected safe',
    ]);
  });
});
