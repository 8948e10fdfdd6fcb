import { toAutomata } from '../../../passes/pipelines.js';
import type { Program } from '../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import type { ExhaustionLimits, OracleVerdict } from './oracle-verdict.js';
import { robustByStates } from './state-oracle.js';
import { robustByCycles } from './trace-oracle.js';

export const robustKinds = ['trace', 'state'] as const;
export type RobustKind = (typeof robustKinds)[number];

/** Whether a program is robust, by going through all that it does as written, step by step. */
export function plainRobustness(
  program: Program,
  model: MemoryModel,
  kind: RobustKind,
  limits: ExhaustionLimits,
): OracleVerdict {
  const { reference } = runPipeline(toAutomata, program, { procs: null, model });
  switch (kind) {
    case 'trace':
      return robustByCycles(reference, model, limits);
    case 'state':
      return robustByStates(reference, model, limits);
  }
}
