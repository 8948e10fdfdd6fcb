import type { Lasso } from '../lang/run/execution.js';
import type { Program } from '../lang/program/program.js';
import { refuseWeak } from '../lang/program/refuse.js';
import type { System } from '../lang/program/system.js';
import type { MemoryModel } from '../memory/model.js';
import { sc } from '../memory/sc.js';
import { hasBuffers } from '../memory/model-questions.js';
import { invariant } from '../support/invariant.js';
import { ledBack, numbered } from './enact.js';
import { hasFact } from './pass-facts.js';
import type {
  Fact,
  LoweringPass,
  MapBack,
  Pass,
  PassContext,
  ProgramPass,
  ReductionPass,
  SystemPass,
} from './pass.js';

/** A named order of passes from a program to what an engine or an exporter takes. */
export interface Pipeline {
  readonly name: string;
  readonly onProgram: readonly ProgramPass[];
  /** Passes that write the memory model into the program: what comes out is to be run under SC. */
  readonly reductions: readonly ReductionPass[];
  readonly lowering: LoweringPass;
  readonly onSystem: readonly SystemPass[];
}

/** What a pipeline made of a program, with all it takes to check and explain a run of the result. */
export interface Lowered {
  /** The structured program after all passes on that level. */
  readonly program: Program;
  /** The source's automata, right after lowering: the reference that runs are replayed on, under its memory model. */
  readonly reference: System;
  /** What the engine gets. */
  readonly system: System;
  /** How many threads each process is; null: nobody has said. */
  readonly procs: number | null;
  /** From a run of `system` to a run of `reference`. */
  readonly mapBack: MapBack;
  /** Whether runs can be led back by one step, without those around it. */
  readonly tellsSteps: boolean;
  readonly timings: readonly { readonly pass: string; readonly milliseconds: number }[];
}

/** Hears what each pass has made, and in how many milliseconds. */
export type PassListener = (pass: string, output: PassOutput, milliseconds: number) => void;

export type PassOutput =
  | { readonly kind: 'program'; readonly program: Program }
  | { readonly kind: 'system'; readonly system: System };

/** The passes of a pipeline, in order. */
export const passesOf = ({ onProgram, reductions, lowering, onSystem }: Pipeline): readonly Pass[] => [
  ...onProgram,
  ...reductions,
  lowering,
  ...onSystem,
];

/** Runs the passes in order, and holds each to what it requires and establishes. */
export function runPipeline(
  pipeline: Pipeline,
  input: Program,
  context: PassContext,
  listener: PassListener = () => undefined,
): Lowered {
  const timings: { pass: string; milliseconds: number }[] = [];
  const timed = <T>(pass: string, work: () => T): T => {
    const start = performance.now();
    const result = work();
    timings.push({ pass, milliseconds: performance.now() - start });
    return result;
  };
  const heard = (pass: string, output: PassOutput): void =>
    listener(pass, output, timings[timings.length - 1]?.milliseconds ?? 0);
  const onProgram = (pass: ProgramPass | ReductionPass, before: Program): Program => {
    requireFacts(before, pass.requires, `the input of ${pass.name}`);
    context.watch?.();
    const program = timed(pass.name, () => pass.run(before, context));
    requireFacts(program, pass.establishes, `the output of ${pass.name}`);
    heard(pass.name, { kind: 'program', program });
    return program;
  };
  const lower = (program: Program): System => {
    const { lowering } = pipeline;
    requireFacts(program, lowering.requires, `the input of ${lowering.name}`);
    return timed(lowering.name, () => lowering.run(program, context));
  };

  if (hasBuffers(context.buffers?.model ?? context.model ?? sc)) refuseWeak(input);
  requireFacts(input, ['resolved'], 'the front end');
  const source = pipeline.onProgram.reduce((program, pass) => onProgram(pass, program), input);
  const isReduced = pipeline.reductions.length > 0;
  const marked = isReduced ? numbered(source) : source;
  const program = pipeline.reductions.reduce((before, pass) => onProgram(pass, before), marked);
  const reference = lower(marked);
  const lowered = isReduced ? lower(program) : reference;
  heard(pipeline.lowering.name, { kind: 'system', system: lowered });

  const onSystem: PassContext = isReduced ? { ...context, model: sc } : context;
  let system = lowered;
  const mapBacks: MapBack[] = isReduced ? [ledBack(lowered, reference, modelWritten(context))] : [];
  for (const pass of pipeline.onSystem) {
    context.watch?.();
    const before = system;
    const result = timed(pass.name, () => pass.run(before, onSystem));
    system = result.system;
    mapBacks.unshift(result.mapBack);
    heard(pass.name, { kind: 'system', system });
  }
  const mapBack: MapBack = (execution) => mapBacks.reduce((run, step) => step(run), execution);
  const { procs } = context;
  return { program, reference, system, procs, mapBack, tellsSteps: !isReduced, timings };
}

function modelWritten({ buffers }: PassContext): MemoryModel {
  invariant(buffers !== undefined, 'passes that write the buffers are told the memory model');
  return buffers.model;
}

function requireFacts(program: Program, facts: readonly Fact[], whose: string): void {
  for (const fact of facts) invariant(hasFact(program, fact), `${whose} has the fact ${fact}`);
}

/** A run without end led back: the stem by itself tells where the cycle begins. */
export function lassoBack({ mapBack }: Pick<Lowered, 'mapBack'>, { stem, cycle }: Lasso): Lasso {
  const before = mapBack(stem);
  const all = mapBack({ ...stem, steps: [...stem.steps, ...cycle] });
  return { stem: before, cycle: all.steps.slice(before.steps.length) };
}
