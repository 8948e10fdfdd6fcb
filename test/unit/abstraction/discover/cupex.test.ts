import { expect, it } from '@jest/globals';
import { toCommands } from '../../../../src/abstraction/commands/to-commands.js';
import { typesOf, variablesIn } from '../../../../src/abstraction/commands/command-variables.js';
import { discover } from '../../../../src/abstraction/discover/discover.js';
import type { DiscoveryResult } from '../../../../src/abstraction/discover/discover.js';
import { strategies } from '../../../../src/abstraction/discover/strategies/index.js';
import type { StrategyName } from '../../../../src/abstraction/discover/strategies/index.js';
import { extrapolate } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import type { RuleFamily } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import { loadedPredicates } from '../../../../src/abstraction/extrapolate/temporaries.js';
import { noFormulas, overVariables } from '../../../../src/engines/abstract/named-formulas.js';
import type { NamedFormulas } from '../../../../src/engines/abstract/named-formulas.js';
import { openSmt } from '../../../../src/smt/session.js';
import { requestFor } from '../../../support/abstraction/extrapolated.js';
import { usualDiscovery } from '../../../support/abstraction-options.js';
import { authorsProgram } from '../../../support/synthesis/authors-program.js';
import { withFences } from '../../../support/synthesis/orig-fences.js';
import { corpusFolder, describeOver } from '../../frontends/corpus.js';

const folder = corpusFolder('cupex');

interface Discovering {
  readonly refine?: StrategyName;
  /** Found under SC, to be extrapolated. */
  readonly underSc?: NamedFormulas;
}

async function discovered(
  name: string,
  rules: RuleFamily,
  { refine = 'itp', underSc = noFormulas }: Discovering = {},
): Promise<DiscoveryResult & { readonly named: NamedFormulas }> {
  const program = authorsProgram(folder, name, rules === 'sc' ? undefined : withFences);
  const request = requestFor({ ...program, predicates: [] }, { rules, encoding: 'shapes', bound: 1 });
  const { system, source } = request;
  const given = overVariables(underSc, variablesIn(source));
  const loaded = loadedPredicates(system, given).map(({ formula }) => formula);
  const predicates = extrapolate({ ...request, predicates: [...given, ...loaded] });
  const commands = toCommands(system);
  const smt = openSmt({ solver: 'auto', typeOf: typesOf(commands) });
  const own = new Set(program.properties.map((p) => p.name));
  const cuts = system.properties.map((p) => p.name).filter((property) => !own.has(property));
  const limits = {
    signal: new AbortController().signal,
    deadline: performance.now() + 60_000,
    memoryMB: null,
  };
  const result = await discover({
    ...{ program: commands, predicates, smt, cuts, limits, solver: 'auto' },
    properties: [...own],
    decisive: cuts[0] ?? null,
    settings: { ...usualDiscovery, refine, discover: 'both' },
    progress: () => undefined,
    statements: null,
    tell: () => undefined,
  });
  smt.dispose();
  const formulas = result.found.map(({ formula }) => formula);
  return { ...result, named: { formulas, variables: commands.variables } };
}

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
      expect(excess(await discovered(name, rules), { iterations, predicates, queries })).toEqual([]);
    },
  );

  it.each(reachableAfter)(
    '%s, extrapolated from SC: at most %i iterations, %i predicates, %i queries more',
    async (name, iterations, predicates, queries) => {
      const { named } = await discovered(name, 'sc');
      for (const rules of ['tso', 'pso'] as const) {
        const result = await discovered(name, rules, { underSc: named });
        expect(excess(result, { iterations, predicates, queries })).toEqual([]);
      }
    },
  );

  it.each(strategies.map(({ name }) => name))(
    '%s proves them too, or says nothing',
    async (refine) => {
      for (const name of ['dekker', 'peterson', 'szymanski', 'abp', 'ticket']) {
        const { verdicts } = await discovered(name, 'sc', { refine });
        expect([...verdicts.values()].map(({ kind }) => kind)).toEqual(['safe']);
      }
    },
    60_000,
  );
});
