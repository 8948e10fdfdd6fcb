import type { MemoryModel } from '../../../memory/model.js';
import { bufferPlan, firstCode } from './buffering.js';
import type { Bound } from '../../../memory/bound.js';
import type { BufferPlan } from './buffering.js';
import { Choices } from './choices.js';
import { layoutOf } from './layout.js';
import type { LikeThreads, PackedLayout } from './layout.js';
import { mentioned } from './packed-liveness.js';
import { firstShape } from './shape.js';
import type { StateShape } from './shape.js';
import { valueIntervals } from './value-analysis.js';
import type { BoundedInterval, Interval } from '../../../lang/expr/interval.js';
import { invariant } from '../../../support/invariant.js';
import type { EngineRequest } from '../../engine-request.js';
import type { PackedVariable, PackedVariables } from './packed-variables.js';
import { evenIntervals, evenRest, evenShape, ownVariables } from '../symmetry/even.js';
import { isKnownToBuffers } from '../symmetry/moved-cells.js';
import type { ThreadGroup } from '../symmetry/thread-group.js';

/** What is settled before a search. */
export interface PackedPlan {
  readonly variables: PackedVariables;
  readonly model: MemoryModel;
  readonly bound: Bound | null;
  readonly choices: Choices;
  readonly buffers: readonly BufferPlan[];
  /** Every value of a variable lies in its interval. */
  readonly known: readonly Interval[];
  /** What each variable is set to where nobody will read it. */
  readonly rest: readonly bigint[];
  /** Whether locals that nobody will read are set to a fixed value. */
  readonly reductions: boolean;
  /**
   * Whether flushes inside an atomic section are all taken, not only those that matter to a later action. Where runs are
   * looked at and not states, it matters whether others see the memory before a flush.
   */
  readonly flushesInside: boolean;
  /** Threads that are not told apart: of states that differ in who of them is who only one is looked at. */
  readonly groups: readonly ThreadGroup[];
  /** The sizes that a search begins with. */
  readonly start: StateShape;
}

interface SearchWays extends Pick<PackedPlan, 'reductions' | 'flushesInside'> {
  /** Variables whose values are part of what is asked for, wherever they are; absent: there are none. */
  readonly kept?: readonly PackedVariable[];
  /** Absent: there are none, or each state is looked at. */
  readonly groups?: readonly ThreadGroup[];
}

export function makePlan(
  variables: PackedVariables,
  { model, properties }: Pick<EngineRequest, 'model' | 'properties'>,
  /** Asked for in final states. */
  finals: readonly PackedVariable[],
  { bound, havocRange }: { readonly bound: Bound | null; readonly havocRange: BoundedInterval | null },
  { reductions, flushesInside, kept = [], groups: found = [] }: SearchWays,
): PackedPlan {
  invariant(
    variables.system.threads.every((t) => t.locations[t.entry]?.atomic === false),
    'threads start outside atomic sections',
  );
  const { always, atEnd } = mentioned(properties, finals, variables);
  const choices = new Choices(variables, { always: new Set([...always, ...kept]), atEnd }, havocRange);
  const buffers = variables.system.threads.map((t) => bufferPlan(t, variables, model, bound));
  const groups = found.filter((group) => isKnownToBuffers(group, variables, buffers));
  const known = evenIntervals(valueIntervals(variables, choices), groups, variables);
  const rest = evenRest(known, groups, variables);
  const start = firstShape(known, buffers);
  return { variables, model, bound, choices, buffers, known, rest, reductions, flushesInside, groups, start };
}

/** A plan with the sizes of one moment. */
export interface SizedPlan extends PackedPlan {
  readonly shape: StateShape;
  readonly layout: PackedLayout;
}

export function sized(plan: PackedPlan, given: StateShape): SizedPlan {
  const { groups, variables } = plan;
  const shape = evenShape(given, groups, variables);
  const like = groups.map((group): LikeThreads => {
    const own = ownVariables(group, variables);
    return { threads: group.threads, variables: own.map((list) => list.map(({ index }) => index)) };
  });
  return { ...plan, shape, layout: layoutOf(variables.system, shape, plan.buffers, like) };
}

/** The number of a cell in the entries of a thread's buffer; null if the thread does not buffer writes to it. */
export function codeOf(plan: BufferPlan, cell: PackedVariable): number | null {
  const position = plan.cells.indexOf(cell);
  return position < 0 ? null : position + firstCode;
}
