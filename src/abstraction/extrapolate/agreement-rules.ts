import { equal } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { System } from '../../lang/program/system.js';
import type { Predicate, RuleNumber } from '../predicate.js';
import { entriesFor, valueFor } from './buffer-variables.js';
import type { BufferVariables } from './buffer-variables.js';

/** Rules 4 and 11: a write that waits says what the next one says, or what memory says. Not needed for proofs. */
export function agreements(buffer: BufferVariables, system: System, rule: RuleNumber): readonly Predicate[] {
  const formulas = buffer.written.flatMap((cell): readonly Expr[] => {
    const values = entriesFor(buffer, cell)
      .toSorted((a, b) => a.position - b.position)
      .map((entry) => valueFor(entry, cell, system));
    const neighbours = values.slice(1).map((value, i) => equal(values[i] ?? value, value));
    return [...neighbours, ...values.map((value) => equal(value, cell))];
  });
  return formulas.map((formula) => ({ formula, origin: { rule, from: null } }));
}
