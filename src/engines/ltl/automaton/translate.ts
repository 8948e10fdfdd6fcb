import { unsupported } from '../../../diagnostics/diagnostic.js';
import { exprId, hasTemporal, truth } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { InternalError } from '../../../support/invariant.js';
import { undominated } from '../../../support/lists.js';
import { remembered } from '../../../support/remembered.js';
import { Atoms } from './atoms.js';
import { allMarks, emptyAutomaton, mostBits, within } from './automaton.js';
import type { BuchiAutomaton, AtomGuard, BuchiTransition } from './automaton.js';
import { operands } from '../../shared/temporal/temporal-formulas.js';

/**
 * One way in which a formula can be true: what the state must be like, what must be true from the next state on, and which
 * eventualities (`U` and `F`, by number) it puts off.
 */
interface TableauWay extends AtomGuard {
  readonly next: readonly Expr[];
  readonly postponed: number;
}

/**
 * The automaton of a simplified formula in normal form, by the tableau of Couvreur, "On-the-fly verification of linear
 * temporal logic" (FM'99): a state is the set of formulas that must be true from here on, a transition one way to make them
 * true; a mark of an eventuality is on the transitions that do not put it off. `watch` is called in loops, and may throw.
 */
export function translated(formula: Expr, watch: () => void): BuchiAutomaton {
  if (formula.kind === 'bool' && !formula.value) return emptyAutomaton;
  return new Tableau(watch).automaton(formula);
}

/** Beyond these the formula is nothing that a person has written, and the search would come to no end. */
const mostStates = 2048;
const mostWays = 8192;

function tooLarge(): never {
  return unsupported('a temporal formula as large as this', null, 'state it as several properties');
}

class Tableau {
  readonly #atoms = new Atoms();
  readonly #eventualities = new Map<Expr, number>();
  readonly #ways = new Map<Expr, readonly TableauWay[]>();
  readonly #states = new Map<string, number>();
  readonly #open: (readonly Expr[])[] = [];

  constructor(private readonly watch: () => void) {}

  automaton(formula: Expr): BuchiAutomaton {
    const initial = this.#stateOf(conjuncts(formula));
    const outgoing: (readonly TableauWay[])[] = [];
    for (let i = 0; i < this.#open.length; i++) {
      const ways = this.#product((this.#open[i] ?? []).map((part) => this.#waysOf(part)));
      for (const { next } of ways) this.#stateOf(next);
      outgoing.push(ways);
    }
    const marks = this.#eventualities.size;
    const transitions = outgoing.map((ways) =>
      ways.map(({ wants, forbids, next, postponed }): BuchiTransition => ({
        ...{ wants, forbids, to: this.#stateOf(next) },
        marks: allMarks(marks) & ~postponed,
      })),
    );
    return { atoms: this.#atoms.all, transitions, initial, marks };
  }

  #stateOf(formulas: readonly Expr[]): number {
    return remembered(this.#states, formulas.map(exprId).join(), () => {
      if (this.#open.length >= mostStates) tooLarge();
      return this.#open.push(formulas) - 1;
    });
  }

  #waysOf(formula: Expr): readonly TableauWay[] {
    return remembered(this.#ways, formula, () => this.#fewest(this.#expand(formula)));
  }

  #expand(formula: Expr): readonly TableauWay[] {
    const now = (part: Expr): readonly TableauWay[] => this.#waysOf(part);
    const later: TableauWay = { ...anything, next: [formula] };
    if (formula.kind === 'bool') return formula.value ? [anything] : [];
    if (!hasTemporal(formula)) return [{ ...anything, ...this.#atoms.guard(formula) }];
    switch (formula.kind) {
      case 'binary':
        return formula.op === '&&'
          ? this.#product([now(formula.left), now(formula.right)])
          : [...now(formula.left), ...now(formula.right)];
      case 'temporal':
        if (formula.op === 'X') return [{ ...anything, next: conjuncts(formula.arg) }];
        if (formula.op === 'G') return this.#product([now(formula.arg), [later]]);
        return [...now(formula.arg), { ...later, postponed: this.#bitOf(formula) }];
      case 'until': {
        const [left, right] = [now(formula.left), now(formula.right)];
        if (formula.op === 'U')
          return [...right, ...this.#product([left, [{ ...later, postponed: this.#bitOf(formula) }]])];
        return this.#product([right, [...left, later]]);
      }
      default:
        throw new InternalError('the formula is in normal form');
    }
  }

  #product(factors: readonly (readonly TableauWay[])[]): readonly TableauWay[] {
    return factors.reduce<readonly TableauWay[]>(
      (ways, factor) => {
        if (ways.length * factor.length > mostWays) tooLarge();
        return this.#fewest(ways.flatMap((way) => factor.flatMap((other) => both(way, other))));
      },
      [anything],
    );
  }

  /** Without ways that ask no less than another one. */
  #fewest(ways: readonly TableauWay[]): readonly TableauWay[] {
    return undominated(ways, (a, b) => {
      this.watch();
      return asksNoMore(a, b);
    });
  }

  #bitOf(eventuality: Expr): number {
    const { size } = this.#eventualities;
    const number = remembered(this.#eventualities, eventuality, () => size);
    return number < mostBits ? 1 << number : tooLarge();
  }
}

const anything: TableauWay = { wants: 0, forbids: 0, next: [], postponed: 0 };

const conjuncts = (formula: Expr): readonly Expr[] => together(operands('&&', formula));

/**
 * Each once, in one order. What must hold from now on for ever (`G f`) makes `f` hold now by the same ways, with the same
 * eventualities put off, so `f` beside it says nothing. What else follows from the others stays all the same: an eventuality
 * that was put off must be seen to come true by itself, or two of them could take turns in putting each other off.
 */
function together(formulas: readonly Expr[]): readonly Expr[] {
  const always = new Set(formulas.flatMap((f) => (f.kind === 'temporal' && f.op === 'G' ? [f.arg] : [])));
  return [...new Set(formulas)]
    .filter((formula) => formula !== truth && !always.has(formula))
    .sort((a, b) => exprId(a) - exprId(b));
}

function both(a: TableauWay, b: TableauWay): readonly TableauWay[] {
  const [wants, forbids] = [a.wants | b.wants, a.forbids | b.forbids];
  if ((wants & forbids) !== 0) return [];
  return [{ wants, forbids, next: together([...a.next, ...b.next]), postponed: a.postponed | b.postponed }];
}

const asksNoMore = (a: TableauWay, b: TableauWay): boolean =>
  within(a.wants, b.wants) &&
  within(a.forbids, b.forbids) &&
  within(a.postponed, b.postponed) &&
  a.next.every((formula) => b.next.includes(formula));
