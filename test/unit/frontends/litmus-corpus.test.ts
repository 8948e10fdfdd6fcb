import { describe, expect, it } from '@jest/globals';
import { mainModels } from '../../../src/memory/index.js';
import { readExpected } from '../../../tools/corpus/expected.js';
import { difference, runModel, sample } from '../../../tools/corpus/litmus-corpus.js';
import { corpusFolder, describeOver } from './corpus.js';

const folder = corpusFolder('litmus', 'public');

describeOver(folder)('herd7 and the explicit engine (needs $FENCEPOST_CORPUS)', () => {
  it.each(mainModels.map((model) => [model.name, model] as const))('agree under %s', async (_name, model) => {
    const { disagreements } = await runModel(folder, sample(readExpected(folder), 60), model);
    expect(disagreements).toEqual([]);
  });
});

describe('the comparison with herd7', () => {
  const outcome = {
    states: ['0:EAX=1; x=2;'],
    finals: [{ text: '0:EAX=1; x=2;', values: [1n, 2n], satisfies: true }],
    satisfying: 1,
    others: 0,
    verdict: 'Ok',
    observation: 'Always',
  } as const;

  it('takes no notice of the order in a line', () => {
    expect(
      difference(outcome, { verdict: 'Ok', observation: 'Always', states: ['x=2; 0:EAX=1;'] }),
    ).toBeNull();
  });

  it('finds what is missing, what is too much and other verdicts', () => {
    expect(difference(outcome, { verdict: 'No', observation: 'Never', states: ['x=3; 0:EAX=1;'] })).toBe(
      'missing 0:EAX=1 x=3; extra 0:EAX=1 x=2; verdict Ok, expected No; Always, expected Never',
    );
  });
});
