import type { Program } from '../ir/program.js';
import type { System } from '../ir/system.js';
import { invariant } from '../support/check.js';
import { hasFact } from './facts.js';
import type { Fact, LoweringPass, MapBack, PassContext, ProgramPass, SystemPass } from './pass.js';

/** A named order of passes from a program to what an engine takes. */
export interface Pipeline {
  readonly name: string;
  readonly onProgram: readonly ProgramPass[];
  readonly lowering: LoweringPass;
  readonly onSystem: readonly SystemPass[];
}

/** What a pipeline made of a program, with all it takes to check and explain a run of the result. */
export interface Lowered {
  readonly program: Program;
  /** Right after lowering: the reference that runs are replayed on. */
  readonly reference: System;
  /** What the engine gets. */
  readonly system: System;
  /** From a run of `system` to a run of `reference`. */
  readonly mapBack: MapBack;
  readonly timings: readonly { readonly pass: string; readonly milliseconds: number }[];
}

/** Runs the passes in order, and holds each to what it requires and establishes. */
export function runPipeline(pipeline: Pipeline, input: Program, context: PassContext): Lowered {
  const timings: { pass: string; milliseconds: number }[] = [];
  const timed = <T>(pass: string, work: () => T): T => {
    const start = performance.now();
    const result = work();
    timings.push({ pass, milliseconds: performance.now() - start });
    return result;
  };

  let program = input;
  requireFacts(program, ['resolved'], 'the front end');
  for (const pass of pipeline.onProgram) {
    requireFacts(program, pass.requires, `the input of ${pass.name}`);
    const before = program;
    program = timed(pass.name, () => pass.run(before, context));
    requireFacts(program, pass.establishes, `the output of ${pass.name}`);
  }
  const { lowering } = pipeline;
  requireFacts(program, lowering.requires, `the input of ${lowering.name}`);
  const reference = timed(lowering.name, () => lowering.run(program, context));

  let system = reference;
  const mapBacks: MapBack[] = [];
  for (const pass of pipeline.onSystem) {
    const before = system;
    const result = timed(pass.name, () => pass.run(before, context));
    system = result.system;
    mapBacks.unshift(result.mapBack);
  }
  const mapBack: MapBack = (execution) => mapBacks.reduce((run, back) => back(run), execution);
  return { program, reference, system, mapBack, timings };
}

function requireFacts(program: Program, facts: readonly Fact[], whose: string): void {
  for (const fact of facts) invariant(hasFact(program, fact), `${whose} has the fact ${fact}`);
}
