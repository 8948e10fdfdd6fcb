import type { Limits, ProgressListener } from '../search/limits.js';
import type { Unknown, Verdict } from '../lang/run/verdict.js';
import type { Expr } from '../lang/expr/expr.js';
import type { Smt, SmtCounts } from '../smt/smt.js';
import type { CommandPath, CommandProgram } from './command-program.js';
import type { Predicate } from './predicate.js';

/** What the methods that search are asked. */
export interface AbstractionRequest {
  readonly program: CommandProgram;
  readonly predicates: readonly Predicate[];
  /** Knows the types of all variables and inputs of the program. */
  readonly smt: Smt;
  /** Names of the properties to decide; what else is violated is of no interest. */
  readonly properties: readonly string[];
  /** Properties that matter only as long as one of the others is not violated: behind their violation nothing is known. */
  readonly cuts: readonly string[];
  /**
   * One of the cuts, whose violation leaves nothing to prove: if the program violates it, paths that the program does
   * not take are not looked into any further.
   */
  readonly decisive?: string | null;
  readonly limits: Limits;
  readonly progress: ProgressListener;
  /** Hears of violations that the program itself can take, while other properties are open. */
  readonly found?: (path: FoundPath) => void;
}

export interface FoundPath {
  /** Of the property. */
  readonly name: string;
  readonly path: CommandPath;
  readonly values: PathValues;
}

export interface AbstractionResult {
  /** One for each property asked for. */
  readonly verdicts: ReadonlyMap<string, AbstractVerdict>;
  readonly stats: AbstractionStats;
  /** What was seen, where that was all there is. */
  readonly reached?: ReachedStates;
  /** What people should know of how the answer came about, in whole sentences. */
  readonly remarks?: readonly string[];
}

/** Abstract states that no step of the program leaves, by their numbers. */
export interface ReachedStates {
  readonly count: number;
  /** What is known of variables that are dead may be of values that they no longer have. */
  readonly remembersDead: boolean;
  readonly locationsIn: (id: number) => readonly number[];
  /** What is known of each predicate. */
  readonly knownIn: (id: number) => readonly (boolean | null)[];
}

/** The evidence is a path that the program itself can take, as far as the solver can tell, with the values that it takes. */
export type AbstractVerdict =
  | Exclude<Verdict<{ readonly path: CommandPath; readonly values: PathValues }>, Unknown>
  /** For `spurious`: the path that the abstraction takes and the program does not. */
  | (Unknown & { readonly abstract?: AbstractPath });

/** What a path leaves open, chosen so that it can be taken: initial values by variable, and values drawn by each step. */
export interface PathValues {
  readonly initial: ReadonlyMap<Expr, bigint>;
  /** For each command of the path the values of its `drawn`, in order. */
  readonly drawn: readonly (readonly bigint[])[];
}

export interface AbstractPath {
  readonly steps: CommandPath;
  /** The number of steps that the program can follow; the next one is where they part. */
  readonly follows: number;
  /** What is known of each predicate after each step, and before the first (so one more than steps). */
  readonly known: readonly (readonly (boolean | null)[])[];
}

export interface AbstractionStats extends SmtCounts {
  readonly states: number;
  readonly transitions: number;
  readonly tableBytes: number;
  readonly buildSeconds: number;
  readonly checkSeconds: number;
  readonly cubesUsed: number;
  readonly maxCube: number;
  readonly inputCubes: number;
}
