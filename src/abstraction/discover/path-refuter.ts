import type { Expr } from '../../lang/expr/expr.js';
import type { Type } from '../../lang/expr/type.js';
import { DifferenceRefuter } from '../../smt/difference/refuter.js';
import type { DifferenceFormula } from '../../smt/difference/difference-form.js';
import type { Refutation } from '../../smt/difference/refutation.js';
import { at } from '../../support/invariant.js';
import type { PathRefutation } from './interpolate.js';
import type { PathFormula } from './path-formula.js';

export type RefutedOrNot =
  | { readonly kind: 'refuted'; readonly refutation: PathRefutation }
  | { readonly kind: 'possible' }
  /** The procedure gave up, or some formula is none of difference logic. */
  | { readonly kind: 'unknown' };

/** Finds out by difference logic why the program cannot take a path. */
export class PathRefuter {
  readonly #refuter: DifferenceRefuter;

  constructor(typeOf: (variable: Expr) => Type) {
    this.#refuter = new DifferenceRefuter(typeOf);
  }

  get queries(): number {
    return this.#refuter.queries;
  }

  refute({ parts, meanings }: PathFormula, reverse = false): RefutedOrNot {
    const forms: DifferenceFormula[] = [];
    const partOf: number[] = [];
    for (const [part, conditions] of parts.entries()) {
      for (const condition of conditions) {
        const form = this.#refuter.form(condition);
        if (form === null) return { kind: 'unknown' };
        forms.push(form);
        partOf.push(part);
      }
    }
    if (reverse) {
      forms.reverse();
      partOf.reverse();
    }
    const answer = this.#refuter.refute(forms);
    if (answer === 'sat') return { kind: 'possible' };
    if (answer === 'given up') return { kind: 'unknown' };
    return { kind: 'refuted', refutation: this.#told(answer, partOf, bornAt(meanings)) };
  }

  #told(
    refutation: Refutation,
    partOf: readonly number[],
    born: ReadonlyMap<Expr, number>,
  ): PathRefutation {
    if (refutation.kind === 'cases') {
      const cases = refutation.cases.map((one) => this.#told(one, partOf, born));
      return { kind: 'cases', part: at(partOf, refutation.formula), cases };
    }
    const edges = refutation.edges.map(({ x, y, c, formula }) => {
      const [from, to] = [this.#refuter.variable(x), this.#refuter.variable(y)];
      const variable = from ?? to;
      const part = formula !== null ? at(partOf, formula) : variable === null ? 0 : (born.get(variable) ?? 0);
      return { x: from, y: to, c: BigInt(c), part, isBound: formula === null };
    });
    return { kind: 'cycle', edges };
  }
}

/** The part in which each variable of the formula occurs first. */
function bornAt(meanings: PathFormula['meanings']): ReadonlyMap<Expr, number> {
  const born = new Map<Expr, number>();
  for (const [part, meaning] of meanings.entries()) {
    for (const variable of meaning.keys()) if (!born.has(variable)) born.set(variable, part);
  }
  return born;
}
