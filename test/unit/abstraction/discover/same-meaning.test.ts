import { describe, expect, it } from '@jest/globals';
import type { RuleFamily } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import type { Program } from '../../../../src/lang/program/program.js';
import { discovered } from '../../../support/abstraction/discovered.js';
import { sameMeaning } from '../../../support/abstraction/same-meaning.js';
import { loadSample } from '../../../support/load-sample.js';
import { authorsProgram } from '../../../support/synthesis/authors-program.js';
import { withFences } from '../../../support/synthesis/orig-fences.js';
import { corpusFolder, describeOver } from '../../frontends/corpus.js';

interface Outcome {
  readonly verdicts: readonly string[];
  readonly iterations: number;
}

async function outcome(program: Program, rules: RuleFamily): Promise<Outcome> {
  const { verdicts, iterations } = await discovered(program, rules);
  return { verdicts: [...verdicts.values()].map(({ kind }) => kind).sort(), iterations };
}

/** The same verdicts in twice as many iterations at most. */
async function expectSteady(program: Program, rules: RuleFamily): Promise<void> {
  const before = await outcome(program, rules);
  for (const [how, change] of sameMeaning) {
    const after = await outcome(change(program), rules);
    expect([how, after.verdicts]).toEqual([how, before.verdicts]);
    expect([how, after.iterations <= 2 * before.iterations ? 'few' : after.iterations]).toEqual([how, 'few']);
  }
}

describe('how a program is written does not matter to discovery', () => {
  it.each([
    ['abstraction/queue.fp', 'sc'],
    ['abstraction/ring-fenced.fp', 'tso'],
    ['abstraction/ticket-lock.fp', 'pso'],
    ['abstraction/publish.fp', 'pso'],
    ['discovery/counter.fp', 'tso'],
    ['discovery/two-phases.fp', 'sc'],
    ['discovery/up-and-down.fp', 'tso'],
  ] as const)('%s under %s', async (sample, rules) => expectSteady(await loadSample(sample), rules));

  const folder = corpusFolder('cupex');
  const names = ['dekker', 'peterson', 'szymanski', 'abp', 'queue', 'bakery', 'ticket'];

  describeOver(folder)("the authors' programs (needs $FENCEPOST_CORPUS)", () => {
    it.each(names)('%s', async (name) => {
      await expectSteady(authorsProgram(folder, name), 'sc');
      await expectSteady(authorsProgram(folder, name, withFences), 'tso');
    });
  });
});
