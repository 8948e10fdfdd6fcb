import type { Expr } from '../../lang/expr/expr.js';
import type { EngineRequest } from '../engine-request.js';
import { faultNames } from '../shared/packed/code/dialect.js';
import { GrowingStates } from '../shared/packed/growing-states.js';
import { CutPaths } from '../shared/packed/incompleteness.js';
import type { PackedPlan } from '../shared/packed/plan.js';
import { StateGraph } from '../shared/packed/state-graph.js';
import { bytesAllowed } from '../shared/state-store.js';
import type { FairMarks } from './fair-marks.js';

/** States, and beside them the steps between them. */
export interface RunGraph {
  readonly table: GrowingStates;
  readonly graph: StateGraph;
  readonly record: CutPaths;
}

export function runGraph(
  plan: PackedPlan,
  request: Pick<EngineRequest, 'limits' | 'progress'>,
  { atoms, marks }: { readonly atoms: readonly Expr[]; readonly marks: FairMarks },
  /** The bytes of what is kept besides. */
  besides: () => number,
): RunGraph {
  const record = new CutPaths();
  const ignore = (): void => undefined;
  const graph: StateGraph = new StateGraph(
    bytesAllowed(request.limits),
    () => table.states.bytes + besides(),
  );
  const aim = {
    ...{ properties: [], collectFinals: false, live: new Uint8Array(0), orders: null },
    graph: { graph, atoms, marks },
    record,
    listener: {
      violated: (event: number) => {
        if (event < faultNames.length) record.cutOff = true;
      },
      stateViolated: ignore,
      final: ignore,
      stuck: ignore,
    },
    beforeRepack: ignore,
  };
  const table: GrowingStates = new GrowingStates(plan, request, aim, () => graph.bytes + besides());
  return { table, graph, record };
}
