import type { Expr } from '../../lang/expr/expr.js';
import type { Type } from '../../lang/expr/type.js';
import { atomsOf, isTrackable } from '../atoms-of.js';
import type { Command } from '../command-program.js';
import { conjuncts } from '../conjuncts.js';
import type { Predicate } from '../predicate.js';
import { canonical } from './canonical.js';

/** Into which predicates a formula is taken apart. */
export type FormulaSplit = 'atoms' | 'conjuncts' | 'whole';

export interface FoundPredicate {
  readonly formula: Expr;
  readonly iteration: number;
  /** A strategy, `template`, or `given`. */
  readonly from: string;
  /** Where on a path it was asked for; null: no path did. */
  readonly asked: PlaceOnPath | null;
}

/** The step behind which a predicate must hold; null: it must at the start. */
export interface PlaceOnPath {
  readonly behind: Command | null;
}

/** Predicates in the order in which they were found, each once; none is ever taken back. */
export class FoundPredicates {
  readonly #list: FoundPredicate[] = [];
  readonly #known = new Set<Expr>();

  constructor(
    private readonly typeOf: (variable: Expr) => Type,
    private readonly split: FormulaSplit,
    private readonly most: number,
    /** What is known of one instance of a thread is known of all: the formula, and what it says of others. */
    private readonly closed: (formula: Expr) => readonly Expr[],
  ) {}

  get all(): readonly FoundPredicate[] {
    return this.#list;
  }

  get count(): number {
    return this.#list.length;
  }

  get isFull(): boolean {
    return this.#list.length >= this.most;
  }

  predicates(): readonly Predicate[] {
    return this.#list.map(({ formula }) => ({ formula, origin: { rule: null, from: null } }));
  }

  /** As it is written. */
  addGiven({ formula, origin }: Predicate): void {
    const from = origin.rule === null ? 'given' : 'extrapolated';
    for (const one of this.closed(formula)) {
      if (this.#isNew(canonical(one, this.typeOf)))
        this.#list.push({ formula: one, iteration: 0, from, asked: null });
    }
  }

  /** How many are new. */
  add(formula: Expr, where: Omit<FoundPredicate, 'formula'>): number {
    const before = this.count;
    for (const part of this.#parts(formula)) {
      for (const one of this.closed(part)) {
        const predicate = canonical(one, this.typeOf);
        if (!this.isFull && this.#isNew(predicate)) this.#list.push({ formula: predicate, ...where });
      }
    }
    return this.count - before;
  }

  #isNew(predicate: Expr): boolean {
    if (!isTrackable(predicate) || this.#known.has(predicate)) return false;
    this.#known.add(predicate);
    return true;
  }

  #parts(formula: Expr): Iterable<Expr> {
    switch (this.split) {
      case 'atoms':
        return atomsOf(formula);
      case 'conjuncts':
        return conjuncts(formula);
      case 'whole':
        return [formula];
    }
  }
}
