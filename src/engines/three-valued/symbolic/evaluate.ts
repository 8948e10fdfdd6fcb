import type { Formula } from '../../../ir/formula.js';
import { InternalError, assertNever, at } from '../../../support/check.js';
import { firstSymbol } from './state.js';
import type { Value } from './state.js';

/** The value of a formula, or a symbol on which it may depend. */
export type Outcome = Value;
export const isKnown = (outcome: Outcome): boolean => outcome < firstSymbol;

export interface Scope {
  readonly values: Int32Array;
  /** What the `*` are, in the order of the text. */
  readonly anys: readonly Value[];
}

/** Counts the `*` that were met. */
interface Cursor {
  any: number;
}

/** Evaluates formulas that follow each other in a command; each `*` is used once. */
export class Evaluation {
  readonly #cursor: Cursor = { any: 0 };

  constructor(private readonly scope: Scope) {}

  of(formula: Formula): Outcome {
    return this.#outcome(formula, true);
  }

  /** Known, or a symbol to split on. Every part is looked at, so that the `*` stay in step. */
  #outcome(formula: Formula, positive: boolean): Outcome {
    switch (formula.kind) {
      case 'constant':
        return formula.value === positive ? 1 : 0;
      case 'literal':
        return signed(at(this.scope.values, formula.variable), formula.positive === positive);
      case 'at':
        throw new InternalError('where threads are was put in before');
      case 'any':
        return signed(at(this.scope.anys, this.#cursor.any++), positive);
      case 'not':
        return this.#outcome(formula.part, !positive);
      case 'and':
      case 'or': {
        const decisive = (formula.kind === 'or') === positive ? 1 : 0;
        let result: Outcome = 1 - decisive;
        for (const part of formula.parts) {
          const outcome = this.#outcome(part, positive);
          if (outcome === decisive) result = decisive;
          else if (!isKnown(outcome) && result === 1 - decisive) result = outcome;
        }
        return result;
      }
      default:
        return assertNever(formula);
    }
  }
}

const signed = (value: Value, positive: boolean): Outcome =>
  value >= firstSymbol ? value : positive ? value : 1 - value;
