import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../../passes/pipelines.js';
import { exploreExplicit } from '../../../../src/engines/explicit/explore.js';
import { sc } from '../../../../src/memory/sc.js';
import { runPipeline } from '../../../../src/pass/run-pipeline.js';
import { parseFp } from '../../../support/parse-fp.js';

/** What is told of threads that wait for ever. */
async function told(text: string, withSymmetry: boolean): Promise<readonly string[]> {
  const { system } = runPipeline(toAutomata, parseFp(text), { procs: null, model: sc });
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
  const { warnings, stats } = await exploreExplicit(
    { system, model: sc, properties: [], limits, progress: () => undefined },
    {
      ...{ bound: null, havocRange: null, reductions: true, collectFinals: null },
      ...(withSymmetry ? { symmetry: { exact: false } } : {}),
    },
  );
  const waiting = warnings.filter(({ code }) => code === 'W602').map(({ message }) => message);
  return [`${stats.states} states`, ...waiting];
}

describe('threads that wait for ever', () => {
  it.each([2, 3, 4])(
    'have their own names where states of %i like threads stand for each other',
    async (n) => {
      const text = `shared int turn = 0; thread T(me: 0..${n - 1}) {\nassume(turn == me);\nL0: skip; }`;
      const others = Array.from({ length: n - 1 }, (_, i) => `T(${i + 1}) in line 2`);
      const [few, ...turned] = await told(text, true);
      const [all, ...plain] = await told(text, false);
      expect(turned).toEqual([`deadlock: waiting for ever are ${others.join(', ')}`]);
      expect(plain).toEqual(turned);
      expect(Number.parseInt(few ?? '')).toBeLessThanOrEqual(Number.parseInt(all ?? ''));
    },
  );
});
