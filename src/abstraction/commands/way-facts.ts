import { binary, bool, conjunction, equal, falsity, int, truth } from '../../lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../lang/expr/expr.js';
import {
  decided,
  intervalOf,
  intervalOfType,
  isEmpty,
  meet,
  narrowed,
  onlyMember,
  point,
} from '../../lang/expr/interval.js';
import type { Interval } from '../../lang/expr/interval.js';
import { isCompareOp, mirrored, oppositeOf } from '../../lang/expr/operators.js';
import type { CompareOp } from '../../lang/expr/operators.js';
import type { Type } from '../../lang/expr/type.js';
import { negated, simplifiedBinary } from '../../lang/expr/simplify.js';
import { isVariable } from '../../lang/expr/substitute.js';
import { remembered } from '../../support/remembered.js';
import { conjuncts } from '../conjuncts.js';

/** More conditions than this are not compared with each other. */
const maxCompared = 16;

/** What holds on one way through an edge: conditions over the state before it, and the bounds that follow from them. */
export class WayFacts {
  readonly #known = new Map<Expr, Interval>();

  private constructor(
    private readonly typeOf: (variable: Expr) => Type,
    /** In the order they came. */
    readonly conditions: readonly Expr[],
    private readonly bounds: ReadonlyMap<Expr, Interval>,
  ) {}

  static none(typeOf: (variable: Expr) => Type): WayFacts {
    return new WayFacts(typeOf, [], new Map());
  }

  /** With one condition more; the same if it says nothing new, null if it cannot hold. */
  assume(condition: Expr): WayFacts | null {
    const [first, ...others] = conjuncts(this.#reduced(condition));
    if (first === undefined) return this;
    // A part may decide others, so each is looked at in the light of those before.
    const narrower = first === falsity ? null : this.#with(first);
    return others.length === 0 ? narrower : (narrower?.assume(conjunction(others)) ?? null);
  }

  assumeAll(conditions: readonly Expr[]): WayFacts | null {
    return conditions.reduce<WayFacts | null>((facts, c) => facts?.assume(c) ?? null, this);
  }

  /** The conditions without those that the others imply, as far as that is easy to see. */
  essential(): readonly Expr[] {
    let kept = this.conditions;
    if (kept.length > maxCompared) return kept;
    for (const condition of this.conditions) {
      const others = kept.filter((c) => c !== condition);
      if (WayFacts.none(this.typeOf).assumeAll(others)?.decide(condition) === true) kept = others;
    }
    return kept;
  }

  /** Whether the condition holds or not; null where that is not easy to see. */
  decide(condition: Expr): boolean | null {
    if (condition.kind === 'bool') return condition.value;
    if (this.conditions.includes(condition)) return true;
    if (this.conditions.includes(negated(condition))) return false;
    const compared = asComparison(condition);
    return compared === null
      ? null
      : decided(compared.op, this.interval(compared.left), this.interval(compared.right));
  }

  /** The condition without the parts that are decided. */
  #reduced(condition: Expr): Expr {
    const known = this.decide(condition);
    if (known !== null) return bool(known);
    if (condition.kind === 'unary' && condition.op === '!') return negated(this.#reduced(condition.arg));
    if (condition.kind !== 'binary' || !isConnective(condition.op)) return this.#asEquality(condition);
    return simplifiedBinary(condition.op, this.#reduced(condition.left), this.#reduced(condition.right));
  }

  /** A bound that leaves one value, or all but one, is written as what it comes to: `n < 1` of an n from 0 is `n == 0`. */
  #asEquality(condition: Expr): Expr {
    const compared = asComparison(condition);
    if (compared === null || compared.right.kind !== 'int' || compared.op === '==' || compared.op === '!=')
      return condition;
    const { op, left, right } = compared;
    const bounds = this.interval(left);
    const inside = onlyMember(narrowed(bounds, op, point(right.value)));
    if (inside !== null) return equal(left, int(inside));
    const outside = onlyMember(narrowed(bounds, oppositeOf[op], point(right.value)));
    return outside === null ? condition : binary('!=', left, int(outside));
  }

  /** The value of an integer expression, written as a constant if it can be no other; variables stay. */
  settled(value: Expr): Expr {
    if (value.kind !== 'binary' && value.kind !== 'unary') return value;
    const only = onlyMember(this.interval(value));
    return only !== null && isArithmetic(value) ? int(only) : value;
  }

  /** Bounds of an integer. */
  interval(expr: Expr): Interval {
    return remembered(this.#known, expr, () => {
      const bound = this.bounds.get(expr);
      const structural = this.#structural(expr);
      return bound === undefined ? structural : meet(bound, structural);
    });
  }

  #structural(whole: Expr): Interval {
    if (isVariable(whole)) return intervalOfType(this.typeOf(whole));
    return intervalOf(whole, (expr) => (expr === whole ? null : this.interval(expr)));
  }

  #with(part: Expr): WayFacts | null {
    const compared = asComparison(part);
    if (compared === null) return new WayFacts(this.typeOf, [...this.conditions, part], this.bounds);
    const { op, left, right } = compared;
    const [l, r] = [this.interval(left), this.interval(right)];
    const sides = [
      [left, narrowed(l, op, r)],
      [right, narrowed(r, mirrored[op], l)],
    ] as const;
    const bounds = new Map(this.bounds);
    for (const [side, interval] of sides) {
      if (isEmpty(interval)) return null;
      if (side.kind !== 'int') bounds.set(side, interval);
    }
    // Several conditions may leave one value.
    const only = this.bounds.has(left) && right.kind === 'int' ? onlyMember(sides[0][1]) : null;
    return new WayFacts(
      this.typeOf,
      [...this.conditions, only === null ? part : equal(left, int(only))],
      bounds,
    );
  }
}

const isConnective = (op: BinaryOp): boolean => op === '&&' || op === '||' || op === '->';

const isArithmetic = (expr: Expr): boolean =>
  expr.kind === 'unary' ? expr.op === '-' : expr.kind === 'binary' && '+-*/%'.includes(expr.op);

/** A comparison of integers; truth values that are compared have bounds too, but nothing is to gain. */
function asComparison(
  expr: Expr,
): { readonly op: CompareOp; readonly left: Expr; readonly right: Expr } | null {
  if (expr.kind !== 'binary' || !isCompareOp(expr.op) || expr.left === falsity || expr.left === truth)
    return null;
  return { op: expr.op, left: expr.left, right: expr.right };
}
