import type { BooleanCommand, BooleanProgram } from '../../lang/boolean/boolean-program.js';
import { coneOf } from './cone.js';
import type { Cone } from './cone.js';
import { Counters } from './thread-counters.js';
import { graphOf } from './thread-graph.js';
import type { ThreadGraph } from './thread-graph.js';
import { layoutOf } from './valuation-layout.js';
import type { ValuationLayout } from './valuation-layout.js';
import { stopsOf } from './stops.js';
import type { Tuning } from './tuning.js';

/** A program made ready for the search: what matters, where threads stop, where variables lie. */
export interface ThreeValuedPlan {
  readonly program: BooleanProgram;
  readonly tuning: Tuning;
  readonly cone: Cone;
  /** Commands before which states are split until nothing is lost. */
  readonly exact: ReadonlySet<BooleanCommand>;
  /** By thread. The first is the initialisation. */
  readonly graphs: readonly ThreadGraph[];
  readonly layout: ValuationLayout;
  readonly counters: Counters;
}

export function makePlan(
  program: BooleanProgram,
  exact: ReadonlySet<BooleanCommand>,
  tuning: Tuning,
): ThreeValuedPlan {
  const cone = coneOf(program, exact);
  const graphs = program.threads.map((_, t) => graphOf(program, t, stopsOf(program, t), exact));
  const layout = layoutOf(program, graphs, cone, tuning.wordBits);
  const counters = new Counters(program, graphs.slice(1));
  return { program, tuning, cone, exact, graphs, layout, counters };
}
