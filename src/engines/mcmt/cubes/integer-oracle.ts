import { binary, conjunction, int, not, shared } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { sharedId } from '../../../lang/expr/ids.js';
import { intType } from '../../../lang/expr/type.js';
import type { Smt } from '../../../smt/smt.js';
import type { Inequalities } from './elimination.js';

/**
 * Z3, for questions about integers that elimination leaves open. It is fetched when the first of them comes up: most systems
 * never need it.
 */
export class IntegerOracle {
  #smt: Smt | null = null;
  /** There was a question, and nobody to ask. */
  isWanted = false;

  constructor(private readonly secondsLeft = () => Infinity) {}

  get z3Calls(): number {
    return this.#smt?.counts.z3Calls ?? 0;
  }

  async open(): Promise<void> {
    this.isWanted = false;
    if (this.#smt !== null) return;
    const { openSmt } = await import('../../../smt/session.js');
    const smt = openSmt({ solver: 'z3', typeOf: () => intType, secondsLeft: this.secondsLeft });
    await smt.prepare([]);
    this.#smt = smt;
  }

  /** Whether integers satisfy the rows, and none of the equations; true where that is not known. */
  mayHold(rows: Inequalities, unequal: Inequalities): boolean {
    if (this.#smt === null) {
      this.isWanted = true;
      return true;
    }
    const formula = conjunction([
      ...rowNumbers(rows).map((row) => inequality(rows, row)),
      ...rowNumbers(unequal).map((row) => not(binary('==', left(unequal, row), right(unequal, row)))),
    ]);
    return this.#smt.check([this.#smt.literal(formula)]).kind !== 'unsat';
  }

  dispose(): void {
    this.#smt?.dispose();
    this.#smt = null;
  }
}

const rowNumbers = ({ count }: Inequalities): readonly number[] =>
  Array.from({ length: count }, (_, row) => row);

const inequality = (rows: Inequalities, row: number): Expr =>
  binary(rows.isStrict(row) ? '<' : '<=', left(rows, row), right(rows, row));

const right = (rows: Inequalities, row: number): Expr => int(BigInt(rows.limit(row)));

function left(rows: Inequalities, row: number): Expr {
  const terms: Expr[] = [];
  for (let column = 0; column < rows.columns; column++) {
    const factor = rows.factor(row, column);
    if (factor !== 0) terms.push(binary('*', int(BigInt(factor)), shared(sharedId(column))));
  }
  return terms.length === 0 ? int(0) : terms.reduce((sum, term) => binary('+', sum, term));
}
