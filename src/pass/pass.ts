import type { Execution, Step } from '../lang/run/execution.js';
import type { Program } from '../lang/program/program.js';
import type { System } from '../lang/program/system.js';
import type { BufferSpec } from '../memory/bound.js';
import type { MemoryModel } from '../memory/model.js';

/**
 * A well-formedness fact about a program that passes require and establish; facts.ts checks each. `resolved` is what
 * front ends deliver: every name refers to something and every type fits.
 */
export type Fact =
  | 'resolved'
  /** No thread has instances, no expression is a forall, a parameter or an instance-local. */
  | 'no-instances'
  /** Only processes have instances. */
  | 'no-ranges'
  /** No cas, xchg or fetch_add. */
  | 'no-rmw'
  /** Outside atomic and locked, every statement makes at most one shared access. */
  | 'single-access'
  /** A variable that its thread writes through a buffer is read by nothing but `r = x`. */
  | 'isolated-loads'
  /** Sections that are one step (`atOnce`) go straight on: no branch, no loop, no jump, no assert. */
  | 'straight-steps'
  /** No fence and no locked: under SC, what the statements say is all that happens. */
  | 'plain';

/** What a pass may know of its surroundings; nothing else. */
export interface PassContext {
  /** How many instances each `process` gets; null if the user has not said. */
  readonly procs: number | null;
  /** The memory model that the automata will be run under, if that is settled. */
  readonly model?: MemoryModel;
  /** Which writes are atomic, by their numbers (write-sites.ts); absent: nobody asks about single writes. */
  readonly atomicWrites?: ReadonlySet<number>;
  /** The store buffers to write into the program, for the passes that do. */
  readonly buffers?: BufferSpec;
  /** To be called in every loop that may be long; leaves the pass by an exception if the work must stop. */
  readonly watch?: () => void;
}

interface PassBase {
  readonly name: string;
  readonly summary: string;
}

interface RewritingPass extends PassBase {
  readonly requires: readonly Fact[];
  readonly establishes: readonly Fact[];
  run(program: Program, context: PassContext): Program;
}

/** Structured program to structured program. */
export interface ProgramPass extends RewritingPass {
  readonly level: 'program';
}

/**
 * Structured program to structured program with other steps: what stands for a step of the input says so (`enacts`), and
 * runs are led back along these marks (pass/enact.ts).
 */
export interface ReductionPass extends RewritingPass {
  readonly level: 'reduction';
}

/** Structured program to automata: the step between the two levels. */
export interface LoweringPass extends PassBase {
  readonly level: 'lowering';
  readonly requires: readonly Fact[];
  run(program: Program, context: PassContext): System;
}

/** Automata to automata. A pass that changes the steps says how a run of its output is a run of its input. */
export interface SystemPass extends PassBase {
  readonly level: 'system';
  run(system: System, context: PassContext): { readonly system: System; readonly mapBack: MapBack };
}

/** From a run of the output of a pass to a run of its input. */
export type MapBack = (execution: Execution) => Execution;

export const sameSteps: MapBack = (execution) => execution;

/** Where each step by itself tells the steps that it stands for. */
export const stepByStep =
  (original: (step: Step) => readonly Step[]): MapBack =>
  (execution) => ({ ...execution, steps: execution.steps.flatMap(original) });

export type Pass = ProgramPass | ReductionPass | LoweringPass | SystemPass;
