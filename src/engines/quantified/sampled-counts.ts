import { int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { simplifiedBinary } from '../../lang/expr/simplify.js';
import { at } from '../../support/invariant.js';
import { affineRelations } from './affine-relations.js';
import type { Conjecture } from './conjecture.js';
import type { Phase, Phases } from './phases.js';
import type { ThreadCopies } from './thread-copies.js';

/**
 * What samples say of how many threads are where, beside the numbers that all share. Of a phase in which any number of threads
 * begins nobody counts them.
 */
export class SampledCounts {
  readonly #counted: readonly Phase[];
  readonly #rows = new Map<string, readonly bigint[]>();

  constructor(
    copies: ThreadCopies,
    phases: Phases,
    /** Shared variables that hold numbers. */
    private readonly numbers: readonly Expr[],
  ) {
    const begins = new Set(copies.kinds.filter(({ isAny }) => isAny).flatMap((kind) => phases.initial(kind)));
    this.#counted = phases.all.filter((phase) => !begins.has(phase));
  }

  /** The phases of all threads of a state, and what its numbers are. */
  learn(standing: readonly Phase[], values: readonly bigint[]): void {
    const counts = new Map<Phase, bigint>();
    for (const phase of standing) counts.set(phase, (counts.get(phase) ?? 0n) + 1n);
    const row = [1n, ...this.#counted.map((phase) => counts.get(phase) ?? 0n), ...values];
    this.#rows.set(row.join(), row);
  }

  /** Equations: of each number by counts, and others before it. */
  equationsInto(conjecture: Conjecture): void {
    const columns = [int(1), ...this.#counted.map(({ count }) => count), ...this.numbers];
    for (const relation of affineRelations([...this.#rows.values()], columns.length))
      conjecture.add([], asEquation(relation, columns), true);
  }

  /** Bounds: of each count, of its sum with a number, and of what is between them. */
  boundsInto(conjecture: Conjecture): void {
    const rows = [...this.#rows.values()];
    const add = (sum: Expr, valueOf: (row: readonly bigint[]) => bigint): void => {
      const values = rows.map(valueOf);
      const [first] = values;
      if (first === undefined) return;
      const least = values.reduce((a, b) => (a < b ? a : b), first);
      const most = values.reduce((a, b) => (a > b ? a : b), first);
      conjecture.add([], simplifiedBinary('<=', sum, int(most)), true);
      conjecture.add([], simplifiedBinary('>=', sum, int(least)), true);
    };
    for (const [i, { count }] of this.#counted.entries()) {
      const counted = (row: readonly bigint[]): bigint => at(row, i + 1);
      if (rows.every((row) => counted(row) === 0n)) continue;
      add(count, counted);
      for (const [j, number] of this.numbers.entries()) {
        const value = (row: readonly bigint[]): bigint => at(row, this.#counted.length + 1 + j);
        add(simplifiedBinary('+', number, count), (row) => value(row) + counted(row));
        add(simplifiedBinary('-', number, count), (row) => value(row) - counted(row));
      }
    }
  }
}

/** What is added on the one side, and on the other. */
function asEquation(factors: readonly bigint[], columns: readonly Expr[]): Expr {
  const side = (isOn: (factor: bigint) => boolean): Expr =>
    factors.reduce<Expr>((sum, factor, i) => {
      if (!isOn(factor)) return sum;
      const size = int(factor < 0n ? -factor : factor);
      return simplifiedBinary('+', sum, simplifiedBinary('*', at(columns, i), size));
    }, int(0));
  return simplifiedBinary(
    '==',
    side((factor) => factor > 0n),
    side((factor) => factor < 0n),
  );
}
