import type { Span } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import type { Formula } from './boolean-formula.js';
import type { BooleanId, CommandId, LocationId } from '../expr/ids.js';

/**
 * A concurrent program over truth values: what predicate abstraction makes, what `.bl` files say, and what the
 * three-valued engine decides. Variables start at false. Thread 0 is the initialisation: it runs alone and to its end
 * before the others begin.
 */
export interface BooleanProgram {
  readonly name: string;
  readonly variables: readonly BooleanVariable[];
  readonly threads: readonly BooleanThread[];
  /**
   * Cubes that no state satisfies, because the predicates behind them exclude each other. A step that ends outside an
   * atomic section in a state that satisfies one is not taken. The initialisation is looked at when it ends: before,
   * variables may still be false for want of a value.
   */
  readonly infeasible: readonly Formula[];
  readonly property: BooleanProperty | null;
}

export interface BooleanVariable {
  readonly id: BooleanId;
  readonly name: string;
  /** The thread that it is local to; null: shared. */
  readonly thread: number | null;
  /** The predicate that it stands for, as far as anybody said; for readers of traces. */
  readonly meaning: string | null;
  /** Set if the variable is one binary digit of a variable with more values than two. */
  readonly digit: { readonly of: string; readonly weight: number } | null;
}

export interface BooleanThread {
  /** `init`, or as the text numbers it. */
  readonly name: string;
  readonly locations: readonly BooleanLocation[];
  readonly commands: readonly BooleanCommand[];
  readonly entry: LocationId;
  /** Where the thread has ended: no command leaves it. */
  readonly end: LocationId;
  readonly span: Span;
}

export interface BooleanLocation {
  readonly id: LocationId;
  /** The thread is `at` this label here; null at the end, and where no label is known. */
  readonly label: number | null;
  /** While a thread stands here no other thread moves and no property is read. */
  readonly atomic: boolean;
  /**
   * A jump to a label that the thread does not have leads here: what the program would do is not known, so nobody may
   * conclude that it is safe from a search that came here.
   */
  readonly astray: boolean;
  /** The statement of the abstracted program that begins here, as a comment of the text says. */
  readonly source: string | null;
  readonly span: Span;
}

/**
 * One step: enabled if the guard holds; then all updates at once, each evaluated in the state before. A guard that
 * does not hold in an atomic section ends the path without it having been taken.
 */
export interface BooleanCommand {
  readonly id: CommandId;
  readonly from: LocationId;
  readonly to: LocationId;
  readonly guard: Formula;
  readonly updates: readonly BooleanUpdate[];
  /** Waits until the thread's store buffer is empty; nothing to wait for under SC. */
  readonly fence: boolean;
  /** The statement in the words of the text, for readers of traces; the end of a long one is missing. */
  readonly text: string;
  readonly span: Span;
}

export interface BooleanUpdate {
  readonly target: BooleanId;
  readonly value: BooleanValue;
}

export type BooleanValue =
  | { readonly kind: 'formula'; readonly formula: Formula }
  /**
   * True where `yes` holds, false where `no` holds, any where neither does. Where both hold, the state before was
   * infeasible and the command is not taken.
   */
  | { readonly kind: 'choose'; readonly yes: Formula; readonly no: Formula };

/** `always` speaks of every state after the initialisation in which no thread is in an atomic section. */
export interface BooleanProperty {
  readonly kind: 'always' | 'final';
  readonly condition: Formula;
  readonly span: Span;
  /** Where the text has several assertions: each by itself, so that one that fails can be named. */
  readonly parts?: readonly BooleanAssertion[];
}

export interface BooleanAssertion {
  readonly condition: Formula;
  readonly span: Span;
}

/** A state in which the thread has just come to the location must not be infeasible. */
export const isJudged = ({ threads }: BooleanProgram, thread: number, location: LocationId): boolean => {
  const automaton = at(threads, thread);
  return thread === 0 ? location === automaton.end : !at(automaton.locations, location).atomic;
};
