import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { tso } from '../../../src/memory/tso.js';
import { usualAbstraction } from '../../support/abstraction-options.js';
import { root } from '../../support/golden.js';
import { verifyPath } from '../../support/verify-text.js';

/** Bound 1 overflows, bound 2 does not; neither has anything to do with the proof under SC. */
it('ce makes its proof under SC once for all bounds', async () => {
  const path = join(root, 'samples/abstraction/dekker-two-writes.fp');
  const by = (bound: number | null) =>
    verifyPath(path, {
      model: tso,
      bound,
      engine: 'abstract',
      abstraction: { ...usualAbstraction, method: 'ce' },
    });
  const [one, two, auto] = [await by(1), await by(2), await by(null)];
  expect([one.verdict, two.verdict, auto.verdict]).toEqual(['unknown', 'safe', 'safe']);
  const proof = Number(/with ([0-9]+) solver calls/.exec(two.limitations.join())?.[1]);
  expect(proof).toBeGreaterThan(0);
  expect(auto.stats.smtCalls).toBe(one.stats.smtCalls + two.stats.smtCalls - proof);
});
