import type { ArrayFormula, ArraySystem, ArrayTerm } from '../../ir/array-system.js';
import { comparisons } from '../../ir/array-formula.js';

/** No number that the system speaks of is further from 0; constants without a value left out. */
export function largestLiteral(system: ArraySystem): number {
  const formulas: ArrayFormula[] = [system.init, ...system.unsafe].map(({ formula }) => formula);
  const values: (ArrayTerm | null)[] = [];
  for (const { guard, updates } of system.transitions) {
    formulas.push(guard.formula, ...guard.universals.map(({ formula }) => formula));
    for (const { when, value } of updates.flatMap(({ cases }) => cases)) {
      formulas.push(when);
      values.push(value);
    }
  }
  const sides = formulas.flatMap(comparisons).flatMap(({ left, right }) => [left, right]);
  return Math.max(0, ...[...values, ...sides].map(sizeOf));
}

function sizeOf(term: ArrayTerm | null): number {
  const value = term?.kind === 'number' ? term.value : term?.kind === 'cell' ? term.plus : null;
  return value === null ? 0 : Math.abs(Number(value.numerator) / Number(value.denominator));
}
