import { binary, not, subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { allOf, anyOf, negation } from '../../lang/boolean/boolean-formula.js';
import type { Formula } from '../../lang/boolean/boolean-formula.js';
import { InternalError } from '../../support/invariant.js';

/** What a property is made of. */
export interface PropertyParts {
  /** Holds only where the formula, which does not ask where threads are, does. */
  readonly implying: (formula: Expr) => Promise<Formula>;
  readonly at: (atom: Extract<Expr, { kind: 'at' }>) => Formula;
}

/**
 * A formula over predicates that holds only where the property does, or is not `wanted`, does not. Parts that do not ask where
 * threads are become cubes, the largest such parts as wholes: `x < y || x == y` may be implied where neither side is. What is
 * implied where both sides are needs no cube for both.
 */
export async function propertyFormula(property: Expr, parts: PropertyParts, wanted = true): Promise<Formula> {
  const says = (part: Expr, truth: boolean): Promise<Formula> => propertyFormula(part, parts, truth);
  if (!asksWhere(property)) {
    if (property.kind === 'binary' && property.op === (wanted ? '&&' : '||'))
      return allOf([await says(property.left, wanted), await says(property.right, wanted)]);
    return parts.implying(wanted ? property : not(property));
  }
  switch (property.kind) {
    case 'at':
      return wanted ? parts.at(property) : negation(parts.at(property));
    case 'unary':
      return says(property.arg, !wanted);
    case 'binary':
      return connected(property, wanted, says);
    default:
      return unexpected(property);
  }
}

async function connected(
  formula: Extract<Expr, { kind: 'binary' }>,
  wanted: boolean,
  says: (part: Expr, truth: boolean) => Promise<Formula>,
): Promise<Formula> {
  const { op, left, right } = formula;
  switch (op) {
    case '&&':
    case '||': {
      const operands = operandsOf(formula, op);
      const [first, ...others] = operands.filter((operand) => !asksWhere(operand));
      const whole = first === undefined ? [] : [others.reduce((all, next) => binary(op, all, next), first)];
      const formulas: Formula[] = [];
      for (const part of [...whole, ...operands.filter(asksWhere)]) formulas.push(await says(part, wanted));
      return (op === '&&') === wanted ? allOf(formulas) : anyOf(formulas);
    }
    case '->': {
      const sides = [await says(left, !wanted), await says(right, wanted)];
      return wanted ? anyOf(sides) : allOf(sides);
    }
    case '==':
    case '!=': {
      const [isTrue, isFalse] = [await says(left, true), await says(left, false)];
      const [sideTrue, sideFalse] = [await says(right, true), await says(right, false)];
      return (op === '==') === wanted
        ? anyOf([allOf([isTrue, sideTrue]), allOf([isFalse, sideFalse])])
        : anyOf([allOf([isTrue, sideFalse]), allOf([isFalse, sideTrue])]);
    }
    default:
      return unexpected(formula);
  }
}

function operandsOf(formula: Expr, op: '&&' | '||'): readonly Expr[] {
  if (formula.kind !== 'binary' || formula.op !== op) return [formula];
  return [...operandsOf(formula.left, op), ...operandsOf(formula.right, op)];
}

function asksWhere(formula: Expr): boolean {
  for (const part of subexpressions(formula)) if (part.kind === 'at') return true;
  return false;
}

function unexpected(formula: Expr): never {
  throw new InternalError(`\`at\` inside ${formula.kind} in a property to abstract`);
}
