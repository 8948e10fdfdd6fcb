import type { Span } from '../../diagnostics/span.js';
import type { Expr } from '../expr/expr.js';
import type { LocalId, SharedId, ThreadId } from '../expr/ids.js';
import type { Type } from '../expr/type.js';
import type { ScaffoldWords, ShownValues, ToldCells } from './shown-values.js';
import type { UnknownReason } from '../run/verdict.js';
import { at } from '../../support/invariant.js';

/**
 * The structured level of the IR: what front ends lower to and the first passes rewrite. It prints as `.fp`
 * (print.ts). Threads with instances are templates until the pass expand-instances copies them.
 */
export interface Program {
  /** The base name of the file, for headings of exports. */
  readonly name: string;
  readonly shared: readonly SharedVar[];
  /** The locals of all threads; a local belongs to one thread. */
  readonly locals: readonly LocalVar[];
  readonly threads: readonly Thread[];
  readonly properties: readonly Property[];
  /** The SC predicates that came with the program, for predicate abstraction. */
  readonly predicates: readonly Expr[];
  /** Names of values that the text declares, for formulas about the program; absent: none. */
  readonly constants?: readonly NamedConstant[];
  /** Why it has no meaning under memory models with store buffers; absent: it has. */
  readonly onlySc?: { readonly why: string; readonly span: Span };
  /** Statements are told as their text has them, which says more than what they were made into. */
  readonly asWritten?: true;
}

export interface NamedConstant {
  readonly name: string;
  readonly value: Expr;
  readonly span: Span;
}

export interface SharedVar {
  readonly id: SharedId;
  readonly name: string;
  /** The type of each cell. */
  readonly type: Type;
  readonly shape: VariableShape;
  readonly init: Init;
  /** No memory but part of the machine (a channel, a location): stores to it take effect at once under every model. */
  readonly buffered?: false;
  /** What a variable that a pass made is for; exports tell it. */
  readonly meaning?: string;
  readonly shown?: ShownValues;
  readonly told?: ToldCells;
  /** It serves to say when something happens, and is nothing that people look at. */
  readonly scaffold?: ScaffoldWords;
  /** Which part of a store buffer it stands for, if a pass made it for that. */
  readonly buffer?: BufferPart;
  readonly span: Span;
}

/**
 * A part of a thread's store buffer. What it is about is one variable or cell (of an array, `element` counts from 0; null
 * for a scalar, and for parts that are arrays like the variable they are about), or nothing in particular where one queue
 * holds the writes to all. Positions count from 1, the oldest write.
 */
export type BufferPart =
  | {
      readonly kind: 'count';
      readonly thread: ThreadId;
      readonly of: BufferedPlace | null;
      readonly bound: number;
    }
  | {
      readonly kind: 'entry';
      readonly thread: ThreadId;
      readonly of: BufferedPlace | null;
      readonly position: number;
    }
  /** Which place the entry at the position is for, as the number that `places` gives it by its order. */
  | {
      readonly kind: 'target';
      readonly thread: ThreadId;
      readonly position: number;
      readonly places: readonly BufferedPlace[];
    };

export interface BufferedPlace {
  readonly shared: SharedId;
  readonly element: number | null;
}

export type VariableShape =
  | { readonly kind: 'scalar' }
  /** Indices count from 0; people see them count from `shownFrom` (0 if absent), the first instance of its thread. */
  | {
      readonly kind: 'array';
      readonly length: number;
      readonly shownFrom?: number;
      /** It has rows of so many cells, one behind another; absent: people know it as one row. */
      readonly columns?: number;
    }
  /** One cell for each instance of a thread. Gone after expand-instances. */
  | { readonly kind: 'per-instance'; readonly thread: ThreadId };

/**
 * The initial value: any of the type, or of one or each cell the value of an expression over constants and the
 * initial values of other variables (without a cycle), or a list with one expression a cell.
 */
export type Init =
  | { readonly kind: 'any' }
  | { readonly kind: 'value'; readonly value: Expr }
  | { readonly kind: 'cells'; readonly values: readonly Expr[] };

/** The expressions that the initial value is made of. */
export function initialExprs(init: Init): readonly Expr[] {
  if (init.kind === 'any') return [];
  return init.kind === 'value' ? [init.value] : init.values;
}

/** That of one cell, or of a variable that is no array; null: any value. */
export function initialExpr(init: Init, cell = 0): Expr | null {
  return init.kind === 'cells' ? at(init.values, cell) : init.kind === 'value' ? init.value : null;
}

export interface LocalVar {
  readonly id: LocalId;
  readonly name: string;
  readonly thread: ThreadId;
  readonly type: Type;
  readonly init: Init;
  /** Made by a pass: not shown to the user, and dead outside the statement it serves. */
  readonly temporary: boolean;
  /** Part of what the user calls a state: engines keep its value even where nobody will read it. */
  readonly kept?: true;
  /** It counts the rounds of loops: it does not grow unless what it counts to does. */
  readonly counts?: true;
  readonly shown?: ShownValues;
  readonly span: Span;
}

export interface Thread {
  readonly id: ThreadId;
  /** As the user writes it; an instance made by expand-instances is called `Q(0)`. */
  readonly name: string;
  readonly instances: Instances;
  /** Labels that passes made to jump to: nothing is `at` them. */
  readonly madeLabels?: readonly string[];
  readonly body: Block;
  readonly span: Span;
}

export type Instances =
  | { readonly kind: 'one' }
  | { readonly kind: 'range'; readonly param: string; readonly lo: number; readonly hi: number }
  /** A process: any number of instances, numbered from 0. */
  | { readonly kind: 'any'; readonly param: string };

/** Threads of which there may be any number. */
export const processesOf = ({ threads }: Pick<Program, 'threads'>): readonly Thread[] =>
  threads.filter(({ instances }) => instances.kind === 'any');

export type Block = readonly Stmt[];

interface StmtBase {
  /** Labels are unique in a thread. */
  readonly labels: readonly string[];
  /** Labels of the user's statement of which this is a later part: the thread is still `at` them here. */
  readonly continues?: readonly string[];
  /** What the statement does in terms of the program before the store-buffer passes; absent: nothing. */
  readonly enacts?: Enacts;
  /** What people call the transition that it is, where the language has such names: `q0->q1`. */
  readonly title?: string;
  /** Of which transition the statement is a part, where writes are made atomic (pass/write-sites.ts numbers them). */
  readonly transition?: number;
  readonly span: Span;
}

/**
 * How counterexamples find back through passes that change the steps: which statement of the source (numbered by
 * pass/enact.ts) a statement does the work of, or that it is a flush.
 */
export type Enacts =
  /**
   * `early` and `late` are the two places of a test whose load was taken out: what stands for the source's step is the
   * load if it happened, else the test.
   */
  | { readonly kind: 'statement'; readonly number: number; readonly part: 'whole' | 'early' | 'late' }
  /** The oldest entry of the thread's buffer leaves, or if a place is told, the oldest one for that cell. */
  | {
      readonly kind: 'flush';
      readonly thread: ThreadId;
      readonly place: { readonly shared: SharedId; readonly index: number } | null;
    };

export type LValue =
  | { readonly kind: 'local'; readonly local: LocalId }
  | { readonly kind: 'shared'; readonly shared: SharedId; readonly index: Expr | null };

export type SharedPlace = Extract<LValue, { kind: 'shared' }>;

export type RmwOp =
  /** Stores `value` if the cell holds `expected`; the result is whether it did (for an integer result 1 or 0). */
  | { readonly kind: 'cas'; readonly expected: Expr; readonly value: Expr }
  /** Stores `value`; the result is the old value. */
  | { readonly kind: 'xchg'; readonly value: Expr }
  /** Adds `value`; the result is the old value. */
  | { readonly kind: 'fetch_add'; readonly value: Expr };

export type Stmt = StmtBase &
  (
    | { readonly kind: 'skip' }
    | { readonly kind: 'assign'; readonly target: LValue; readonly value: Expr }
    | { readonly kind: 'havoc'; readonly local: LocalId }
    | {
        readonly kind: 'rmw';
        readonly op: RmwOp;
        readonly place: SharedPlace;
        readonly result: LocalId | null;
      }
    | { readonly kind: 'fence'; readonly fence: FenceKind }
    /** `ofSpin`: it stands for going round again, and nothing happens while the thread waits that could not before. */
    | { readonly kind: 'assume'; readonly cond: Expr; readonly ofSpin?: true }
    /** `property` names the property of kind `assert` that the statement checks. */
    | { readonly kind: 'assert'; readonly cond: Expr; readonly property: string }
    | { readonly kind: 'goto'; readonly target: string }
    | { readonly kind: 'if'; readonly cond: Expr; readonly then: Block; readonly else: Block }
    | { readonly kind: 'while'; readonly cond: Expr; readonly body: Block }
    | { readonly kind: 'either'; readonly branches: readonly Block[] }
    /** `atOnce`: one step, inside which not even own flushes happen; where a part waits, the whole waits. */
    | { readonly kind: 'atomic'; readonly body: Block; readonly atOnce?: true }
    /** Stores to the variables of `buffered`, made by the pass atomic-writes alone, still go through the buffer. */
    | {
        readonly kind: 'locked';
        readonly body: Block;
        readonly atOnce?: true;
        readonly buffered?: ReadonlySet<SharedId>;
      }
  );

export type FenceKind = 'full' | 'ww';

/**
 * `invariant` holds in every state in which no thread is inside atomic or locked, read from main memory; `final` in
 * every state in which all threads have ended and all buffers have drained; `assert` whenever its statement runs. `ltl`
 * holds of every run, `never` if its automaton accepts none (docs/engines/ltl.md says what a run is).
 * `div`, `bounds` and `range` are the implicit ones: an execution ends where it violates one of them.
 */
export type Property =
  | {
      readonly kind: 'invariant' | 'final';
      readonly name: string;
      readonly formula: Expr;
      /** It is violated where something happens that must be able to happen: people are told the opposite (ask/asked-goals.ts). */
      readonly isGoal?: true;
      /** What a violation means, where "is false" would mislead: the outcome of a litmus test is reached. */
      readonly whenViolated?: string;
      readonly span: Span;
    }
  | {
      readonly kind: 'ltl';
      readonly name: string;
      readonly formula: Expr;
      /** It speaks of runs that are fair to threads, whatever is asked for; absent: of those that are asked for. */
      readonly fairness?: 'weak';
      readonly span: Span;
    }
  | {
      readonly kind: 'never';
      readonly name: string;
      readonly automaton: PropertyAutomaton;
      readonly span: Span;
    }
  | {
      readonly kind: 'assert';
      readonly name: string;
      /** As of an invariant, where its name says little. */
      readonly whenViolated?: string;
      /** No mistake of the program: a run that violates it leaves what was lowered, so nothing is proved then. */
      readonly limit?: Extract<UnknownReason, 'allocations' | 'unset'>;
      readonly span: Span;
    }
  | { readonly kind: ImplicitKind; readonly name: ImplicitKind }
  /** Nobody can move and some thread has not ended; a property only when asked for. */
  | { readonly kind: 'deadlock'; readonly name: 'deadlock' };

/**
 * A Buechi automaton beside the program: it makes a step with every step of the system, along an edge whose guard holds in
 * the state that the system leaves. It accepts a run if it can stay in step with it for ever and is in an accepting state
 * infinitely often. Guards read what invariants read.
 */
export interface PropertyAutomaton {
  readonly states: readonly { readonly name: string; readonly accepting: boolean }[];
  /** Positions in `states`, as in the edges. */
  readonly initial: number;
  readonly edges: readonly { readonly from: number; readonly to: number; readonly guard: Expr }[];
}

export type TemporalProperty = Extract<Property, { readonly kind: 'ltl' | 'never' }>;

/** Speaks of whole runs, not of single states. */
export const isTemporal = (property: Property): property is TemporalProperty =>
  property.kind === 'ltl' || property.kind === 'never';

/** What a property says, as formulas; those of an automaton are its guards. */
export function formulasOf(property: Property): readonly Expr[] {
  if (property.kind === 'never') return property.automaton.edges.map((edge) => edge.guard);
  return 'formula' in property ? [property.formula] : [];
}

/** The same property over `f` of its formulas. */
export function mapFormulas(property: Property, f: (formula: Expr) => Expr): Property {
  if (property.kind === 'never') {
    const edges = property.automaton.edges.map((edge) => ({ ...edge, guard: f(edge.guard) }));
    return { ...property, automaton: { ...property.automaton, edges } };
  }
  return 'formula' in property ? { ...property, formula: f(property.formula) } : property;
}

export type PropertyKind = Property['kind'];
export type ImplicitKind = 'div' | 'bounds' | 'range';

/** Says that a run can get somewhere, and is given as that none does. */
export const isGoal = (property: Property): boolean =>
  (property.kind === 'invariant' || property.kind === 'final') && property.isGoal === true;

/** An execution ends where it violates it. */
export const isImplicit = ({ kind }: Property): boolean =>
  kind === 'div' || kind === 'bounds' || kind === 'range';
