import type { Expr } from '../../lang/expr/expr.js';
import type { Type } from '../../lang/expr/type.js';
import { DifferenceRefuter } from '../../smt/difference/refuter.js';
import type { DifferenceFormula } from '../../smt/difference/difference-form.js';
import type { Refutation } from '../../smt/difference/refutation.js';
import { at } from '../../support/invariant.js';
import type { PathRefutation } from './interpolate.js';
import type { NumberedPath } from './numbered-path.js';

type RefuterAnswer =
  | { readonly kind: 'refuted'; readonly refutation: PathRefutation; readonly core: PathCore }
  | { readonly kind: 'possible' }
  /** The procedure gave up, or some formula is none of difference logic. */
  | { readonly kind: 'unknown' };

/** By part: conditions that contradict each other. */
export type PathCore = readonly (readonly Expr[])[];

interface PlacedForm {
  readonly part: number;
  readonly condition: Expr;
  readonly form: DifferenceFormula;
}

/** Finds out by difference logic why the program cannot take a path. */
export class PathRefuter {
  readonly #refuter: DifferenceRefuter;

  constructor(typeOf: (variable: Expr) => Type) {
    this.#refuter = new DifferenceRefuter(typeOf);
  }

  get queries(): number {
    return this.#refuter.queries;
  }

  refute({ parts, meanings }: NumberedPath): RefuterAnswer {
    const placed: PlacedForm[] = [];
    for (const [part, conditions] of parts.entries()) {
      for (const condition of conditions) {
        const form = this.form(condition);
        if (form === null) return { kind: 'unknown' };
        placed.push({ part, condition, form });
      }
    }
    const answer = this.#refuter.refute(placed.map(({ form }) => form));
    if (answer === 'sat') return { kind: 'possible' };
    if (answer === 'given up') return { kind: 'unknown' };
    const used = new Set<number>();
    const refutation = this.#told(answer, placed, bornAt(meanings), used);
    const core = parts.map((_, part) =>
      placed.flatMap(({ part: own, condition }, i) => (own === part && used.has(i) ? [condition] : [])),
    );
    return { kind: 'refuted', refutation, core };
  }

  form(condition: Expr): DifferenceFormula | null {
    return this.#refuter.form(condition);
  }

  variable(number: number): Expr | null {
    return this.#refuter.variable(number);
  }

  #told(
    refutation: Refutation,
    placed: readonly PlacedForm[],
    born: ReadonlyMap<Expr, number>,
    used: Set<number>,
  ): PathRefutation {
    if (refutation.kind === 'cases') {
      used.add(refutation.formula);
      const cases = refutation.cases.map((one) => this.#told(one, placed, born, used));
      return { kind: 'cases', part: at(placed, refutation.formula).part, cases };
    }
    const edges = refutation.edges.map(({ x, y, c, formula }) => {
      const [from, to] = [this.variable(x), this.variable(y)];
      const variable = from ?? to;
      if (formula !== null) used.add(formula);
      const bornIn = variable === null ? 0 : (born.get(variable) ?? 0);
      const part = formula === null ? bornIn : at(placed, formula).part;
      return { x: from, y: to, c: BigInt(c), part, isBound: formula === null };
    });
    return { kind: 'cycle', edges };
  }
}

/** The part in which each variable of the formula occurs first. */
function bornAt(meanings: NumberedPath['meanings']): ReadonlyMap<Expr, number> {
  const born = new Map<Expr, number>();
  for (const [part, meaning] of meanings.entries()) {
    for (const variable of meaning.keys()) if (!born.has(variable)) born.set(variable, part);
  }
  return born;
}
