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

/** Ways to write the program for which verdicts are others, or that take more than twice as many iterations. */
async function unsteady(program: Program, rules: RuleFamily): Promise<readonly string[]> {
  const before = await outcome(program, rules);
  const complaints: string[] = [];
  for (const [how, change] of sameMeaning) {
    const after = await outcome(change(program), rules);
    if (after.verdicts.join() !== before.verdicts.join() || after.iterations > 2 * before.iterations)
      complaints.push(`${rules}, ${how}: ${JSON.stringify(after)}, before ${JSON.stringify(before)}`);
  }
  return complaints;
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
  ] as const)('%s under %s', async (sample, rules) => {
    expect(await unsteady(await loadSample(sample), rules)).toEqual([]);
  });

  const folder = corpusFolder('cupex');
  const names = ['dekker', 'peterson', 'szymanski', 'abp', 'queue', 'bakery', 'ticket'];

  describeOver(folder)("the authors' programs (needs $FENCEPOST_CORPUS)", () => {
    it.each(names)('%s', async (name) => {
      expect(await unsteady(authorsProgram(folder, name), 'sc')).toEqual([]);
      expect(await unsteady(authorsProgram(folder, name, withFences), 'tso')).toEqual([]);
    });
  });
});
