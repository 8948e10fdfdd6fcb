import type { BooleanRun, BooleanStep } from '../../../ir/boolean-run.js';
import type { BooleanId, CommandId } from '../../../ir/ids.js';

/** 0, 1, or the number of a symbol (from 2 on): any truth value, the same wherever the symbol stands. */
export type Value = number;
export const firstSymbol = 2;

/**
 * A set of valuations without loss: unlike in a three-valued state, two variables with the same symbol are equal. Every
 * choice of values for the symbols is a state that can really be reached in the way that `past` tells.
 */
export interface SymbolicState {
  readonly values: Int32Array;
  /** Symbols from this one on are unused. */
  readonly unused: number;
  readonly past: Past | null;
}

/** What has happened, the last first. */
export type Past =
  | {
      readonly kind: 'step';
      readonly thread: number;
      readonly command: CommandId;
      readonly anys: readonly Value[];
      readonly values: readonly Value[];
      readonly before: Past | null;
    }
  | { readonly kind: 'decided'; readonly symbol: Value; readonly value: Value; readonly before: Past | null };

export const startState = (variables: number): SymbolicState => ({
  values: new Int32Array(variables),
  unused: firstSymbol,
  past: null,
});

/** The part of the set in which the symbol has the value. */
export function decide(state: SymbolicState, symbol: Value, value: Value): SymbolicState {
  const values = state.values.map((v) => (v === symbol ? value : v));
  return { ...state, values, past: { kind: 'decided', symbol, value, before: state.past } };
}

/** The same key for the same set: symbols by the order in which they first occur. */
export function keyOf(values: Int32Array, counts: (variable: BooleanId) => boolean): string {
  const numbers = new Map<number, number>();
  let key = '';
  values.forEach((value, v) => {
    if (!counts(v as BooleanId)) return;
    if (value < firstSymbol) {
      key += value;
      return;
    }
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    key += `(${number})`;
  });
  return key;
}

/** One run out of many: symbols about which nothing was decided are false. */
export function concreteRun(state: SymbolicState): BooleanRun {
  const decisions = new Map<Value, Value>();
  const events: Past[] = [];
  for (let past = state.past; past !== null; past = past.before) {
    if (past.kind === 'decided') decisions.set(past.symbol, past.value);
    else events.push(past);
  }
  const known = (value: Value): boolean => (value < firstSymbol ? value : (decisions.get(value) ?? 0)) === 1;
  const steps: BooleanStep[] = [];
  for (const event of events.toReversed()) {
    if (event.kind !== 'step') continue;
    const { thread, command, anys, values } = event;
    steps.push({ thread, command, anys: anys.map(known), values: values.map(known) });
  }
  return { steps };
}
