import { plainAutomata } from '../../passes/plain-automata.js';
import { forVerifiers, toTemplates, withCounters } from '../../passes/pipelines.js';
import type { ExportPurpose, ExportRequest, Templates } from '../../src/exporters/exporter.js';
import type { Program } from '../../src/lang/program/program.js';
import type { System } from '../../src/lang/program/system.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { sc } from '../../src/memory/sc.js';
import { hasBuffers } from '../../src/memory/model-questions.js';
import { runPipeline } from '../../src/pass/run-pipeline.js';
import { overflowProperty } from '../../src/pass/overflow.js';

/** What exporters get for a program under a model, and the automata to run beside: those right after lowering. */
export function exportRequest(
  program: Program,
  model: MemoryModel,
  file: string,
  bound = 1,
  purpose: ExportPurpose = 'run',
): ExportRequest & { readonly reference: System } {
  const bounded = hasBuffers(model);
  const lowered = runPipeline((purpose === 'run' ? withCounters : forVerifiers)(model), program, {
    procs: 2,
    buffers: { model, bound: { all: bound }, ...(purpose === 'run' ? {} : { ownFlushes: true }) },
  });
  return {
    program: bounded ? lowered.program : program,
    plain: lowered.program,
    system: lowered.system,
    get templates() {
      return templatesOf(program, bounded);
    },
    get machine() {
      const { system } = runPipeline(plainAutomata, program, { procs: 2, model });
      const wishes = { form: 'tuples', solution: null } as const;
      return { system, model, room: () => bound, wishes, watch: () => undefined };
    },
    reference: lowered.reference,
    about: {
      file,
      memory: bounded ? `${model.name}, at most ${bound} buffered` : model.name,
      isRewritten: bounded,
      overflow: overflowProperty(lowered),
      leftOut: [],
    },
    purpose,
  };
}

/** What targets with weak memory get for a program with any number of processes. */
export function templatesOf(program: Program, isBuffered: boolean): Templates {
  const { program: lowered, system } = runPipeline(toTemplates(true), program, { procs: null, model: sc });
  return { program: lowered, system, procs: null, isBuffered };
}
