import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../../passes/pipelines.js';
import type { ExplicitResult } from '../../../../src/engines/explicit/explore.js';
import type { Property } from '../../../../src/lang/program/program.js';
import type { System } from '../../../../src/lang/program/system.js';
import { mainModels } from '../../../../src/memory/index.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { runPipeline } from '../../../../src/pass/run-pipeline.js';
import { at } from '../../../../src/support/invariant.js';
import { loadSample } from '../../../support/load-sample.js';
import { parseFp } from '../../../support/parse-fp.js';
import { finiteSamples } from '../../../support/samples.js';
import {
  contradictions,
  eager,
  leftOpenForMemory,
  outcome,
  searched,
} from '../../../support/workers/same-search.js';
import type { SearchWish } from '../../../support/workers/same-search.js';
import { randomSystem } from '../explicit-random.js';
import { casesOf, everyNth } from '../../../support/thorough.js';

const deadlock: Property = { kind: 'deadlock', name: 'deadlock' };
const systemOf = (text: string): System => runPipeline(toAutomata, parseFp(text), { procs: null }).system;

/** Everything is collected that can be. */
const finals = (system: System): SearchWish => ({
  collectFinals: system.shared.map(({ id }) => ({ kind: 'shared', shared: id })),
});

/** What both are to say; how much goes into the memory is another matter. */
const said = (one: ExplicitResult, many: ExplicitResult, who: ExplicitResult): unknown => ({
  outcome: leftOpenForMemory(one) ? null : outcome(who),
  contradictions: who === one ? [] : contradictions(one, many),
});

/** Two and three workers, from the start and from the middle of a level: they take turns. */
const crews = [eager(2), eager(3, 40)];

describe('several workers come to what one comes to', () => {
  // A sample takes part with as many states as there are in so little memory.
  const limits = { memoryMB: 6 };
  const roomier = { memoryMB: 24 };

  it.each(
    everyNth(
      finiteSamples.map(
        (path, i) => [path, at(mainModels, i % 3), at(crews, Math.floor(i / 3) % 2)] as const,
      ),
      2,
    ),
  )('on %s', async (path, model, workers) => {
    const { system } = runPipeline(toAutomata, await loadSample(path), { procs: 2, model });
    const properties = [...system.properties.filter(({ kind }) => kind !== 'ltl'), deadlock];
    const reductions = path.length % 2 === 0;
    const one = await searched(system, model, { properties, reductions, limits });
    const many = await searched(system, model, { properties, reductions, limits: roomier, workers });
    expect(said(one, many, many)).toEqual(said(one, many, one));
  });

  it.each(
    everyNth(
      finiteSamples.map((path, i) => [path, at(mainModels, i % 3)] as const),
      4,
    ),
  )('on %s, with orders of steps left out', async (path, model) => {
    const { system } = runPipeline(toAutomata, await loadSample(path), { procs: 2, model });
    const properties = [...system.properties.filter(({ kind }) => kind !== 'ltl'), deadlock];
    const one = await searched(system, model, { properties, limits });
    const reducing = { beyond: 0 };
    const many = await searched(system, model, {
      properties,
      limits: roomier,
      reducing,
      workers: eager(2),
    });
    expect(contradictions(one, many)).toEqual([]);
    // Several may have more memory, and need less.
    expect(leftOpenForMemory(many) && !leftOpenForMemory(one)).toBe(false);
  });

  it.each(mainModels)('on random programs under $name', async (model) => {
    for (let seed = 1; seed <= casesOf(10, 5); seed++) {
      const system = randomSystem(seed, seed % 3 === 0);
      const asked = { ...finals(system), limits, reductions: seed % 2 === 0 };
      const one = await searched(system, model, asked);
      const many = await searched(system, model, { ...asked, limits: roomier, workers: at(crews, seed % 2) });
      expect({ seed, said: said(one, many, many) }).toEqual({ seed, said: said(one, many, one) });
    }
  });
});

describe('several workers', () => {
  it('make room for values and buffers that grow', async () => {
    const system = systemOf(`shared int x = 0, y = 0;
thread P { local int n = 0; while (n < 5) { x = n * 9000; n = n + 1; } fence; }
thread Q { local int m = 0; while (m < 3) { y = m - 300; m = m + 1; } fence; }
thread R { local int r = 0; r = x; r = r + y; r = y; }
invariant large: x < 36000 || y < 0;
invariant low: y >= -300;`);
    for (const model of [sc, tso]) {
      const one = await searched(system, model, finals(system));
      expect(one.incomplete).toBeNull();
      const many = await searched(system, model, { ...finals(system), workers: eager(3) });
      expect(outcome(many)).toEqual(outcome(one));
    }
  });

  it('try long ranges and go through atomic sections', async () => {
    const system = systemOf(`shared int[0..20000] x = 0;
shared int[0..3] y = 0;
thread P { local int[0..20000] n; havoc n; atomic { x = n; y = 1; x = n / 2; y = 2; } }
thread Q { local int[0..3] r = 0; atomic { r = y; y = 3; } }
invariant whole: y != 1;
final never: x != 777;`);
    const one = await searched(system, sc, finals(system));
    const many = await searched(system, sc, { ...finals(system), workers: eager(2) });
    expect(one.verdicts.get('never')?.kind).toBe('unsafe');
    expect(outcome(many)).toEqual(outcome(one));
  });

  it('stop after a violation where one does', async () => {
    const system = systemOf(`shared int x = 0, y = 0;
thread P { L: x = x + 1; goto L; }
thread Q { M: y = y + 1; goto M; }
invariant soon: x + y < 60;
invariant never: x >= 0;`);
    const one = await searched(system, sc, {});
    const many = await searched(system, sc, { workers: eager(2, 500) });
    for (const { verdicts } of [one, many])
      expect(verdicts.get('never')).toMatchObject({ kind: 'unknown', reason: 'after-violation' });
    expect(many.verdicts.get('soon')).toEqual(one.verdicts.get('soon'));
    // With one worker the search is looked at every few thousand steps.
    expect(Math.abs(many.stats.states - one.stats.states)).toBeLessThan(0.02 * one.stats.states);
  });
});
