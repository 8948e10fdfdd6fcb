import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sc } from '../src/memory/sc.js';
import { tso } from '../src/memory/tso.js';
import type { VerifyReport } from '../src/ask/report.js';
import { root } from './support/golden.js';
import { dualSamples, ofAnyNumber, verdictRows } from './support/samples.js';
import { verifyPath } from './support/verify-text.js';

/** What verdicts.tsv says of a sample under a model, property by property. */
const stated = (sample: string, model: string): readonly (readonly [string, string | undefined])[] =>
  verdictRows
    .filter((row) => row.sample === sample)
    .map(({ property, expected }) => [property, expected.get(model)]);

/** What is unsafe is so with short buffers already, and found sooner; what is safe has few states for any buffers. */
async function byStoreBuffers(path: string): Promise<VerifyReport> {
  const short = await verifyPath(path, { model: tso, engine: 'explicit', bound: 1 });
  return short.verdict === 'unsafe' ? short : verifyPath(path, { model: tso, engine: 'explicit' });
}

describe('samples for the dual engine', () => {
  it.each(dualSamples.filter((sample) => !ofAnyNumber(sample)))(
    '%s has its verdicts by the store buffers themselves',
    async (sample) => {
      const report = await byStoreBuffers(join(root, 'samples', sample));
      const own = report.properties.filter(({ kind }) => kind === 'invariant' || kind === 'final');
      expect(own.map(({ name, verdict }) => [name, verdict])).toEqual(stated(sample, 'tso'));
    },
  );

  // Two copies of each process are enough to violate what any number of them violates.
  describe.each([sc, tso])('under $name', (model) => {
    it.each(dualSamples.filter(ofAnyNumber))(
      '%s has its violations with two threads of each kind',
      async (sample) => {
        const report = await verifyPath(join(root, 'samples', sample), {
          ...{ model, engine: 'explicit', procs: 2 },
          bound: model === tso ? 2 : null,
        });
        expect(report.errors).toEqual([]);
        const own = report.properties.filter(({ kind }) => kind === 'invariant');
        expect(own.map(({ name, verdict }) => [name, verdict === 'unsafe'])).toEqual(
          stated(sample, model.name).map(([name, verdict]) => [name, verdict === 'unsafe']),
        );
      },
    );
  });
});
