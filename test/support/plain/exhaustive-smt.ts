import { local } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { evaluate, isFault } from '../../../src/lang/expr/eval.js';
import type { Answer, Literal, SmtModel, Smt, SmtCounts } from '../../../src/smt/smt.js';
import { at, getOrFail, invariant } from '../../../src/support/invariant.js';

/** Decides formulas over few variables with few values by trying all of them: the reference for what asks a solver. */
export class ExhaustiveSmt implements Smt {
  readonly #formulas: Expr[] = [];
  readonly #literals = new Map<Expr, Literal>();
  readonly #truth = new Map<Expr, readonly boolean[]>();
  readonly #numbers: ReadonlyMap<SmtModel, number>;
  #calls = 0;

  /** The variables are locals; each has the values lo to hi. */
  constructor(
    variables: readonly Expr[],
    lo: number,
    hi: number,
    /** All assignments. */
    readonly models: readonly SmtModel[] = assignments(variables, lo, hi),
  ) {
    this.#numbers = new Map(models.map((model, i) => [model, i]));
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  literal(formula: Expr): Literal {
    const known = this.#literals.get(formula);
    if (known !== undefined) return known;
    const next: number = this.#formulas.push(formula) - 1;
    invariant(this.#isLiteral(next), 'literals are numbered in order');
    this.#literals.set(formula, next);
    return next;
  }

  #isLiteral(n: number): n is Literal {
    return n < this.#formulas.length;
  }

  check(assumptions: readonly Literal[]): Answer {
    this.#calls++;
    const model = this.#fitting(assumptions);
    if (model !== undefined) return { kind: 'sat', model };
    let core = [...assumptions];
    for (const literal of assumptions) {
      const less = core.filter((each) => each !== literal);
      if (this.#fitting(less) === undefined) core = less;
    }
    return { kind: 'unsat', core };
  }

  holds(formula: Expr, model: SmtModel): boolean {
    return at(this.#rowOf(formula), getOrFail(this.#numbers, model));
  }

  get counts(): SmtCounts {
    return { smtCalls: this.#calls, z3Calls: 0, dlCalls: 0 };
  }

  dispose(): void {}

  #fitting(assumptions: readonly Literal[]): SmtModel | undefined {
    const rows = assumptions.map((literal) => this.#rowOf(at(this.#formulas, literal)));
    return this.models.find((_, i) => rows.every((row) => row[i]));
  }

  #rowOf(formula: Expr): readonly boolean[] {
    const known = this.#truth.get(formula);
    if (known !== undefined) return known;
    const row = this.models.map((model) => isTrue(formula, model));
    this.#truth.set(formula, row);
    return row;
  }
}

function assignments(variables: readonly Expr[], lo: number, hi: number): readonly SmtModel[] {
  const span = hi - lo + 1;
  return Array.from({ length: span ** variables.length }, (_, n) => {
    const values = variables.map((_v, i) => lo + (Math.floor(n / span ** i) % span));
    return { values, value: (variable) => BigInt(at(values, variables.indexOf(variable))) };
  });
}

function isTrue(formula: Expr, model: SmtModel): boolean {
  const outcome = evaluate(formula, {
    local: (id) => model.value(local(id)),
    shared: () => null,
    at: () => false,
  });
  invariant(!isFault(outcome), 'the formulas have no faults');
  return outcome === 1n;
}
