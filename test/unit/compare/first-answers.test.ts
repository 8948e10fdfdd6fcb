import { expect, it } from '@jest/globals';
import { nothingAsked } from '../../../src/compare/asked-way.js';
import { FirstAnswers } from '../../../src/compare/first-answers.js';
import type { RunJob } from '../../../src/compare/run-plan.js';

const jobOf = (engine: string, words: readonly string[]): RunJob => ({
  ...{ key: engine + words.join(''), repeat: 0, place: 0 },
  limits: { timeoutSeconds: null, memoryMB: null },
  run: { file: 'a.fp', model: 'tso', part: null, words, way: { ...nothingAsked, engine } },
});

it('an answer is one for those who ask the same in another way, and for nobody else', () => {
  const first = new FirstAnswers((word) => word.startsWith('--bound'));
  const job = jobOf('explicit', ['--bound=1', '--por=off']);
  first.heard(job, {
    ...job,
    ...{ session: null, cost: null, asked: job.run, document: { verdict: 'safe' } },
  });
  expect(first.isAnswered(jobOf('abstract', ['--bound=1', '--solver=z3']))).toBe(true);
  // Parts of a plan may ask something else without having names.
  expect(first.isAnswered(jobOf('abstract', ['--bound=2']))).toBe(false);
});
