import { conjunction, disjunction, partsOf } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { System } from '../../lang/program/system.js';
import { isVariable } from '../../lang/expr/substitute.js';
import { isEnded } from '../../step/branches.js';
import { typesOf, variablesIn } from './command-variables.js';
import { evaluations, onlyWay } from './ways.js';

/**
 * A formula of a property or predicate over scalar variables: reads with computed indices become cases. As the plain
 * semantics has it, a formula that divides by zero or reads beyond an array is false, whatever stands around that. What is
 * over scalar variables already, and cannot fault, stays as it is written.
 */
export function scalarFormula(system: System, formula: Expr): Expr {
  const typeOf = typesOf({ system, variables: variablesIn(system), inputs: [] });
  const ways = evaluations(system, typeOf, formula);
  const isScalar = (e: Expr): boolean => e.kind !== 'shared' || isVariable(e);
  if (onlyWay(ways) !== null && [...partsOf(formula)].every(isScalar)) return formula;
  return disjunction(
    ways.flatMap((way) => (isEnded(way) ? [] : [conjunction([...way.state.facts.essential(), way.value])])),
  );
}
