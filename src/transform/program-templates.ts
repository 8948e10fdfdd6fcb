import type { Templates } from '../exporters/exporter.js';
import type { Program } from '../lang/program/program.js';
import { hasBuffers } from '../memory/model-questions.js';
import type { MemoryModel } from '../memory/model.js';
import { sc } from '../memory/sc.js';
import { runPipeline } from '../pass/run-pipeline.js';
import type { PassListener, Pipeline } from '../pass/run-pipeline.js';

/** One process alone stays a process if its number of instances is given; else the instances are threads of their own. */
export function templatesOf(
  program: Program,
  { procs, model }: { readonly procs: number | null; readonly model: MemoryModel },
  templates: (keepsProcesses: boolean) => Pipeline,
  listener?: PassListener,
): Templates {
  const [first, ...more] = program.threads;
  const alone = more.length === 0 && first?.instances.kind === 'any';
  const pipeline = templates(procs === null || alone);
  const lowered = runPipeline(pipeline, program, { procs, model: sc }, listener);
  return {
    program: lowered.program,
    system: lowered.system,
    procs: alone ? procs : null,
    isBuffered: hasBuffers(model),
  };
}
