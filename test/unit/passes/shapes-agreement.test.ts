import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareShapes } from '../../support/plain/compare-shapes.js';
import { inAll } from '../../support/plain/encoding-comparison.js';
import type { EncodingComparison } from '../../support/plain/encoding-comparison.js';
import { Random, generateProgram, memoryOptions } from '../../support/generate/generate-program.js';
import type { GeneratorOptions } from '../../support/generate/generate-program.js';
import { root } from '../../support/golden.js';
import { parseFp } from '../../support/parse-fp.js';
import { PlainSemantics } from '../../support/plain/plain-semantics.js';
import { forDiscovery, usualSamples } from '../../support/samples.js';
import { casesOf } from '../../support/thorough.js';

/** Arrays with computed indices, initial values of all kinds, divisions, and properties of all kinds. */
const everything: GeneratorOptions = {
  ...memoryOptions,
  statements: 5,
  depth: 2,
  everything: true,
  properties: true,
};

const generated = (options: GeneratorOptions, count: number, maxStates: number): EncodingComparison =>
  inAll(
    Array.from({ length: count }, (_, i) => i + 1).map((seed) => {
      const found = compareShapes(new PlainSemantics(generateProgram(new Random(seed), options), maxStates));
      return { ...found, complaints: found.complaints.map((c) => `seed ${seed}: ${c}`) };
    }),
  );

describe('the shapes encoding agrees with the plain semantics', () => {
  it('on programs about memory', () => {
    const found = generated(memoryOptions, casesOf(30, 15), 1500);
    expect(found.complaints).toEqual([]);
    expect(found.compared).toBeGreaterThan(2 * found.capped);
    expect(found.overflowed).toBeGreaterThan(found.compared / 10);
    expect(found.overflowed).toBeLessThan(found.compared / 2);
    expect(found.replayed).toBeGreaterThan(10);
  });

  it('on programs with everything', () => {
    const found = generated(everything, casesOf(30, 15), 1000);
    expect(found.complaints).toEqual([]);
    expect(found.compared).toBeGreaterThan(2 * found.capped);
    expect(found.overflowed).toBeGreaterThan(found.compared / 10);
    expect(found.overflowed).toBeLessThan(found.compared / 2);
    expect(found.replayed).toBeGreaterThan(100);
  });

  it('on the samples, where they are small', () => {
    const files = usualSamples
      .filter((path) => !forDiscovery(path))
      .map((path) => join(root, 'samples', path));
    const found = inAll(
      files.map((file) => compareShapes(new PlainSemantics(parseFp(readFileSync(file, 'utf8')), 1000))),
    );
    expect(found.complaints).toEqual([]);
    // Samples are not written to be small: those with more states than that are left out.
    expect(found.compared).toBeGreaterThan(600);
    expect(found.replayed).toBeGreaterThan(100);
  });
});
