import type { Span } from '../../diagnostics/span.js';
import type { SymbolId } from '../expr/ids.js';

export type { SymbolId } from '../expr/ids.js';

/**
 * An array-based transition system, as Cubicle's `.cub` files say it: any number of processes, variables, and arrays with a
 * cell for each process or pair of processes. A transition is one atomic step. With weak variables it is a system for TSO:
 * each transition has an actor, whose writes to weak cells go through a store buffer.
 */
export interface ArraySystem {
  /** `number_procs N`: there are at most so many processes; null: any number. */
  readonly maxProcs: number | null;
  readonly symbols: readonly CellSymbol[];
  /** Holds for all processes that its variables may stand for, the same one for two of them also. */
  readonly init: Clause;
  /** States that must not be reached: some different processes and the formula. One property each. */
  readonly unsafe: readonly UnsafeClause[];
  /** As `unsafe`, but the file says of them that they are not reached; initial states are only those outside. */
  readonly invariants: readonly Clause[];
  readonly transitions: readonly ArrayTransition[];
  readonly span: Span;
}

export interface CellSymbol {
  readonly id: SymbolId;
  readonly name: string;
  /** A constant has one value for ever, which may be any that `init` and the invariants allow. */
  readonly kind: 'variable' | 'constant';
  readonly weak: boolean;
  /** How many processes index it: 0 for `var X`, 1 for `array A[proc]`, 2 for `array M[proc,proc]`. */
  readonly arity: number;
  readonly type: ValueType;
  readonly span: Span;
}

export type ValueType =
  /** `bool` is the enumeration of `False` and `True`. */
  | { readonly kind: 'enum'; readonly name: string; readonly constructors: readonly string[] }
  /** Values of which only equality is known; there are as many as one likes. */
  | { readonly kind: 'abstract'; readonly name: string }
  | { readonly kind: 'int' }
  | { readonly kind: 'real' }
  /** A process: one of the system's, or one that takes no part in it. */
  | { readonly kind: 'proc' };

export type EnumType = Extract<ValueType, { kind: 'enum' }>;

export const boolType: EnumType = { kind: 'enum', name: 'bool', constructors: ['False', 'True'] };

/** A process in a formula. */
export type ProcTerm =
  /** By its place in the parameters of the clause, followed by what is bound inside: see `Universal` and `ArrayUpdate`. */
  | { readonly kind: 'variable'; readonly index: number }
  /** `#1`, `#2`, ...: that very process. */
  | { readonly kind: 'fixed'; readonly number: number };

/**
 * A sum of numeric constants of the system and a rational number `numerator / denominator`. A numeric constant without
 * indices is always said in this way, never as a `cell`.
 */
export interface Linear {
  readonly numerator: bigint;
  /** Positive; the fraction is in lowest terms. 1 unless a real is meant. */
  readonly denominator: bigint;
  /** With factors other than 0, ordered by symbol. */
  readonly constants: readonly { readonly symbol: SymbolId; readonly factor: bigint }[];
}

export type ArrayTerm =
  | { readonly kind: 'constructor'; readonly type: EnumType; readonly index: number }
  | { readonly kind: 'proc'; readonly proc: ProcTerm }
  | {
      readonly kind: 'cell';
      readonly symbol: SymbolId;
      readonly indices: readonly ProcTerm[];
      /**
       * `i@X`: as process i sees the weak cell. Null: as the actor of the transition sees it, or simply the cell. Texts have it
       * in `unsafe` and invariants; anywhere else a weak system may not (see weak-rules.ts), and in others it says nothing.
       */
      readonly view: ProcTerm | null;
      /** `X + 1`, `X - Tick`; null: nothing is added. */
      readonly plus: Linear | null;
    }
  | { readonly kind: 'number'; readonly value: Linear };

export type CellTerm = Extract<ArrayTerm, { kind: 'cell' }>;

export type ArrayCompareOp = '=' | '<>' | '<' | '<=';

/**
 * Without quantifiers. Empty `and` is true, empty `or` false. Formulas are made by array-formula.ts: an `and` has no `and`
 * among its parts and never just one part, and so with `or`.
 */
export type ArrayFormula =
  | {
      readonly kind: 'compare';
      readonly op: ArrayCompareOp;
      readonly left: ArrayTerm;
      readonly right: ArrayTerm;
      readonly span: Span;
    }
  | { readonly kind: 'and'; readonly parts: readonly ArrayFormula[] }
  | { readonly kind: 'or'; readonly parts: readonly ArrayFormula[] }
  | { readonly kind: 'not'; readonly part: ArrayFormula };

/** A formula about processes. Different parameters are different processes, but in `init`. */
export interface Clause {
  /** As the user calls them. */
  readonly params: readonly string[];
  readonly formula: ArrayFormula;
  readonly span: Span;
}

export interface UnsafeClause extends Clause {
  /** `unsafe[1]`, `unsafe[2]`, ... in the order of the file. */
  readonly name: string;
}

export interface ArrayTransition {
  /** Several transitions may share a name. */
  readonly name: string;
  readonly params: readonly string[];
  /** The parameter in brackets, `([i] j)`: whose buffer it is. Null: there is none. */
  readonly actor: number | null;
  readonly guard: ArrayGuard;
  /** At most one for each symbol. They happen at once and read the state before. */
  readonly updates: readonly ArrayUpdate[];
  readonly span: Span;
}

/** All of it must hold. */
export interface ArrayGuard {
  readonly formula: ArrayFormula;
  readonly universals: readonly Universal[];
  /** `fence()`: the actor's buffer is empty. */
  readonly fence: boolean;
}

/** `forall_other k. F`: for every process that is none of the transition's parameters. */
export interface Universal {
  /** What the bound variable is called; its index is the number of the transition's parameters. */
  readonly name: string;
  readonly formula: ArrayFormula;
  readonly span: Span;
}

/**
 * The new values of the cells of a symbol. For each cell the first case that applies says which; a cell to which none applies is not
 * written. `A[i] := v` is one case, that the cell's index is `i`.
 */
export interface ArrayUpdate {
  readonly symbol: SymbolId;
  /** Names of the variables for the cell's indices, which follow the transition's parameters. As many as the symbol's arity. */
  readonly bound: readonly string[];
  readonly cases: readonly UpdateCase[];
  /** Set where the text was `A[i] := v`; only for printing. */
  readonly direct: boolean;
  readonly span: Span;
}

export interface UpdateCase {
  /** May speak of the bound variables. */
  readonly when: ArrayFormula;
  /** Null: any value (`X := .`). */
  readonly value: ArrayTerm | null;
}

export const always: ArrayFormula = { kind: 'and', parts: [] };
export const never: ArrayFormula = { kind: 'or', parts: [] };
