import { toAutomata } from '../../../passes/pipelines.js';
import type { Program } from '../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { isStateRobust } from './state-oracle.js';
import { isRobustByCycles } from './trace-oracle.js';

export const robustKinds = ['trace', 'state'] as const;
export type RobustKind = (typeof robustKinds)[number];

/** Whether a program is robust by going through all that it does, step by step, as written; null beyond `most` traces or states. */
export function isRobust(
  program: Program,
  model: MemoryModel,
  kind: RobustKind,
  most: number,
): boolean | null {
  const { reference } = runPipeline(toAutomata, program, { procs: null, model });
  switch (kind) {
    case 'trace':
      return isRobustByCycles(reference, model, most);
    case 'state':
      return isStateRobust(reference, model, most);
  }
}
