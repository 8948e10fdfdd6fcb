import { not } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import type { Literal, Smt } from '../../smt/smt.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { normal } from '../normal.js';
import type { Predicate } from '../predicate.js';
import { emptyMask, include, includeAll } from '../bits.js';
import type { Mask } from '../bits.js';

/** What is known of each predicate. */
export interface Valuation {
  readonly isTrue: Mask;
  readonly isFalse: Mask;
}

export const nothingKnown = (words: number): Valuation => ({
  isTrue: emptyMask(words),
  isFalse: emptyMask(words),
});

/** The predicates, their literals, and which of them speak of which variables. */
export class PredicateVocabulary {
  readonly count: number;
  /** Of a mask of predicates. */
  readonly words: number;
  readonly formulas: readonly Expr[];
  readonly negations: readonly Expr[];
  readonly positive: readonly Literal[];
  readonly negative: readonly Literal[];
  /** From a literal to the predicate's number, or the complement of the number for a negated predicate. */
  readonly meaning = new Map<Literal, number>();
  /** By normal form. */
  readonly #names = new Map<Expr, number>();
  readonly #mention = new Map<Expr, Mask>();
  readonly #neighbours: readonly Mask[];
  readonly #none: Mask;

  private constructor(formulas: readonly Expr[], smt: Smt) {
    this.formulas = formulas;
    this.negations = formulas.map(not);
    this.count = formulas.length;
    this.words = Math.max(1, Math.ceil(formulas.length / 32));
    this.#none = emptyMask(this.words);
    this.positive = formulas.map((f) => smt.literal(f));
    this.negative = this.negations.map((f) => smt.literal(f));
    for (const [p, literal] of this.positive.entries()) this.meaning.set(literal, p);
    for (const [p, literal] of this.negative.entries()) {
      if (!this.meaning.has(literal)) this.meaning.set(literal, ~p);
    }
    for (const [p, formula] of formulas.entries()) {
      const name = normal(formula);
      this.#names.set(name.formula, name.positive ? p : ~p);
      for (const variable of variablesOf(formula)) {
        include(
          remembered(this.#mention, variable, () => emptyMask(this.words)),
          p,
        );
      }
    }
    this.#neighbours = formulas.map((f) => this.mentioning(variablesOf(f)));
  }

  static async open(predicates: readonly Predicate[], smt: Smt): Promise<PredicateVocabulary> {
    const formulas = predicates.map((p) => p.formula);
    await smt.prepare([...formulas, ...formulas.map(not)]);
    return new PredicateVocabulary(formulas, smt);
  }

  mentions(variable: Expr): boolean {
    return this.#mention.has(variable);
  }

  /** The predicates that mention one of the variables. */
  mentioning(variables: Iterable<Expr>): Mask {
    const mask = emptyMask(this.words);
    for (const variable of variables) includeAll(mask, this.#mention.get(variable) ?? this.#none);
    return mask;
  }

  /** The predicate that says what the formula says, or the complement of the number of one that says the opposite. */
  named(formula: Expr): number | null {
    const asked = normal(formula);
    const name = this.#names.get(asked.formula);
    return name === undefined ? null : asked.positive ? name : ~name;
  }

  neighbours(predicate: number): Mask {
    return at(this.#neighbours, predicate);
  }

  /** Of the known predicates, those that the seeds are connected to by shared variables, through known predicates. */
  connected(seeds: Mask, known: Mask): Mask {
    const reached = emptyMask(this.words);
    const open: number[] = [];
    const reach = (others: Mask): void => {
      for (let w = 0; w < reached.length; w++) {
        const fresh = (others[w] ?? 0) & (known[w] ?? 0) & ~(reached[w] ?? 0);
        reached[w] = (reached[w] ?? 0) | fresh;
        for (let rest = fresh; rest !== 0; rest &= rest - 1)
          open.push(32 * w + 31 - Math.clz32(rest & -rest));
      }
    };
    reach(seeds);
    for (let p = open.pop(); p !== undefined; p = open.pop()) reach(this.neighbours(p));
    return reached;
  }
}
