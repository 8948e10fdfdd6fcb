import { expect, it } from '@jest/globals';
import { decideByOne } from '../../../../src/ask/by-engines.js';
import { chooseEngine } from '../../../../src/ask/choose.js';
import type { Decision } from '../../../../src/ask/decision.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { usualDiscovery } from '../../../support/abstraction-options.js';
import { askedAbout } from '../../../support/asked.js';
import { loadSample } from '../../../support/load-sample.js';

/** The queue, without its predicates. */
async function decided(model: typeof sc): Promise<Decision> {
  const program = await loadSample('abstraction/queue.fp');
  const { question } = askedAbout(
    { ...program, predicates: [] },
    { engine: 'abstract', model, bound: 1, discovery: { ...usualDiscovery, scope: 'extrapolate' } },
  );
  return decideByOne(question, await chooseEngine('program', question));
}

it('what is asked under SC before is counted with the rest', async () => {
  const before = await decided(sc);
  const { stats, discovery } = await decided(tso);
  expect(discovery?.underSc).toMatchObject({
    iterations: before.stats['iterations'],
    queries: before.stats['smtCalls'],
  });
  expect(stats['iterations']).toBe((before.stats['iterations'] ?? 0) + (discovery?.iterations ?? 0));
  expect(stats['smtCalls']).toBe((before.stats['smtCalls'] ?? 0) + (discovery?.queries ?? 0));
  expect(stats['smtCalls']).toBe((stats['dlCalls'] ?? 0) + (stats['z3Calls'] ?? 0));
});
