import type { Expr } from '../../../../lang/expr/expr.js';
import { subexpressions } from '../../../../lang/expr/expr.js';
import { hull, includes, intervalOf } from '../../../../lang/expr/interval.js';
import type { Interval } from '../../../../lang/expr/interval.js';
import type { Property } from '../../../../lang/program/program.js';
import type { Action, Automaton } from '../../../../lang/program/system.js';
import { expressionsRead } from '../../../../lang/program/actions.js';
import { at } from '../../../../support/invariant.js';
import type { PackedPlan } from '../plan.js';
import type { PackedVariable } from '../packed-variables.js';
import { reads } from '../touched-variables.js';

/** Bits in the words of a set. */
export const wordBits = 32;
/** Sets of more words would cost more than they tell apart. */
const mostBits = 4 * wordBits;

/**
 * Which bits stand for a variable in sets of what steps touch. A variable that one thread alone touches, or nobody writes, has
 * none. Behind the variables there is one bit for each invariant. Where there are too many variables, several share a bit:
 * then more depends on each other than need be.
 */
export class TouchBits {
  readonly invariants: readonly Expr[];
  /** All bits of invariants. */
  readonly ofInvariants: bigint;
  readonly words: number;
  readonly #touch: readonly bigint[];
  readonly #seen: readonly bigint[];

  constructor(
    private readonly plan: PackedPlan,
    properties: readonly Property[],
  ) {
    this.invariants = properties.flatMap((p) => (p.kind === 'invariant' ? [p.formula] : []));
    const contended = this.#contended();
    const invariantBits = Math.min(this.invariants.length, mostBits / 2);
    const variableBits = Math.min(contended.size, mostBits - invariantBits);
    let next = 0;
    this.#touch = plan.variables.all.map((v) =>
      contended.has(v) ? 1n << BigInt(next++ % Math.max(1, variableBits)) : 0n,
    );
    const bit = (i: number): bigint => 1n << BigInt(variableBits + (i % Math.max(1, invariantBits)));
    this.ofInvariants = this.invariants.reduce((all, _, i) => all | bit(i), 0n);
    const read = this.invariants.map((formula) => new Set(reads(formula, plan.variables)));
    this.#seen = plan.variables.all.map((v) =>
      read.reduce((all, variables, i) => (variables.has(v) ? all | bit(i) : all), 0n),
    );
    this.bitOfInvariant = bit;
    this.words = Math.max(1, Math.ceil((variableBits + invariantBits) / wordBits));
  }

  readonly bitOfInvariant: (index: number) => bigint;

  of({ index }: PackedVariable): bigint {
    return at(this.#touch, index);
  }

  /** The invariants whose truth may change with the variable. */
  seenWith({ index }: PackedVariable): bigint {
    return at(this.#seen, index);
  }

  /** The variables that an action may read, indices told apart as far as the values of variables are known. */
  readBy(action: Action): readonly PackedVariable[] {
    return expressionsRead(action).flatMap((expr) => this.#readIn(expr));
  }

  /** The cells that a store may mean. */
  cellsOf({ shared, index }: Extract<Action, { kind: 'store' }>): readonly PackedVariable[] {
    const cells = this.plan.variables.ofShared(shared);
    if (index === null) return [at(cells, 0)];
    const values = intervalOf(index, (expr) => this.#known(expr));
    return cells.filter((_, i) => includes(values, BigInt(i)));
  }

  #readIn(expr: Expr): readonly PackedVariable[] {
    const { variables } = this.plan;
    const found: PackedVariable[] = [];
    for (const e of subexpressions(expr)) {
      if (e.kind === 'local') found.push(variables.ofLocal(e.local));
      if (e.kind !== 'shared') continue;
      const cells = variables.ofShared(e.shared);
      const { index } = e;
      if (index === null) found.push(at(cells, 0));
      else {
        const values = intervalOf(index, (part) => this.#known(part));
        found.push(...cells.filter((_, i) => includes(values, BigInt(i))));
      }
    }
    return found;
  }

  #known(expr: Expr): Interval | null {
    const { known, variables } = this.plan;
    if (expr.kind === 'local') return at(known, variables.ofLocal(expr.local).index);
    if (expr.kind !== 'shared') return null;
    const cells = variables.ofShared(expr.shared);
    return cells.map((cell) => at(known, cell.index)).reduce<Interval>(hull, at(known, at(cells, 0).index));
  }

  /** Touched by several threads, one of which writes. */
  #contended(): ReadonlySet<PackedVariable> {
    const touchedBy = new Map<PackedVariable, Set<Automaton>>();
    const written = new Set<PackedVariable>();
    const touch = (variable: PackedVariable, thread: Automaton): void => {
      const threads = touchedBy.get(variable) ?? new Set();
      touchedBy.set(variable, threads.add(thread));
    };
    for (const thread of this.plan.variables.system.threads) {
      for (const action of thread.edges.flatMap((e) => e.actions)) {
        for (const variable of this.readBy(action)) touch(variable, thread);
        for (const variable of this.writtenBy(action)) {
          touch(variable, thread);
          written.add(variable);
        }
      }
    }
    const several = [...touchedBy].filter(([v, threads]) => threads.size > 1 && written.has(v));
    return new Set(several.map(([v]) => v));
  }

  /** The variables that an action may write, at once or through a buffer. */
  writtenBy(action: Action): readonly PackedVariable[] {
    if (action.kind === 'store') return this.cellsOf(action);
    if (action.kind === 'assign' || action.kind === 'havoc')
      return [this.plan.variables.ofLocal(action.local)];
    return [];
  }
}
