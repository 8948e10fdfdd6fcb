import type { Span } from '../diagnostics/span.js';
import type { Expr } from './expr.js';
import type { LocalId, SharedId, ThreadId } from './ids.js';
import type { Type } from './type.js';

/**
 * The structured level of the IR: what front ends lower to and the first passes rewrite. It prints as `.fp`
 * (ir/print.ts). Threads with instances are templates until the pass expand-instances copies them.
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
}

export interface SharedVar {
  readonly id: SharedId;
  readonly name: string;
  /** The type of each cell. */
  readonly type: Type;
  readonly shape: Shape;
  readonly init: Init;
  /** What a variable that a pass made is for; exports tell it. */
  readonly meaning?: string;
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

export type Shape =
  | { readonly kind: 'scalar' }
  /** Indices count from 0; people see them count from `shownFrom` (0 if absent), the first instance of its thread. */
  | { readonly kind: 'array'; readonly length: number; readonly shownFrom?: number }
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

export interface LocalVar {
  readonly id: LocalId;
  readonly name: string;
  readonly thread: ThreadId;
  readonly type: Type;
  readonly init: Init;
  /** Made by a pass: not shown to the user, and dead outside the statement it serves. */
  readonly temporary: boolean;
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

export type Block = readonly Stmt[];

interface StmtBase {
  /** Labels are unique in a thread. */
  readonly labels: readonly string[];
  /** Labels of the user's statement of which this is a later part: the thread is still `at` them here. */
  readonly continues?: readonly string[];
  /** What the statement does in terms of the program before the store-buffer passes; absent: nothing. */
  readonly enacts?: Enacts;
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
    | { readonly kind: 'assume'; readonly cond: Expr }
    /** `property` names the property of kind `assert` that the statement checks. */
    | { readonly kind: 'assert'; readonly cond: Expr; readonly property: string }
    | { readonly kind: 'goto'; readonly target: string }
    | { readonly kind: 'if'; readonly cond: Expr; readonly then: Block; readonly else: Block }
    | { readonly kind: 'while'; readonly cond: Expr; readonly body: Block }
    | { readonly kind: 'either'; readonly branches: readonly Block[] }
    | { readonly kind: 'atomic'; readonly body: Block }
    /** Stores to the variables of `buffered`, made by the pass atomic-writes alone, still go through the buffer. */
    | { readonly kind: 'locked'; readonly body: Block; readonly buffered?: ReadonlySet<SharedId> }
  );

export type FenceKind = 'full' | 'ww';

/**
 * `invariant` holds in every state in which no thread is inside atomic or locked, read from main memory; `final` in
 * every state in which all threads have ended and all buffers have drained; `assert` whenever its statement runs.
 * `div`, `bounds` and `range` are the implicit ones: an execution ends where it violates one of them.
 */
export type Property =
  | {
      readonly kind: 'invariant' | 'final' | 'ltl';
      readonly name: string;
      readonly formula: Expr;
      /** What a violation means, where "is false" would mislead: the outcome of a litmus test is reached. */
      readonly whenViolated?: string;
      readonly span: Span;
    }
  | { readonly kind: 'assert'; readonly name: string; readonly span: Span }
  | { readonly kind: ImplicitKind; readonly name: ImplicitKind }
  /** Nobody can move and some thread has not ended; a property only when asked for. */
  | { readonly kind: 'deadlock'; readonly name: 'deadlock' };

export type PropertyKind = Property['kind'];
export type ImplicitKind = 'div' | 'bounds' | 'range';
