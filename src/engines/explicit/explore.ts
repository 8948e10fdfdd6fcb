import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { CellId, LocalId, SharedId } from '../../lang/expr/ids.js';
import type { BoundedInterval } from '../../lang/expr/interval.js';
import type { System } from '../../lang/program/system.js';
import type { Execution } from '../../lang/run/execution.js';
import type { Verdict } from '../../lang/run/verdict.js';
import { isTemporal } from '../../lang/program/program.js';
import type { EngineRequest, EngineStats } from '../engine-request.js';
import type { Bound } from '../../memory/bound.js';
import { makePlan } from '../shared/packed/plan.js';
import type { PackedPlan } from '../shared/packed/plan.js';
import { ExplicitSearch } from './search.js';
import { at } from '../../support/invariant.js';
import { askedOf, likeThreads } from '../shared/symmetry/like-threads.js';
import type { SymmetryWish } from '../shared/symmetry/like-threads.js';
import type { ThreadGroup } from '../shared/symmetry/thread-group.js';
import type { ExplicitFindings, Purpose } from './search.js';
import { searchInTurns } from './search-in-turns.js';
import type { Reducing } from './search-in-turns.js';
import { alone } from './workers/workers-wanted.js';
import type { WorkersWanted } from './workers/workers-wanted.js';
import type { SearchPause } from '../../search/limits.js';
import { PackedVariables } from '../shared/packed/packed-variables.js';
import type { PackedVariable } from '../shared/packed/packed-variables.js';
import { incompleteness } from '../shared/packed/incompleteness.js';
import type { Incomplete } from '../shared/packed/incompleteness.js';
import { tableOf } from '../shared/cover/table-of-states.js';
import type { StateTable } from '../shared/cover/state-table.js';
import { watching } from '../../search/watch.js';
import { deadlockWarning, neverAsked, unreachableLabels } from './warnings.js';

export interface ExplicitOptions {
  /** How many writes may be buffered: in each thread (TSO), for each cell of each thread (PSO); null: any number. */
  readonly bound: Bound | null;
  /** The values tried where any integer is possible; null: such a program is refused. */
  readonly havocRange: BoundedInterval | null;
  readonly reductions: boolean;
  /** What of the final states to collect; null: nothing. An array gives one value a cell. */
  readonly collectFinals: readonly ObservedVariable[] | null;
  /** Nobody asks for final states once all properties are decided. */
  readonly endsWhenDecided?: true;
  readonly pause?: SearchPause;
  /** Absent: one. */
  readonly workers?: WorkersWanted;
  /** Of states that differ only in who of threads that nothing tells apart is who one is enough; absent: each is visited. */
  readonly symmetry?: SymmetryWish;
  /** Orders of steps that make no difference are left out where there are many states; absent: all states are visited. */
  readonly reducing?: Reducing;
  /** Tell all states; without reductions by orders and likeness. */
  readonly table?: true;
}

export type ObservedVariable =
  | { readonly kind: 'local'; readonly local: LocalId }
  | { readonly kind: 'shared'; readonly shared: SharedId }
  | { readonly kind: 'cell'; readonly cell: CellId };

/** A finite run is what violates a property of states. */
export type RunVerdict = Verdict<{ readonly execution: Execution }>;

export interface ExplicitResult {
  readonly verdicts: ReadonlyMap<string, RunVerdict>;
  readonly warnings: readonly Diagnostic[];
  readonly stats: EngineStats;
  /** The different final states, each as the values of what was asked for, in that order. */
  readonly finals: readonly (readonly bigint[])[];
  /** Why there may be more states and final states than were found; null: there are not. */
  readonly incomplete: Incomplete | null;
  /** Properties that hold whatever can be reached: no step of the program can violate them. */
  readonly proven: readonly string[];
  /** Whether the thread was ever there, inside an atomic section or not; by thread, then location. */
  readonly reached: readonly (readonly boolean[])[];
  /** Not null: all states, outside atomic sections. */
  readonly table: StateTable | null;
}

/** Visits every reachable state of the system under the memory model. Limits give `unknown`; nothing is thrown for them. */
export async function exploreExplicit(
  request: EngineRequest,
  options: ExplicitOptions,
): Promise<ExplicitResult> {
  const { system, properties } = request;
  for (const p of properties)
    if (isTemporal(p))
      unsupported('the explicit engine decides no temporal properties', p.span, 'take --engine ltl');
  const variables = new PackedVariables(system);
  const observed = options.collectFinals?.flatMap((o) => variablesOf(o, variables)) ?? null;
  const plan = makePlan(variables, request, observed ?? [], options, {
    reductions: options.reductions,
    flushesInside: false,
    groups: groupsFor(request, options),
  });

  const { endsWhenDecided = observed === null, pause = null, workers = alone } = options;
  let table: StateTable | null = null;
  const onAllStates: Purpose['onAllStates'] = (sizedPlan, states) => {
    table = tableOf(sizedPlan, states, watching(request.limits));
  };
  const purpose = {
    ...{ observed, endsWhenDecided, pause, workers },
    ...(options.table === true ? { onAllStates } : {}),
  };
  const findings = await searchStates(plan, request, purpose, options.reducing ?? null);

  const incomplete = incompleteness(findings, plan);
  const verdicts = verdictsOf(request, findings, incomplete);
  const { stuckAt } = findings.record;
  const reached = reachedByLikes(byThread(system, findings.reached), plan.groups);
  const warnings = [
    ...(incomplete === null && findings.isExhausted
      ? [...unreachableLabels(system, reached), ...neverAsked(request, findings.record.ended, reached)]
      : []),
    ...(stuckAt === null || verdicts.has('deadlock') ? [] : [deadlockWarning(system, stuckAt)]),
  ];
  return {
    verdicts,
    warnings,
    stats: findings.stats,
    finals: [...findings.record.finals.values()],
    incomplete,
    proven: [...findings.record.proven],
    reached,
    table: incomplete === null ? table : null,
  };
}

/** Where states are counted or collected they are all wanted. */
const groupsFor = (
  { system, properties }: EngineRequest,
  { symmetry, collectFinals, bound }: ExplicitOptions,
): readonly ThreadGroup[] =>
  symmetry === undefined || (collectFinals !== null && collectFinals.length > 0)
    ? []
    : likeThreads(system, askedOf(properties), bound, symmetry);

/** Where one of them was, each can be. */
function reachedByLikes(
  reached: readonly (readonly boolean[])[],
  groups: readonly ThreadGroup[],
): readonly (readonly boolean[])[] {
  return reached.map((own, t) => {
    const likes = groups.find(({ threads }) => threads.some((id) => id === t))?.threads ?? [];
    return own.map((was, l) => was || likes.some((id) => at(at(reached, id), l)));
  });
}

function searchStates(
  plan: PackedPlan,
  request: EngineRequest,
  purpose: Omit<Purpose, 'orders' | 'mostStates'>,
  reducing: Reducing | null,
): Promise<ExplicitFindings> {
  if (reducing !== null) return searchInTurns(plan, request, purpose, reducing);
  return new ExplicitSearch(plan, request, { ...purpose, orders: null, mostStates: Infinity }).run();
}

function verdictsOf(
  request: EngineRequest,
  findings: ExplicitFindings,
  incomplete: Incomplete | null,
): ReadonlyMap<string, RunVerdict> {
  return new Map(
    request.properties.map(({ name }): [string, RunVerdict] => {
      const execution = findings.record.executions.get(name);
      if (execution !== undefined) return [name, { kind: 'unsafe', execution }];
      const holds = incomplete === null || findings.record.proven.has(name);
      return [name, holds ? { kind: 'safe' } : { kind: 'unknown', ...incomplete }];
    }),
  );
}

function byThread({ threads }: System, reached: Uint8Array): readonly (readonly boolean[])[] {
  let next = 0;
  return threads.map(({ locations }) => locations.map(() => reached[next++] === 1));
}

function variablesOf(observed: ObservedVariable, variables: PackedVariables): readonly PackedVariable[] {
  switch (observed.kind) {
    case 'local':
      return [variables.ofLocal(observed.local)];
    case 'cell':
      return [variables.ofCell(observed.cell)];
    case 'shared':
      return variables.ofShared(observed.shared);
  }
}
