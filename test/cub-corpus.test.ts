import { expect, it } from '@jest/globals';
import { modelNamed } from '../src/memory/index.js';
import { at } from '../src/support/invariant.js';
import { readSystemCorpus } from '../tools/corpus/cub-expected.js';
import type { SystemExpectation } from '../tools/corpus/cub-expected.js';
import { rightAnswer } from '../tools/corpus/cub-judge.js';
import { arraysPath } from './support/arrays/arrays-path.js';
import { corpusFolder, describeOver } from './unit/frontends/corpus.js';

/** Those that take more than some tenths of a second, or are not decided; `npm run corpus:cub` has them all. */
const long =
  /^(cubtso-(arbiter_v[12]_N|dekker_2b?)|fence3b?|litmus-iriw_s|paper-sdm8_8_s|todo-(bakery|burns_N_tso)|exp-minimal_3b|cubbuf-.*|sc-(chandra.*|crash|distrib.*|flash.*|german.*|ricart.*|sense.*|szymanski.*|swimming_pool|bakery_lamport.*|dijkstra))\.cub$/;

async function reportOf(
  { path, model: name }: SystemExpectation,
  options: { readonly brab?: number | 'off' } = {},
): ReturnType<typeof arraysPath> {
  const model = modelNamed(name);
  if (model === null) throw new Error(`${name} is a model`);
  return arraysPath(path, { model, ...options });
}

/** Weak systems, and how many processes to guess from. */
const guessed = [
  ['todo-germanish.cub', 2],
  ['cubtso-two_phase_i_N.cub', 3],
  ['fence3.cub', 2],
] as const;

describeOver(corpusFolder('cub'))('Cubicle systems by the backward engine (needs $FENCEPOST_CORPUS)', () => {
  const files = readSystemCorpus(corpusFolder());
  const known = files.filter((f) => rightAnswer(f) !== null && !long.test(f.file));

  it('are enough', () => {
    expect(known.filter(({ model }) => model === 'tso').length).toBeGreaterThan(40);
    expect(known.filter(({ model }) => model === 'sc').length).toBeGreaterThan(20);
  });

  for (const expected of known) {
    it(`${expected.file} is ${rightAnswer(expected) ?? ''} under ${expected.model}`, async () => {
      const report = await reportOf(expected);
      expect({ verdict: report.verdict, errors: report.errors }).toEqual({
        verdict: rightAnswer(expected),
        errors: [],
      });
      if (report.verdict !== 'unsafe') return;
      // A run has ended in the clause: the trace is told of that run.
      expect(report.trace?.path?.at(-1)).toBe(report.property);
      expect(report.trace?.path?.length).toBeGreaterThan(1);
    });
  }

  it.each(guessed)('guesses take a fifth of the cubes of %s at most', async (name, brab) => {
    const system = at(
      files.filter(({ file }) => file === name),
      0,
    );
    const plain = await reportOf(system, { brab: 'off' });
    const guessing = await reportOf(system, { brab });
    expect([plain.verdict, guessing.verdict]).toEqual(['safe', 'safe']);
    expect(guessing.stats.states * 5).toBeLessThanOrEqual(plain.stats.states);
  });

  it('guesses that learn from those that were wrong take half of the cubes of cubtso-arbiter_v2_N.cub at most', async () => {
    const system = at(
      files.filter(({ file }) => file === 'cubtso-arbiter_v2_N.cub'),
      0,
    );
    const plain = await reportOf(system, { brab: 'off' });
    const guessing = await reportOf(system, { brab: 2 });
    expect([plain.verdict, guessing.verdict]).toEqual(['safe', 'safe']);
    expect(guessing.stats.states * 2).toBeLessThanOrEqual(plain.stats.states);
  });

  for (const expected of files.filter((f) => f.isRejected)) {
    it(`${expected.file} is refused with a place`, async () => {
      const report = await reportOf(expected);
      expect([report.verdict, report.reason]).toEqual([null, 'input']);
      expect(at(report.errors, 0).span).not.toBeNull();
    });
  }
});
