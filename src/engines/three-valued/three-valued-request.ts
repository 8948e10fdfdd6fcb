import type { BooleanProgram } from '../../lang/boolean/boolean-program.js';
import type { BooleanRun } from '../../lang/boolean/boolean-run.js';
import type { EngineStats } from '../engine-request.js';
import type { Limits, ProgressListener } from '../../search/limits.js';
import type { Verdict } from '../../lang/run/verdict.js';

/** What the three-valued engine is asked. The program has a property. */
export interface ThreeValuedRequest {
  readonly program: BooleanProgram;
  /** Keep one state for each combination of locations, the join of all that come there: fewer states, less precise. */
  readonly merge: boolean;
  readonly limits: Limits;
  readonly progress: ProgressListener;
}

export interface ThreeValuedResult {
  readonly verdict: ThreeValuedVerdict;
  /** Of a property of final states: some state was found in which all threads have ended. */
  readonly finals: boolean;
  readonly stats: EngineStats;
}

export type ThreeValuedVerdict = Verdict<{ readonly run: BooleanRun }>;
