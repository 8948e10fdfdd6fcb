import { bool, hasTemporal, truth } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { Property, SharedVar } from '../../../lang/program/program.js';
import { simplified } from './temporal-formulas.js';
import { normalForm } from './normal-form.js';

/**
 * A property `G p` as the invariant that it is, p speaking of single states; of other properties null. All runs can be
 * continued fairly, so a state without p is on a fair run wherever it is reached.
 */
export function asInvariant(property: Property, shared: readonly SharedVar[]): Property | null {
  if (property.kind !== 'ltl') return null;
  const formula = statedAlways(simplified(normalForm(property.formula, true, shared)));
  if (formula === null) return null;
  const whenViolated = 'the formula is false: this state must never be reached';
  return { kind: 'invariant', name: property.name, formula, whenViolated, span: property.span };
}

function statedAlways(formula: Expr): Expr | null {
  if (formula === truth) return bool(true);
  if (formula.kind !== 'temporal' || formula.op !== 'G' || hasTemporal(formula.arg)) return null;
  return formula.arg;
}
