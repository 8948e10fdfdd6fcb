import { intervalOf, intervalOfType, point } from '../../../lang/expr/interval.js';
import type { Interval } from '../../../lang/expr/interval.js';
import { VariableValues, assignmentsIn, intervalDomain } from '../../../lang/program/variable-values.js';
import { at } from '../../../support/invariant.js';
import { restValue } from './choices.js';
import type { Choices } from './choices.js';
import { asDoubles } from './doubles.js';
import type { PackedVariables } from './packed-variables.js';

/**
 * For every variable an interval that holds its values in all executions, as far as they are tried, and the one that it
 * rests at. A variable that only ever gets constants needs that many bits and no checks.
 */
export function valueIntervals({ system, all }: PackedVariables, choices: Choices): readonly Interval[] {
  const domain = intervalDomain(
    (_, i) => at(choices.initial, i) ?? point(restValue(at(all, i))),
    (expr, known) => asDoubles(intervalOf(expr, known)),
    (type) => asDoubles(intervalOfType(type)),
  );
  const assignments = assignmentsIn(system, (_, thread, edge, i) => choices.ofHavoc(thread, edge, i));
  return new VariableValues(system, domain, assignments, true).all;
}
