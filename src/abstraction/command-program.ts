import type { Span } from '../diagnostics/span.js';
import type { Expr } from '../lang/expr/expr.js';
import type { EdgeId, LocationId, ThreadId } from '../lang/expr/ids.js';
import type { Property } from '../lang/program/program.js';
import type { Automaton, System } from '../lang/program/system.js';
import type { Type } from '../lang/expr/type.js';

/**
 * What is abstracted: a system that runs under SC, as guarded parallel commands over scalar variables. A variable is an
 * expression by itself: a `local`, a `shared` without an index, or a `shared` with a constant index (a cell of an array).
 * There are no other reads in it: computed indices have become cases.
 */
export interface CommandProgram {
  readonly system: System;
  readonly variables: readonly CommandVariable[];
  /** Fresh variables for values that commands draw, and their types. */
  readonly inputs: readonly Input[];
  readonly threads: readonly CommandThread[];
  /** All hold at the start, and every state in which all hold is initial. */
  readonly initial: readonly Expr[];
  /** `invariant`s and `final`s, over `at` and variables. The rest is said by commands that violate. */
  readonly stateProperties: readonly StateProperty[];
}

export interface CommandVariable {
  readonly expr: Expr;
  /** As people know it: `x`, `flag[1]`, `P.r`, `P_x_1`. */
  readonly name: string;
  readonly type: Type;
}

export type Input = Pick<CommandVariable, 'expr' | 'type'>;

export interface StateProperty {
  readonly property: Extract<Property, { kind: 'invariant' | 'final' }>;
  readonly formula: Expr;
}

export interface CommandThread extends Omit<Automaton, 'edges' | 'span'> {
  readonly commands: readonly Command[];
  /**
   * By location: the variables that only this thread touches, no property speaks of, and that are written before they are
   * read on every way from here. Their values can be forgotten.
   */
  readonly dead: readonly ReadonlySet<Expr>[];
}

/** One step: enabled if all guards hold; then all updates at once, each evaluated in the state before. */
export interface Command {
  readonly thread: ThreadId;
  readonly from: LocationId;
  readonly to: LocationId;
  readonly guard: readonly Expr[];
  /** No variable twice. */
  readonly updates: readonly CommandUpdate[];
  /** The inputs that stand for what the havoc actions of the edge drew, in order. */
  readonly drawn: readonly Expr[];
  readonly end: CommandEnd;
  /** The edge of the system that this is a way through. */
  readonly edge: EdgeId;
  readonly span: Span;
}

export interface CommandUpdate {
  readonly variable: Expr;
  readonly value: Expr;
}

export type CommandEnd =
  | { readonly kind: 'moves' }
  /** The step violates this property (an assert, div, bounds, range, an overflow), and the path is not followed on. */
  | { readonly kind: 'violates'; readonly property: string };

/** A path through the commands, from the start. */
export type CommandPath = readonly Command[];
