import { describe, expect, test } from '@jest/globals';
import type { Limits } from '../../../../src/search/limits.js';
import { tso } from '../../../../src/memory/tso.js';
import { manyWays } from '../../../support/mcmt/many-ways.js';
import { verdicts } from '../../../support/mcmt/ask-backward.js';

const noLimits: Limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

describe('one step back that can be taken in very many ways', () => {
  test('ends when the time is up', async () => {
    const started = performance.now();
    const limits = { ...noLimits, deadline: started + 500 };
    expect(await verdicts(manyWays, tso, { order: 'dfs', limits })).toEqual(['timeout']);
    expect(performance.now() - started).toBeLessThan(4000);
  });

  test('lets signals have their turn', async () => {
    const started = performance.now();
    const stop = new AbortController();
    setTimeout(() => stop.abort('SIGINT'), 500);
    const limits = { ...noLimits, signal: stop.signal };
    expect(await verdicts(manyWays, tso, { order: 'dfs', limits })).toEqual(['interrupted']);
    expect(performance.now() - started).toBeLessThan(4000);
  });
});
