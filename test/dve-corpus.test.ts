import { expect, it } from '@jest/globals';
import { readModelCorpus } from '../tools/corpus/dve-expected.js';
import { isPrintedBack, runModel } from '../tools/corpus/dve-run.js';
import { corpusFolder, describeOver } from './unit/frontends/corpus.js';

/** `npm run corpus:dve` has larger ones too. */
const maxStates = 40_000;

describeOver(corpusFolder('dve'))('DiVinE models under SC (needs $FENCEPOST_CORPUS)', () => {
  const files = readModelCorpus(corpusFolder());
  const small = files.filter(({ states }) => states !== null && states <= maxStates);

  it('are enough', () => {
    expect(files.length).toBeGreaterThanOrEqual(37);
    expect(small.length).toBeGreaterThanOrEqual(20);
  });

  it.each(files)('$file is read, printed and read again', ({ path }) => {
    expect(isPrintedBack(path)).toBe(true);
  });

  it.each(small)('$file has the states, steps and verdict that are known', async (model) => {
    const { broken, states } = await runModel(model);
    expect([broken, states]).toEqual([[], model.states]);
  });
});
