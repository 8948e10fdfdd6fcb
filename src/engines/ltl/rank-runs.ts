import type { RankLevel, RunRanking } from '../../lang/run/run-ranking.js';
import type { TemporalProperty } from '../../lang/program/program.js';
import { watching } from '../../search/watch.js';
import { at } from '../../support/invariant.js';
import { addTo } from '../../support/remembered.js';
import type { EngineRequest } from '../engine-request.js';
import { tableOf } from '../shared/cover/table-of-states.js';
import { incompleteness } from '../shared/packed/incompleteness.js';
import { makePlan } from '../shared/packed/plan.js';
import { PackedVariables } from '../shared/packed/packed-variables.js';
import { bytesAllowed, OutOfSpace, stopBy } from '../shared/state-store.js';
import { normalForm } from '../shared/temporal/normal-form.js';
import type { Stop } from '../../search/limits.js';
import type { BuchiAutomaton } from './automaton/automaton.js';
import type { LtlOptions } from './check.js';
import { fairMarks } from './fair-marks.js';
import type { FairMarks } from './fair-marks.js';
import { mostMarks } from './product.js';
import { productLevels } from './product-levels.js';
import type { ProductLevels } from './product-levels.js';
import { runGraph } from './run-graph.js';
import type { RunGraph } from './run-graph.js';

/** What is to be ranked: the runs that the automaton accepts, of which none is to be fair. */
export interface RankingQuestion {
  readonly property: TemporalProperty;
  readonly automaton: BuchiAutomaton;
}

/**
 * All states beside those of the automaton, in levels: each component of that graph lacks a mark, since otherwise there were a fair
 * cycle, and a level is made of components that lack the same. A text says why there are none.
 */
export async function rankRuns(
  request: Omit<EngineRequest, 'properties'>,
  { property, automaton }: RankingQuestion,
  { bound, fairness }: Pick<LtlOptions, 'bound' | 'fairness'>,
): Promise<RunRanking | string> {
  const { system, limits, model } = request;
  const variables = new PackedVariables(system);
  const ways = { reductions: true, flushesInside: true };
  const plan = makePlan(variables, { model, properties: [property] }, [], { bound, havocRange: null }, ways);
  const marks = fairMarks(plan, fairness);
  if (automaton.marks + marks.count > mostMarks) return 'fairness and the formula need too many marks';
  const atoms = automaton.atoms.map((atom) => normalForm(atom, true, system.shared));
  const run = runGraph(plan, request, { atoms, marks }, () => 0);
  const explored = await exploreAll(run);
  if ('reason' in explored) return explored.why;
  const { states, transitions } = run.table;
  const stats = { states: states.count, transitions, checkSeconds: 0, tableBytes: states.bytes };
  const incomplete = incompleteness({ record: run.record, stop: null, stats }, plan);
  if (incomplete !== null) return incomplete.detail ?? incomplete.reason;
  return ranked(run, { property, automaton }, marks, {
    roots: explored.roots,
    request,
    limit: bytesAllowed(limits),
  });
}

async function exploreAll({ table }: RunGraph): Promise<{ readonly roots: number } | Stop> {
  try {
    const pacer = table.pacer();
    const stop = await table.addRoots(pacer, () => false);
    if (stop !== null) return stop;
    const roots = table.states.count;
    while (!table.isComplete) {
      const cut = await table.expandSome(pacer);
      if (cut !== null && !table.isComplete) return cut;
    }
    return { roots };
  } catch (error) {
    return stopBy(error);
  }
}

function ranked(
  { table, graph }: RunGraph,
  { property, automaton }: RankingQuestion,
  marks: FairMarks,
  about: {
    readonly roots: number;
    readonly request: Omit<EngineRequest, 'properties'>;
    readonly limit: number;
  },
): RunRanking | string {
  const { roots, limit } = about;
  const watch = watching(about.request.limits);
  let bytes = table.states.bytes + graph.bytes;
  const need = (more: number): void => {
    bytes += more;
    if (bytes > limit) throw new OutOfSpace('the memory limit is reached');
  };
  const product = { graph, automaton, roots, expanded: table.expanded, fairMarks: marks.count };
  const found = productLevels(product, watch, need);
  if (found === null) return `a fair run seems to violate ${property.name}`;
  const all = tableOf(table.plan, table.states, watch);
  const regions = nodesByLevel(found);
  return {
    property: property.name,
    waiting: all.waiting,
    levels: found.lacks.map((mark, level): RankLevel => ({
      lacks:
        mark < 0 ? { kind: 'rest' } : (marks.named[mark] ?? { kind: 'accepts', mark: mark - marks.count }),
      regions: [...at(regions, level)].map(([state, nodes]) => ({
        state,
        boxes: all.only(nodes).part(watch),
      })),
    })),
  };
}

/** By level, then state of the automaton: states of the system. */
function nodesByLevel({
  lacks,
  levels,
  states,
  places,
}: ProductLevels): readonly ReadonlyMap<number, readonly number[]>[] {
  const found = lacks.map(() => new Map<number, number[]>());
  for (const [node, level] of levels.entries()) addTo(at(found, level), at(places, node), at(states, node));
  return found;
}
