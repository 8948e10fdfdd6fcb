import type { TextCondition, TextExpression } from './boolean-text.js';
import type { Formula } from './boolean-formula.js';
import type { BooleanId } from '../expr/ids.js';
import { assertNever, at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';

/** How atoms are written where a formula stands. */
export interface AtomNames {
  readonly variable: (variable: BooleanId) => TextExpression;
  readonly at: (thread: number, label: number) => TextCondition;
}

const zero: TextExpression = { kind: 'int', value: 0 };

/** Makes conditions of formulas; of equal objects one object. */
export class FormulaRaising {
  readonly #known = new Map<Formula, TextCondition>();

  constructor(private readonly names: AtomNames) {}

  condition(formula: Formula): TextCondition {
    return remembered(this.#known, formula, () => this.#raise(formula));
  }

  #raise(formula: Formula): TextCondition {
    switch (formula.kind) {
      case 'constant':
        return truth(formula.value);
      case 'any':
        return { kind: 'any' };
      case 'literal': {
        const left = this.names.variable(formula.variable);
        return { kind: 'compare', op: formula.positive ? '!=' : '==', left, right: zero };
      }
      case 'at':
        return this.names.at(formula.thread, formula.label);
      case 'not':
        return { kind: 'not', part: this.condition(formula.part) };
      case 'and':
      case 'or':
        return joined(
          formula.kind,
          formula.parts.map((part) => this.condition(part)),
        );
      default:
        return assertNever(formula);
    }
  }
}

export const truth = (value: boolean): TextCondition => ({ kind: 'truth', value });

export function joined(kind: 'and' | 'or', parts: readonly TextCondition[]): TextCondition {
  if (parts.length === 0) return truth(kind === 'and');
  return parts.length === 1 ? at(parts, 0) : { kind, parts };
}
