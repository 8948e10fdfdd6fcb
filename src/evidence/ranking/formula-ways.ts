import { unsupported } from '../../diagnostics/diagnostic.js';
import { hasTemporal } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { InternalError, assertNever, at, getOrFail } from '../../support/invariant.js';
import { undominated } from '../../support/lists.js';
import { remembered } from '../../support/remembered.js';

/** A temporal formula with negations at atoms only; parts are numbers. */
type TableauPart =
  | { readonly kind: 'constant'; readonly value: boolean }
  /** An atom is the largest part that speaks of single states; one that has no value is false. */
  | { readonly kind: 'atom'; readonly bit: number; readonly holds: boolean }
  | { readonly kind: 'and' | 'or'; readonly left: number; readonly right: number }
  | { readonly kind: 'next'; readonly arg: number }
  /** `left U right`, `left R right`. */
  | { readonly kind: 'until' | 'release'; readonly left: number; readonly right: number };

/** A way to make a formula true: what the state is like, what is true from the next on, what is put off (bits). */
export interface FormulaWay {
  readonly wants: number;
  readonly forbids: number;
  /** In ascending order. */
  readonly next: readonly number[];
  readonly postponed: number;
}

const mostWays = 4096;
const mostBits = 31;
const anything: FormulaWay = { wants: 0, forbids: 0, next: [], postponed: 0 };

/** FormulaWays, each once, and how they can be true (Couvreur, On-the-fly verification of linear temporal logic, FM'99). */
export class FormulaWays {
  readonly #all: TableauPart[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #atoms: Expr[] = [];
  /** The bit of each `until`. */
  readonly #bits = new Map<number, number>();
  readonly #ways = new Map<number, readonly FormulaWay[]>();

  constructor(private readonly watch: () => void) {}

  get atoms(): readonly Expr[] {
    return this.#atoms;
  }

  get eventualities(): number {
    return this.#bits.size;
  }

  /** The number of the formula, or of its negation. */
  of(formula: Expr, positive: boolean): number {
    if (!hasTemporal(formula)) return this.#atom(formula, positive);
    switch (formula.kind) {
      case 'temporal': {
        const arg = this.of(formula.arg, positive);
        if (formula.op === 'X') return this.#make({ kind: 'next', arg });
        const isAlways = (formula.op === 'G') === positive;
        const left = this.#constant(!isAlways);
        return this.#make({ kind: isAlways ? 'release' : 'until', left, right: arg });
      }
      case 'until':
        return this.#until(formula, positive);
      case 'unary':
        return this.of(formula.arg, !positive);
      case 'binary':
        return this.#joined(formula, positive);
      default:
        throw new InternalError(`${formula.kind} has no temporal parts after expand-instances`);
    }
  }

  /** The ways to make all of these true. */
  waysOf(parts: readonly number[]): readonly FormulaWay[] {
    return this.#product(parts.map((part) => this.#waysOf(part)));
  }

  /** `a W b` is `b R (a || b)`, and the opposite of `U` is `R` of the opposites. */
  #until({ op, left, right }: Extract<Expr, { kind: 'until' }>, positive: boolean): number {
    const [a, b] = [this.of(left, positive), this.of(right, positive)];
    switch (op) {
      case 'U':
        return this.#make({ kind: positive ? 'until' : 'release', left: a, right: b });
      case 'R':
        return this.#make({ kind: positive ? 'release' : 'until', left: a, right: b });
      case 'W':
        return positive
          ? this.#make({ kind: 'release', left: b, right: this.#make({ kind: 'or', left: a, right: b }) })
          : this.#make({ kind: 'until', left: b, right: this.#make({ kind: 'and', left: a, right: b }) });
      default:
        return assertNever(op);
    }
  }

  #joined({ op, left, right }: Extract<Expr, { kind: 'binary' }>, positive: boolean): number {
    const both = (a: boolean, b: boolean): number =>
      this.#make({ kind: 'and', left: this.of(left, a), right: this.of(right, b) });
    const some = (a: boolean, b: boolean): number =>
      this.#make({ kind: 'or', left: this.of(left, a), right: this.of(right, b) });
    const alike = (same: boolean): number =>
      this.#make({ kind: 'or', left: both(true, same), right: both(false, !same) });
    switch (op) {
      case '&&':
        return positive ? both(true, true) : some(false, false);
      case '||':
        return positive ? some(true, true) : both(false, false);
      case '->':
        return positive ? some(false, true) : both(true, false);
      case '==':
        return alike(positive);
      case '!=':
        return alike(!positive);
      default:
        throw new InternalError(`temporal formulas are truth values, which know no ${op}`);
    }
  }

  #constant = (value: boolean): number => this.#make({ kind: 'constant', value });

  #atom(formula: Expr, holds: boolean): number {
    if (formula.kind === 'bool') return this.#constant(formula.value === holds);
    const known = this.#atoms.indexOf(formula);
    const bit = known < 0 ? this.#atoms.push(formula) - 1 : known;
    if (bit >= mostBits) tooLarge();
    return this.#make({ kind: 'atom', bit, holds });
  }

  #make(formula: TableauPart): number {
    return remembered(this.#numbers, JSON.stringify(formula), () => {
      const number = this.#all.push(formula) - 1;
      if (formula.kind === 'until') this.#bits.set(number, this.#bits.size);
      if (this.#bits.size > mostBits) tooLarge();
      return number;
    });
  }

  #waysOf(number: number): readonly FormulaWay[] {
    return remembered(this.#ways, number, () => this.#fewest(this.#expanded(number, at(this.#all, number))));
  }

  #expanded(number: number, formula: TableauPart): readonly FormulaWay[] {
    const later: FormulaWay = { ...anything, next: [number] };
    switch (formula.kind) {
      case 'constant':
        return formula.value ? [anything] : [];
      case 'atom':
        return [
          { ...anything, ...(formula.holds ? { wants: 1 << formula.bit } : { forbids: 1 << formula.bit }) },
        ];
      case 'and':
        return this.waysOf([formula.left, formula.right]);
      case 'or':
        return [...this.#waysOf(formula.left), ...this.#waysOf(formula.right)];
      case 'next':
        return [{ ...anything, next: [formula.arg] }];
      case 'until': {
        const postponed = 1 << getOrFail(this.#bits, number);
        const off = this.#product([this.#waysOf(formula.left), [{ ...later, postponed }]]);
        return [...this.#waysOf(formula.right), ...off];
      }
      case 'release':
        return this.#product([this.#waysOf(formula.right), [...this.#waysOf(formula.left), later]]);
      default:
        return assertNever(formula);
    }
  }

  #product(factors: readonly (readonly FormulaWay[])[]): readonly FormulaWay[] {
    return factors.reduce<readonly FormulaWay[]>(
      (ways, factor) => {
        if (ways.length * factor.length > mostWays) tooLarge();
        return this.#fewest(ways.flatMap((way) => factor.flatMap((other) => joinedWay(way, other))));
      },
      [anything],
    );
  }

  /** Without ways that ask no less than another one. */
  #fewest(ways: readonly FormulaWay[]): readonly FormulaWay[] {
    return undominated(ways, (a, b) => {
      this.watch();
      return asksNoMore(a, b);
    });
  }
}

function tooLarge(): never {
  return unsupported('evidence for a temporal formula as large as this', null);
}

function joinedWay(a: FormulaWay, b: FormulaWay): readonly FormulaWay[] {
  const [wants, forbids] = [a.wants | b.wants, a.forbids | b.forbids];
  if ((wants & forbids) !== 0) return [];
  const next = [...new Set([...a.next, ...b.next])].sort((m, n) => m - n);
  return [{ wants, forbids, next, postponed: a.postponed | b.postponed }];
}

const isWithin = (bits: number, of: number): boolean => (bits & ~of) === 0;

const asksNoMore = (a: FormulaWay, b: FormulaWay): boolean =>
  isWithin(a.wants, b.wants) &&
  isWithin(a.forbids, b.forbids) &&
  isWithin(a.postponed, b.postponed) &&
  a.next.every((part) => b.next.includes(part));
