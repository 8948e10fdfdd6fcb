import { assertNever, at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import type { ChainFact } from './chain-facts.js';
import { literalImage } from './renaming.js';
import type { Renaming } from './renaming.js';
import { literalOf } from './resolved-formula.js';
import type { ResolvedFormula } from './resolved-formula.js';

/** Numbers that are equal for facts that say the same: what order operands and facts stand in, and how often, is left out. */
export class FactForms {
  readonly #numbers = new Map<string, number>();

  constructor(private readonly variables: number) {}

  /** Of a set of facts, with others in the places of threads and variables. */
  ofFacts(facts: readonly ChainFact[], renaming: Renaming): number {
    return this.#set(
      'facts',
      [...facts].map((fact) => this.#fact(fact, renaming)),
    );
  }

  #fact({ kind, place, about, formulas }: ChainFact, renaming: Renaming): number {
    const who = about === null ? '' : this.#literal(about, renaming);
    const said = formulas.map((formula) => this.#formula(formula, renaming));
    return this.#number(`${kind} ${place} ${who}: ${said.join()}`);
  }

  #formula(formula: ResolvedFormula, renaming: Renaming): number {
    switch (formula.kind) {
      case 'constant':
        return this.#number(String(formula.value));
      case 'any':
        return this.#number('*');
      case 'atom':
        return this.#number(`${this.#literal(literalOf(formula.atom, formula.positive), renaming)}`);
      case 'at': {
        const { thread, stops, positive } = formula;
        return this.#number(`${positive ? '' : '!'}${at(renaming.threads, thread)}@${stops.join()}`);
      }
      case 'and':
      case 'or':
        return this.#set(
          formula.kind,
          formula.parts.map((part) => this.#formula(part, renaming)),
        );
      default:
        return assertNever(formula);
    }
  }

  #literal(literal: number, renaming: Renaming): number {
    const first = 2 * this.variables;
    const own = literal % first;
    return literal - own + literalImage(renaming, own);
  }

  #set(kind: string, parts: readonly number[]): number {
    const sorted = Int32Array.from(parts).sort();
    let text = kind;
    let last = -1;
    for (const part of sorted) {
      if (part !== last) text += ` ${part}`;
      last = part;
    }
    return sorted.length > 0 && kind !== 'facts' && sorted[0] === last ? last : this.#number(text);
  }

  #number(text: string): number {
    return remembered(this.#numbers, text, () => this.#numbers.size);
  }
}
