import { hasTemporal } from '../lang/expr/expr.js';
import type { Property } from '../lang/program/program.js';

/**
 * `G p` of single states as the invariant that it is: every run can be continued, so a state without p is on a run wherever it is
 * reached. Other properties stay.
 */
export function asStates(property: Property): Property {
  if (property.kind !== 'ltl') return property;
  const { formula, name, span } = property;
  if (formula.kind !== 'temporal' || formula.op !== 'G' || hasTemporal(formula.arg)) return property;
  return { kind: 'invariant', name, formula: formula.arg, span };
}
