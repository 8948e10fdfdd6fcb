import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../passes/pipelines.js';
import { printSystem } from '../../../src/lang/program/print-system.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { numberWrites } from '../../../src/pass/write-sites.js';
import { withAtomic } from '../../../src/synthesis/atomic/with-atomic.js';
import { tallyPasses } from '../../../tools/fuzz/passes.js';
import { at } from '../../../src/support/invariant.js';
import type { GeneratorOptions } from '../../support/generate/generate-program.js';
import {
  Random,
  generateProgram,
  languageOptions,
  memoryOptions,
} from '../../support/generate/generate-program.js';

/** A lock inside a section that waits already is left out by the pass, and does nothing in the other text. */
const withoutLocks = (options: GeneratorOptions): GeneratorOptions => ({
  ...options,
  properties: false,
  weights: options.weights.filter(([kind]) => kind !== 'locked' && kind !== 'rmw'),
});

const kinds = [memoryOptions, languageOptions].map(withoutLocks);

describe('the pass that makes writes atomic', () => {
  it('makes the same automata as changing their edges does', () => {
    let changed = 0;
    for (let seed = 0; seed < 150; seed++) {
      const random = new Random(seed);
      const program = generateProgram(random, at(kinds, seed % kinds.length));
      const context = { procs: 2, atomicWrites: new Set<number>() };
      const plain = runPipeline({ ...toAutomata, onSystem: [] }, program, context);
      const { sites } = numberWrites(plain.program);
      const chosen = new Set(sites.flatMap(({ id }) => (random.chance(0.5) ? [id] : [])));
      const { reference } = runPipeline(toAutomata, program, { ...context, atomicWrites: chosen });
      const expected = printSystem(withAtomic(plain.reference, sites, chosen));
      expect(printSystem(reference)).toBe(expected);
      if (expected !== printSystem(plain.reference)) changed++;
    }
    expect(changed).toBeGreaterThan(75);
  });

  it('means the same in the text of store buffers', () => {
    const { complaints, counters } = tallyPasses(6, 3);
    expect(complaints).toEqual([]);
    expect(counters.compared).toBeGreaterThan(5);
  });
});
