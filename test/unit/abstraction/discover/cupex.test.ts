import { expect, it } from '@jest/globals';
import type { DiscoveryResult } from '../../../../src/abstraction/discover/discover.js';
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
  ...(['tso', 'pso'] as const).flatMap(
    (rules) =>
      [
        ['dekker', rules, 3, 6, 15],
        ['peterson', rules, 3, 12, 25],
        ['szymanski', rules, 4, 9, 35],
        ['abp', rules, 9, 25, 140],
        ['queue', rules, 5, 9, 60],
        ['bakery', rules, 12, 44, 680],
        ['ticket', rules, 12, 24, 410],
      ] as const,
  ),
] as const;

/** Behind the phase under SC. */
const reachableAfter = [
  ['dekker', 1, 6, 11],
  ['peterson', 1, 14, 16],
  ['szymanski', 1, 9, 20],
  ['abp', 1, 11, 20],
  ['queue', 1, 9, 36],
  ['bakery', 3, 41, 250],
  ['ticket', 3, 44, 270],
] as const;

/** What is above the limits, in words. */
function excess(
  { verdicts, iterations, found, stats }: DiscoveryResult,
  most: { readonly iterations: number; readonly predicates: number; readonly queries: number },
): readonly string[] {
  const open = [...verdicts].flatMap(([name, { kind }]) => (kind === 'safe' ? [] : [`${name} is ${kind}`]));
  const counts = { iterations, predicates: found.length, queries: stats.smtCalls };
  const large = (['iterations', 'predicates', 'queries'] as const).filter(
    (what) => counts[what] > most[what],
  );
  return [...open, ...large.map((what) => `${counts[what]} ${what}`)];
}

describeOver(folder)("the authors' programs without their predicates (needs $FENCEPOST_CORPUS)", () => {
  it.each(reachable)(
    '%s under %s: at most %i iterations, %i predicates, %i queries',
    async (name, rules, iterations, predicates, queries) => {
      expect(
        excess(await discovered(authors(name, rules), rules), { iterations, predicates, queries }),
      ).toEqual([]);
    },
  );

  it.each(reachableAfter)(
    '%s, extrapolated from SC: at most %i iterations, %i predicates, %i queries more',
    async (name, iterations, predicates, queries) => {
      const { named } = await discovered(authors(name, 'sc'), 'sc');
      for (const rules of ['tso', 'pso'] as const) {
        const result = await discovered(authors(name, rules), rules, { underSc: named });
        expect(excess(result, { iterations, predicates, queries })).toEqual([]);
      }
    },
  );

  it.each(strategies.map(({ name }) => name))('%s proves them too, or says nothing', async (refine) => {
    for (const name of ['dekker', 'peterson', 'szymanski', 'abp', 'ticket']) {
      const { verdicts } = await discovered(authors(name, 'sc'), 'sc', { refine });
      expect([...verdicts.values()].map(({ kind }) => kind)).toEqual(['safe']);
    }
  });
});
