import { describe, expect, it } from '@jest/globals';
import { runStripped, strippedSamples, strippedText } from './support/abstraction/stripped-samples.js';
import { everyNth } from './support/thorough.js';

describe('samples without the predicates that they state', () => {
  const own = strippedSamples.filter((sample) => sample.startsWith('abstraction/'));

  it('are all there, and state none', () => {
    expect(own.length).toBeGreaterThanOrEqual(21);
    expect(own.filter((sample) => strippedText(sample).includes('predicates {'))).toEqual([]);
  });

  // Those of other families are finite: `npm run corpus:discovery`.
  it.each(everyNth(own, 2))('%s is decided under each model', async (sample) => {
    const runs = await runStripped(sample);
    expect(
      runs.flatMap(({ model, open, wrong }) => [...open, ...wrong].map((text) => [model, text])),
    ).toEqual([]);
  });
});
