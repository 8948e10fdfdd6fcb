import type { Expr } from '../../lang/expr/expr.js';
import { at } from '../../support/invariant.js';
import { addTo, remembered } from '../../support/remembered.js';
import { gripOf, LooseEnds } from './loose-ends.js';
import type { Grip } from './loose-ends.js';
import { variablesOf } from '../../lang/expr/substitute.js';

/** What a question is about: whether a cube, where the guard holds, makes the goal hold. */
export interface ReachQuestion {
  readonly guard: readonly Expr[];
  /** Null: `false`; the cubes looked for contradict the guard. */
  readonly goal: Expr | null;
}

/** Which predicates and which parts of the guard can have a part in the answer. */
export interface ReachedParts {
  readonly guard: readonly Expr[];
  /** Positions, in order. */
  readonly predicates: readonly number[];
}

/** Which predicates and formulas have variables in common. */
export class PredicateReach {
  readonly #variables = new Map<Expr, ReadonlySet<Expr>>();
  readonly #mentioning = new Map<Expr, number[]>();
  #grips: readonly Grip[];

  constructor(private readonly predicates: readonly Expr[]) {
    this.#grips = predicates.map((formula) => gripOf(formula, () => false));
    for (const [p, formula] of predicates.entries()) {
      for (const variable of this.variables(formula)) {
        addTo(this.#mentioning, variable, p);
      }
    }
  }

  /** `isUnbounded`: the variable may be any integer. As long as nobody says so, none is. */
  setUnbounded(isUnbounded: (variable: Expr) => boolean): void {
    this.#grips = this.predicates.map((formula) => gripOf(formula, isUnbounded));
  }

  variables(formula: Expr): ReadonlySet<Expr> {
    return remembered(this.#variables, formula, variablesOf);
  }

  ends(predicates: readonly number[], { guard, goal }: ReachQuestion): LooseEnds {
    const context = goal === null ? guard : [...guard, goal];
    return new LooseEnds(
      predicates.map((p) => at(this.#grips, p)),
      context.map((formula) => this.variables(formula)),
    );
  }

  /** The predicates that speak of one of the variables. */
  mentioning(variables: Iterable<Expr>): ReadonlySet<number> {
    const found = new Set<number>();
    for (const variable of variables) for (const p of this.#mentioning.get(variable) ?? []) found.add(p);
    return found;
  }

  /**
   * A smallest cube is connected to the goal by shared variables, in itself and with parts of the guard; so with `maxSize`
   * literals it gets so many predicates far from the goal.
   */
  of({ guard, goal }: ReachQuestion, maxSize: number): ReachedParts {
    const seen = new Set<Expr>();
    const parts = new Set<Expr>();
    const predicates = new Set<number>();
    let fresh: Expr[] = [];
    const take = (formula: Expr): void => {
      for (const variable of this.variables(formula)) {
        if (seen.has(variable)) continue;
        seen.add(variable);
        fresh.push(variable);
      }
    };
    if (goal !== null) take(goal);
    else for (const part of guard) take(part);
    for (let size = 0; ; size++) {
      this.#takeGuard(guard, seen, parts, take);
      if (size === maxSize || fresh.length === 0) break;
      const next = [...this.mentioning(fresh)].filter((p) => !predicates.has(p));
      fresh = [];
      for (const p of next) {
        predicates.add(p);
        take(at(this.predicates, p));
      }
    }
    return {
      guard: guard.filter((part) => parts.has(part)),
      predicates: [...predicates].sort((a, b) => a - b),
    };
  }

  #takeGuard(
    guard: readonly Expr[],
    seen: ReadonlySet<Expr>,
    parts: Set<Expr>,
    take: (formula: Expr) => void,
  ): void {
    for (let before = -1; before < parts.size;) {
      before = parts.size;
      for (const part of guard) {
        if (parts.has(part)) continue;
        if (![...this.variables(part)].some((variable) => seen.has(variable))) continue;
        parts.add(part);
        take(part);
      }
    }
  }

  /** Predicates that have to do with each other, directly or by others. */
  components(): readonly (readonly number[])[] {
    const left = new Set(this.predicates.keys());
    const components: number[][] = [];
    for (const first of left) {
      const component = [first];
      left.delete(first);
      for (const p of component) {
        for (const q of this.mentioning(this.variables(at(this.predicates, p)))) {
          if (left.delete(q)) component.push(q);
        }
      }
      components.push(component.sort((a, b) => a - b));
    }
    return components;
  }

  /** Parts of the guard that have to do with each other, directly or by predicates. */
  groups(guard: readonly Expr[]): readonly (readonly Expr[])[] {
    const left = new Set(guard);
    const groups: (readonly Expr[])[] = [];
    for (const first of left) {
      const { guard: group } = this.of({ guard, goal: first }, Infinity);
      const whole = group.includes(first) ? group : [first];
      for (const part of whole) left.delete(part);
      groups.push(whole);
    }
    return groups;
  }
}
