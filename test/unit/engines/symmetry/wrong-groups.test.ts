import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../../passes/pipelines.js';
import { alone } from '../../../../src/engines/explicit/workers/workers-wanted.js';
import { ExplicitSearch } from '../../../../src/engines/explicit/search.js';
import { PackedVariables } from '../../../../src/engines/shared/packed/packed-variables.js';
import { makePlan } from '../../../../src/engines/shared/packed/plan.js';
import { findGroups } from '../../../../src/engines/shared/symmetry/find-groups.js';
import { askedOf } from '../../../../src/engines/shared/symmetry/like-threads.js';
import type { ThreadGroup } from '../../../../src/engines/shared/symmetry/thread-group.js';
import { replay } from '../../../../src/evidence/replay.js';
import { Machine } from '../../../../src/memory/machine.js';
import { pso } from '../../../../src/memory/pso.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import type { MemoryModel } from '../../../../src/memory/model.js';
import { runPipeline } from '../../../../src/pass/run-pipeline.js';
import { parseFp } from '../../../support/parse-fp.js';

/** What is violated where states are put into order by these groups, and whether the runs that are told are runs. */
async function violatedWith(
  text: string,
  model: MemoryModel,
  change: (found: readonly ThreadGroup[]) => readonly ThreadGroup[],
  asksNothing = false,
): Promise<readonly string[]> {
  const { system } = runPipeline(toAutomata, parseFp(text), { procs: null, model });
  const properties = system.properties.filter(({ kind }) => kind === 'invariant' || kind === 'final');
  const { groups } = findGroups(system, asksNothing ? [] : askedOf(properties));
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
  const request = { system, model, properties, limits, progress: () => undefined };
  const plan = makePlan(
    new PackedVariables(system),
    request,
    [],
    { bound: null, havocRange: null },
    { reductions: true, flushesInside: false, groups: change(groups) },
  );
  const purpose = {
    ...{ observed: null, endsWhenDecided: false, pause: null, workers: alone },
    ...{ orders: null, mostStates: Infinity },
  };
  const { record } = await new ExplicitSearch(plan, request, purpose).run();
  return properties.flatMap((property) => {
    const execution = record.executions.get(property.name);
    if (execution === undefined) return [];
    const { kind } = replay(new Machine(system, model), execution, property);
    return [kind === 'accepted' ? property.name : `${property.name}, by no run`];
  });
}

const asFound = (groups: readonly ThreadGroup[]): readonly ThreadGroup[] => groups;
const withoutCells = (groups: readonly ThreadGroup[]): readonly ThreadGroup[] =>
  groups.map((group) => ({ ...group, cells: group.cells.map(() => []) }));
const withoutNames = (groups: readonly ThreadGroup[]): readonly ThreadGroup[] =>
  groups.map((group) => ({ ...group, names: [] }));
/** The names go the wrong way round. */
const withNamesTurned = (groups: readonly ThreadGroup[]): readonly ThreadGroup[] =>
  groups.map((group) => ({
    ...group,
    names: group.names.map((names) => ({
      ...names,
      values: [...names.values.slice(1), ...names.values.slice(0, 1)],
    })),
  }));

const oneFirst = `
shared int x = 0;
thread P(me: 0..1) { Start: x = 1; Done: skip; }
invariant first: !(P(0) at Done && P(1) at Start);
invariant second: !(P(1) at Done && P(0) at Start);
`;

const ownCells = `
shared int c[P] = 0;
thread P(me: 0..1) { c[me] = 1; fence; Done: skip; c[me] = 2; }
invariant marked: forall a in P: a at Done -> c[a] == 1;
invariant unmarked: forall a in P: a at Done -> c[a] == 0;
`;

const owners = `
shared int[0..3] owner = 3;
thread P(me: 0..2) { Begin: skip; owner = me; fence; Done: skip; }
invariant taken: forall a in P: owner == a -> !(a at Begin);
`;

const winners = `
shared int[0..3] owner = 3;
thread P(me: 0..2) { local bool won = false; won = cas(owner, 3, me); Mid: skip; Done: skip; }
invariant known: forall a in P: a at Done && owner == a -> a.won;
`;

describe('a wrong group is noticed', () => {
  it('by a property that it does not leave as it is', async () => {
    expect(await violatedWith(oneFirst, sc, asFound)).toEqual(['first', 'second']);
    expect(await violatedWith(oneFirst, sc, asFound, true)).toHaveLength(1);
  });

  it('by cells that do not go with their threads', async () => {
    expect(await violatedWith(ownCells, sc, asFound)).toEqual(['unmarked']);
    expect(await violatedWith(ownCells, sc, withoutCells)).not.toEqual(['unmarked']);
  });

  it.each([sc, tso, pso])(
    'by names, in memory or in a buffer, that do not go with their threads',
    async (model) => {
      expect(await violatedWith(owners, model, asFound)).toEqual([]);
      expect(await violatedWith(winners, model, asFound)).toEqual([]);
      expect(await violatedWith(winners, model, withoutNames)).not.toEqual([]);
      expect(await violatedWith(owners, model, withNamesTurned)).not.toEqual([]);
    },
  );
});
