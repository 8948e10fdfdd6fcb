import { expect, it } from '@jest/globals';
import { strategies } from '../../../../src/abstraction/discover/strategies/index.js';
import type { RuleFamily } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import type { Program } from '../../../../src/lang/program/program.js';
import { discovered } from '../../../support/abstraction/discovered.js';
import { authorsProgram } from '../../../support/synthesis/authors-program.js';
import { withFences } from '../../../support/synthesis/orig-fences.js';
import { corpusFolder, describeOver } from '../../frontends/corpus.js';

const folder = corpusFolder('cupex');

const authors = (name: string, rules: RuleFamily): Program =>
  authorsProgram(folder, name, rules === 'sc' ? undefined : withFences);

/** Iterations, predicates and queries at most: what a study of the method reached. */
const reachable = [
  ['dekker', 'sc', 3, 4, 15],
  ['peterson', 'sc', 3, 8, 20],
  ['szymanski', 'sc', 4, 6, 40],
  ['abp', 'sc', 6, 9, 40],
  ['queue', 'sc', 4, 6, 50],
  ['bakery', 'sc', 6, 22, 230],
  ['ticket', 'sc', 8, 11, 170],
  ['dekker', 'tso', 3, 6, 15],
  ['peterson', 'tso', 3, 12, 25],
  ['szymanski', 'tso', 4, 9, 35],
  ['abp', 'tso', 9, 25, 140],
  ['queue', 'tso', 5, 9, 60],
  ['bakery', 'tso', 12, 44, 680],
  ['ticket', 'tso', 12, 24, 410],
] as const;

describeOver(folder)("the authors' programs without their predicates (needs $FENCEPOST_CORPUS)", () => {
  it.each(reachable)(
    '%s under %s: at most %i iterations, %i predicates, %i queries',
    async (name, rules, mostIterations, mostPredicates, mostQueries) => {
      const { verdicts, iterations, found, stats } = await discovered(authors(name, rules), rules);
      expect([...verdicts.values()].map(({ kind }) => kind)).toEqual([...verdicts].map(() => 'safe'));
      expect(iterations).toBeLessThanOrEqual(mostIterations);
      expect(found.length).toBeLessThanOrEqual(mostPredicates);
      expect(stats.smtCalls).toBeLessThanOrEqual(mostQueries);
    },
  );

  it.each(strategies.map(({ name }) => name))(
    '%s proves them too, or says nothing',
    async (refine) => {
      for (const name of ['dekker', 'peterson', 'szymanski', 'abp', 'ticket']) {
        const { verdicts } = await discovered(authors(name, 'sc'), 'sc', { refine });
        expect([...verdicts.values()].map(({ kind }) => kind)).toEqual(['safe']);
      }
    },
    60_000,
  );
});
