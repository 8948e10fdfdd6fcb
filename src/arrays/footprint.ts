import type { ArrayFormula, ArrayTerm, ArrayTransition } from '../lang/arrays/array-system.js';
import { procOf } from './compile-formula.js';
import type { Binding } from './compile-formula.js';
import type { ArrayInstance } from './instance.js';
import { termsOf, tuples } from './walk-system.js';

/** A set of slots, as bits. */
export type Slots = bigint;

/** Which cells a transition with its processes may look at and write: at least those it does. */
export interface Footprint {
  readonly reads: Slots;
  readonly writes: Slots;
}

export const noSlots: Slots = 0n;

export const slotsOf = (slots: Iterable<number>): Slots => {
  let all = noSlots;
  for (const slot of slots) all |= 1n << BigInt(slot);
  return all;
};

export function footprintOf(
  { guard, updates }: ArrayTransition,
  writes: readonly { readonly slot: number }[],
  instance: ArrayInstance,
  binding: Binding,
): Footprint {
  const bind = (procs: readonly number[]): Binding => ({ ...binding, procs: [...binding.procs, ...procs] });
  const others = tuples(1, instance.procs).filter(([p]) => p !== undefined && !binding.procs.includes(p));
  let reads = readsOf(guard.formula, instance, binding);
  for (const { formula } of guard.universals)
    for (const other of others) reads |= readsOf(formula, instance, bind(other));
  for (const { symbol, cases } of updates) {
    for (const indices of tuples(instance.symbol(symbol).arity, instance.procs)) {
      for (const { when, value } of cases) {
        reads |= readsOf(when, instance, bind(indices));
        if (value !== null) reads |= slotsRead(value, instance, bind(indices));
      }
    }
  }
  return { reads, writes: slotsOf(writes.map(({ slot }) => slot)) };
}

export function readsOf(formula: ArrayFormula, instance: ArrayInstance, binding: Binding): Slots {
  return termsOf(formula).reduce((all, { term }) => all | slotsRead(term, instance, binding), noSlots);
}

function slotsRead(term: ArrayTerm, instance: ArrayInstance, binding: Binding): Slots {
  if (term.kind !== 'cell' && term.kind !== 'number') return noSlots;
  const number = term.kind === 'cell' ? term.plus : term.value;
  const constants = (number?.constants ?? []).map(({ symbol }) => instance.slot(symbol, []));
  if (term.kind === 'number') return slotsOf(constants);
  const indices = term.indices.map((proc) => procOf(proc, binding));
  return slotsOf([...constants, instance.slot(term.symbol, indices)]);
}
