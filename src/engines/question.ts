import type { Predicate } from '../abstraction/predicate.js';
import type { ArrayMachine, ArrayTarget } from '../arrays/array-machine.js';
import type { ArrayRun } from '../arrays/array-run.js';
import type { BooleanSystem } from '../lang/boolean/to-system/to-system.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ArraySystem } from '../lang/arrays/array-system.js';
import type { CubeProof } from '../lang/arrays/stated-cube.js';
import type { BooleanProgram } from '../lang/boolean/boolean-program.js';
import type { Execution, Step } from '../lang/run/execution.js';
import type { System } from '../lang/program/system.js';
import type { Program, Property } from '../lang/program/program.js';
import type { PredicateCover } from '../lang/run/predicate-cover.js';
import type { AbstractTrace } from '../lang/run/trace.js';
import type { SubjectKind } from '../lang/program/subject-kind.js';
import type { Verdict } from '../lang/run/verdict.js';
import type { FairnessName } from '../memory/fairness.js';
import type { MemoryModel } from '../memory/model.js';
import type { GivenBound } from '../memory/bound.js';
import type { Lowerings } from '../pass/lowerings.js';
import type { Lowered } from '../pass/run-pipeline.js';
import type { FieldsOfRows } from '../options/kit/row-fields.js';
import type { abstractRows } from './options/abstract-rows.js';
import type { backwardRows } from './options/backward-rows.js';
import type { stateRows } from './options/state-rows.js';
import type { discoveryRows } from './options/discovery-rows.js';
import type { Limits, ProgressListener, ProofLimits, SearchPause } from '../search/limits.js';

/**
 * What engines may be told, by whoever asks; the fields are those of the options of the command line. What is for one engine
 * alone stands in its rows.
 */
export interface EngineOptions
  extends
    Pick<FieldsOfRows<typeof abstractRows>, 'abstraction'>,
    Partial<Pick<FieldsOfRows<typeof abstractRows>, 'unbounded'>>,
    Partial<FieldsOfRows<typeof discoveryRows>>,
    Partial<FieldsOfRows<typeof backwardRows>>,
    Partial<FieldsOfRows<typeof stateRows>> {
  readonly model: MemoryModel;
  /** The name of an engine, or `auto`. */
  readonly engine: string;
  readonly bound: GivenBound;
  /** How many threads each process is; `any`: any number; null: not told. */
  readonly procs: number | 'any' | null;
  readonly havocRange: { readonly lo: bigint; readonly hi: bigint } | null;
  /** Which runs count for temporal properties; absent: those that leave no write in a buffer for ever. */
  readonly fairness?: FairnessName;
  /** Join the states of Boolean programs at a place. */
  readonly merge?: boolean;
}

/** How predicates are found. */
export type DiscoveryOptions = FieldsOfRows<typeof discoveryRows>['discovery'];

/** What was found for an answer, and how. */
export interface DiscoveryReport {
  readonly strategy: string;
  readonly scope: 'extrapolate' | 'direct';
  /** Of the last program: that with the buffers of the bound that is told. */
  readonly iterations: number;
  readonly found: number;
  /** Without those that a proof does not need. */
  readonly kept: number;
  readonly queries: number;
  readonly predicates: readonly DiscoveredPredicate[];
  /** What went before: the search under SC whose predicates were extrapolated; null: there was none. */
  readonly underSc: { readonly iterations: number; readonly found: number; readonly queries: number } | null;
  readonly seconds: number;
  /** Predicates over the program itself, in its syntax: with a proof those that lead to it, as few as can be. */
  readonly statable: readonly string[];
  /** They are known to be enough where the program states them. */
  readonly suffices: boolean;
  /** Why the search for predicates ended: a clause. */
  readonly ended: string;
  /** What was compared with ever more numbers. */
  readonly diverged: readonly EndlessComparison[];
  /** What may help, where there is no answer: options and the like, each with a clause that says why. */
  readonly advice: readonly { readonly what: string; readonly why: string }[];
}

export interface EndlessComparison {
  /** `x`, `x - y`. */
  readonly of: string;
  /** Integers. */
  readonly constants: readonly string[];
}

export interface DiscoveredPredicate {
  readonly formula: string;
  readonly iteration: number;
  /** A strategy, `template`, `property`, `extrapolated`, or `given`. */
  readonly from: string;
  /** The step of a path behind which it must hold; null: it must at the start, or no path asked for it. */
  readonly behind: { readonly thread: string; readonly line: number | null; readonly action: string } | null;
}

/** What is asked, whatever it is asked of. */
interface Asked {
  readonly options: EngineOptions;
  readonly limits: Limits;
  readonly progress: ProgressListener;
  /** Hears of what is done, where that takes steps worth telling: clauses. */
  readonly note?: (clause: string) => void;
}

/** A program that was read, and what is asked of it. */
export interface ProgramQuestion extends Asked {
  readonly program: Program;
  /** Those to decide, as the program states them, and `deadlock` if it is asked for. */
  readonly properties: readonly Property[];
  readonly lowerings: Lowerings;
  /** Hears of the predicates that are tracked, each time there is a larger buffer. */
  readonly explain?: (predicates: readonly Predicate[], system: System) => void;
  /** A search that knows how to be held up asks there. */
  readonly pause?: SearchPause;
}

export interface BooleanQuestion extends Asked {
  readonly program: BooleanProgram;
  /** Its automata, for those who execute it, and in whose terms runs are told. */
  readonly lowered: () => BooleanSystem;
}

export interface ArrayQuestion extends Asked {
  readonly system: ArraySystem;
  /** The clauses of `unsafe` to decide, by their places in the system. */
  readonly clauses: readonly number[];
}

/** What a question of each kind is like, and what shows a violation. */
export interface QuestionsByKind {
  readonly program: { readonly question: ProgramQuestion; readonly evidence: ProgramEvidence };
  readonly boolean: { readonly question: BooleanQuestion; readonly evidence: BooleanEvidence };
  readonly array: { readonly question: ArrayQuestion; readonly evidence: ArrayEvidence };
}

/** A run of what the passes have made. */
export interface ProgramEvidence {
  readonly lowered: Lowered;
  /** As the passes have rewritten it. */
  readonly property: Property;
  readonly execution: Execution;
  /** What follows again and again; null: the run is finite. */
  readonly cycle: readonly Step[] | null;
  /** Whose steps a person is shown: the engine's, or those of the program as it was lowered. */
  readonly shows: 'system' | 'reference';
}

export interface BooleanEvidence {
  readonly execution: Execution;
}

export interface ArrayEvidence {
  readonly machine: ArrayMachine;
  readonly run: ArrayRun;
  readonly target: ArrayTarget;
  readonly procs: readonly number[];
}

/** What an engine came to. Nobody believes a violation before it was confirmed. */
export interface Finding<Evidence extends object> {
  /** By the names of the properties. */
  readonly verdicts: ReadonlyMap<string, Verdict<Evidence>>;
  /** The buffer bound; absent: as it was asked for. */
  readonly bound?: number | null;
  readonly warnings?: readonly Diagnostic[];
  /** What people should know of how the answer came about, in whole sentences. */
  readonly remarks?: readonly string[];
  /** What shows that all that was asked of an array-based system is safe, if the engine has that. */
  readonly cubes?: CubeProof;
  /** Counters that the engine says it has; the rest stays 0. */
  readonly stats: Readonly<Record<string, number>>;
  /** Absent: predicates were not looked for. */
  readonly discovery?: DiscoveryReport;
  /** For `spurious`: the paths that the abstraction takes and the program does not. */
  readonly abstract?: ReadonlyMap<string, AbstractTrace>;
  /** What shows that all properties hold, for whoever asks; a text says why there is none. Absent: the engine has nothing. */
  readonly prove?: (limits: ProofLimits) => Promise<PredicateProof | string>;
  /** It is about states without end, so nobody need look for evidence by visiting them all. */
  readonly isEndless?: true;
}

/** Predicates that hold wherever the program comes, and what is safe because of that. */
export interface PredicateProof {
  /** The automata as they were right after lowering. */
  readonly system: System;
  /** The name of the memory model that they hold under. */
  readonly model: string;
  readonly procs: number | null;
  readonly properties: readonly string[];
  readonly predicates: PredicateCover;
}

export type FindingOf<K extends SubjectKind> = Finding<QuestionsByKind[K]['evidence']>;
