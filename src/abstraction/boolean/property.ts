import { binary, not, subexpressions } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import { allOf, anyOf, negation } from '../../ir/formula.js';
import type { Formula } from '../../ir/formula.js';
import { InternalError } from '../../support/check.js';

/** What a property is made of. */
export interface PropertyParts {
  /** Holds only where the formula, which does not ask where threads are, does. */
  readonly implying: (formula: Expr) => Promise<Formula>;
  readonly at: (atom: Extract<Expr, { kind: 'at' }>) => Formula;
}

/**
 * A formula over predicates that holds only where the property does. Parts that do not ask where threads are become cubes,
 * the largest such parts as wholes: `x < y || x == y` may be implied where neither side is. What is implied where both sides
 * are needs no cube for both.
 */
export async function propertyFormula(property: Expr, parts: PropertyParts): Promise<Formula> {
  return new Weakening(parts).holds(property);
}

class Weakening {
  constructor(private readonly parts: PropertyParts) {}

  /** Implies the formula. */
  async holds(formula: Expr): Promise<Formula> {
    if (!asksWhere(formula)) {
      if (formula.kind === 'binary' && formula.op === '&&')
        return allOf([await this.holds(formula.left), await this.holds(formula.right)]);
      return this.parts.implying(formula);
    }
    switch (formula.kind) {
      case 'at':
        return this.parts.at(formula);
      case 'unary':
        return this.fails(formula.arg);
      case 'binary':
        return this.#binary(formula, true);
      default:
        return unexpected(formula);
    }
  }

  /** Implies the negation of the formula. */
  async fails(formula: Expr): Promise<Formula> {
    if (!asksWhere(formula)) {
      if (formula.kind === 'binary' && formula.op === '||')
        return allOf([await this.fails(formula.left), await this.fails(formula.right)]);
      return this.parts.implying(not(formula));
    }
    switch (formula.kind) {
      case 'at':
        return negation(this.parts.at(formula));
      case 'unary':
        return this.holds(formula.arg);
      case 'binary':
        return this.#binary(formula, false);
      default:
        return unexpected(formula);
    }
  }

  async #binary(formula: Extract<Expr, { kind: 'binary' }>, wanted: boolean): Promise<Formula> {
    const { op, left, right } = formula;
    switch (op) {
      case '&&':
      case '||': {
        const operands = await this.#operands(operandsOf(formula, op), op, wanted);
        return (op === '&&') === wanted ? allOf(operands) : anyOf(operands);
      }
      case '->':
        return wanted
          ? anyOf([await this.fails(left), await this.holds(right)])
          : allOf([await this.holds(left), await this.fails(right)]);
      case '==':
      case '!=': {
        const [isTrue, isFalse] = [await this.holds(left), await this.fails(left)];
        const [sideTrue, sideFalse] = [await this.holds(right), await this.fails(right)];
        return (op === '==') === wanted
          ? anyOf([allOf([isTrue, sideTrue]), allOf([isFalse, sideFalse])])
          : anyOf([allOf([isTrue, sideFalse]), allOf([isFalse, sideTrue])]);
      }
      default:
        return unexpected(formula);
    }
  }

  async #operands(operands: readonly Expr[], op: '&&' | '||', wanted: boolean): Promise<readonly Formula[]> {
    const data = operands.filter((operand) => !asksWhere(operand));
    const [first, ...others] = data;
    const whole = first === undefined ? [] : [others.reduce((all, next) => binary(op, all, next), first)];
    const formulas: Formula[] = [];
    for (const operand of [...whole, ...operands.filter(asksWhere)]) {
      formulas.push(wanted ? await this.holds(operand) : await this.fails(operand));
    }
    return formulas;
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
