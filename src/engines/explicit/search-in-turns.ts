import type { EngineRequest, EngineStats } from '../engine-request.js';
import { allOrders, partialOrdersOf } from '../shared/packed/por/partial-orders.js';
import type { PartialOrderRules } from '../shared/packed/por/partial-orders.js';
import type { PackedPlan } from '../shared/packed/plan.js';
import { ExplicitSearch, manyStates } from './search.js';
import type { ExplicitFindings, Purpose } from './search.js';

/** So few states are visited as they are. */
export const fewStates = 4000;
/** A shorter run is looked for among so many states, or as many as the run was found among. */
const leastForShortest = 20_000;

/** How partial orders are reduced. */
export interface Reducing {
  /** Only where there are more states than this; 0: at once. */
  readonly beyond: number;
  readonly rules?: PartialOrderRules;
  /** Hears why nothing is left out: a clause. */
  readonly note?: (clause: string) => void;
}

/** What `--por` asks for. */
export function reducingFor(
  por: boolean | undefined,
  note?: (clause: string) => void,
): { readonly reducing?: Reducing } {
  if (por !== false) return { reducing: { beyond: fewStates, ...(note === undefined ? {} : { note }) } };
  note?.(allOrders('--por off'));
  return {};
}

type Aim = Omit<Purpose, 'orders' | 'mostStates'>;

/**
 * Visits all states, if they are few, and in that way finds shortest runs; else goes through them again with partial orders
 * reduced. The runs of a reduced search need not be the shortest, so where it found a violation all orders are searched as
 * well, for about as long.
 */
export async function searchInTurns(
  plan: PackedPlan,
  request: EngineRequest,
  purpose: Aim,
  { beyond, rules, note }: Reducing,
): Promise<ExplicitFindings> {
  const plain = { ...purpose, orders: null };
  const small =
    beyond === 0
      ? null
      : await new ExplicitSearch(plan, request, { ...plain, pause: null, mostStates: beyond }).run();
  if (small !== null && small.stop !== manyStates) return small;
  for (const [name, execution] of small?.record.executions ?? []) request.found?.(name, execution);
  // What has outgrown its field once will do so again: packing anew and compiling are saved.
  const roomy = small === null ? plan : { ...plan, start: small.shape };
  const decided = new Set([...(small?.record.executions.keys() ?? []), ...(small?.record.proven ?? [])]);
  const properties = request.properties.filter(({ name }) => !decided.has(name));
  const orders = partialOrdersOf(plan, properties, rules);
  if ('why' in orders) {
    note?.(allOrders(orders.why));
    return new ExplicitSearch(roomy, request, { ...plain, mostStates: Infinity }).run();
  }
  const isLost = (small?.record.executions.size ?? 0) > 0 || request.limits.isLost === true;
  const rest = { ...request, properties, limits: { ...request.limits, isLost } };
  const found = await new ExplicitSearch(roomy, rest, { ...purpose, orders, mostStates: Infinity }).run();
  const shorter = await shortest({ ...plan, start: found.shape }, request, plain, found);
  const others = [small, shorter].flatMap((f) => (f === null ? [] : [f]));
  for (const { record } of others) found.record.adopt(record);
  return { ...found, stats: [found, ...others].map((f) => f.stats).reduce(inAll) };
}

/** Of what a reduced search found violated. */
async function shortest(
  plan: PackedPlan,
  request: EngineRequest,
  purpose: Aim & Pick<Purpose, 'orders'>,
  { record, stats }: ExplicitFindings,
): Promise<ExplicitFindings | null> {
  const properties = request.properties.filter(({ name }) => record.executions.has(name));
  if (properties.length === 0) return null;
  return new ExplicitSearch(
    plan,
    { ...request, properties },
    {
      ...{ ...purpose, observed: null, endsWhenDecided: true, pause: null },
      mostStates: Math.max(leastForShortest, stats.states),
    },
  ).run();
}

const inAll = (a: EngineStats, b: EngineStats): EngineStats => ({
  states: a.states + b.states,
  transitions: a.transitions + b.transitions,
  checkSeconds: a.checkSeconds + b.checkSeconds,
  tableBytes: Math.max(a.tableBytes, b.tableBytes),
});
