/** A counterexample in the user's terms, made by the replayer from an Execution. */
export interface Trace {
  readonly initial: Snapshot;
  readonly steps: readonly TraceStep[];
  /** The name of the violated property; null for a run that shows no violation (simulate). */
  readonly violated: string | null;
  /** It reaches the goal of that name, rather than violating anything. */
  readonly isReached?: true;
  /** One sentence: what is wrong in the last state. */
  readonly conclusion: string;
  /** Of a run without end: after the last step it goes on at the step with this index; past the last: it stays there. */
  readonly loop?: number;
  /** The run in short, for systems that know it so: `t_req(#1)`, `t_enter(#2)`, `unsafe[1]`. */
  readonly path?: readonly string[];
  /** What is false in the last state, where a formula says it. */
  readonly failed?: FailedFormula;
  /** Why a run that SC lacks could come to this, or that SC has one, too. */
  readonly blame?: RunBlame;
  /** Set if steps are missing because there would be too much to tell: `count` of them, before the step at `index`. */
  readonly leftOut?: { readonly index: number; readonly count: number; readonly reached: Snapshot };
}

export interface TraceStep {
  readonly kind: 'edge' | 'flush';
  readonly thread: string;
  /** The line of the source statement; null for a flush. */
  readonly line: number | null;
  /** `store x = 1`, `r = x (0)`, `flush x = 1`, `fence`. */
  readonly action: string;
  /** What of the text does it, where that says more than the action. */
  readonly source?: string;
  /** What it tested or looked up, where the action does not tell. */
  readonly reads?: readonly NamedValue[];
  /** Why a short telling leaves it out; absent: it does not. */
  readonly aside?: Aside;
  readonly after: Snapshot;
}

/**
 * `local`: it computes or jumps where nobody else can look, and what it comes to is seen in later steps.
 * `unneeded`: whatever it wrote, the steps that are not `unneeded` would do the same, and what is wrong would be.
 */
export type Aside = 'local' | 'unneeded';

export interface NamedValue {
  /** As in the program: `whose`, `flag[1]`, `P at Critical`. */
  readonly name: string;
  readonly value: Value;
}

/** A formula, or those parts of a conjunction that are false, and the values of what it speaks of. */
export interface FailedFormula {
  readonly formula: string;
  readonly values: readonly NamedValue[];
}

/** Steps are numbered from 0. */
export type RunBlame =
  /** No reordering: the steps of the threads lead to it under SC, too, perhaps in another order. */
  | { readonly kind: 'sc'; readonly text: string }
  /** A write that waited while its thread went on (`passed`), which another thread has `seen`; null: not before it arrived. */
  | {
      readonly kind: 'reordering';
      readonly text: string;
      readonly write: number;
      readonly passed: number;
      readonly seen: number | null;
      /** Other writes that waited so, each of which would be enough without the rest. */
      readonly or: readonly { readonly write: number; readonly passed: number }[];
    }
  /** A write that waits in the last state; with it in memory nothing would be wrong. */
  | { readonly kind: 'waiting'; readonly text: string; readonly write: number };

/** Everything a person may look at, by name, in the order of the program text. */
export interface Snapshot {
  /** `x`, `flag[0]`. */
  readonly memory: ReadonlyMap<string, Value>;
  /** `P.r`, `Q(0).r`; without the temporaries that passes made. */
  readonly locals: ReadonlyMap<string, Value>;
  /** For each thread its entries, oldest first: `x=1`; a store-store marker is `|`. Threads without buffer are absent. */
  readonly buffers: ReadonlyMap<string, readonly string[]>;
  /** For each thread the labels it is at; `(end)` when it has ended. */
  readonly places: ReadonlyMap<string, readonly string[]>;
}

/** A text is a constructor of an enumeration, a process `#1` or a fraction. */
export type Value = bigint | boolean | string;

/** A path that an abstraction takes to a violation, and the program cannot take to its end. */
export interface AbstractTrace {
  /** What is tracked, as text. */
  readonly predicates: readonly string[];
  /** What is known of each at the start; null: nothing. */
  readonly initial: readonly (boolean | null)[];
  readonly steps: readonly AbstractTraceStep[];
  /** The program can follow so many steps; then they part. All of them: it does not violate the property at the end. */
  readonly follows: number;
}

export interface AbstractTraceStep extends Pick<TraceStep, 'thread' | 'line' | 'action'> {
  readonly known: readonly (boolean | null)[];
}
