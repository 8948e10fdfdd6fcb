import type { Expr } from '../lang/expr/expr.js';
import { unsupported } from '../diagnostics/diagnostic.js';
import { InternalError, at, invariant } from '../support/invariant.js';
import { remembered } from '../support/remembered.js';
import { satisfies } from './difference/conjunction.js';
import { NormalForms } from './difference/difference-form.js';
import type { DifferenceFormula } from './difference/difference-form.js';
import { DifferenceProcedure } from './difference/procedure.js';
import { compileTruth } from './compiled-truth.js';
import type { CompiledTruth } from './compiled-truth.js';
import { Memo } from './memo.js';
import { SessionModel, modelOf } from './session-model.js';
import type { ProcedureOutcome } from './procedure-outcome.js';
import type { Answer, Literal, SmtModel, Smt, SmtCounts, SmtOptions } from './smt.js';
import { FormulaVariables } from './formula-variables.js';
import { loadZ3 } from './z3/library.js';
import { Z3Procedure } from './z3/procedure.js';

interface AssumedFormula {
  readonly formula: Expr;
  /** Null: outside the fragment of the difference procedure, or not for it. */
  readonly difference: DifferenceFormula | null;
}

/** A session of its own, with its own variables and literals; whoever opens it disposes of it. */
export const openSmt = (options: SmtOptions): Smt => new SmtSession(options);

/** Numbers variables and literals, remembers answers, and sends each query to the procedure that it is for. */
class SmtSession implements Smt {
  readonly #variables: FormulaVariables;
  readonly #forms: NormalForms;
  readonly #differences: DifferenceProcedure;
  #z3: Z3Procedure | null = null;
  #isDisposed = false;

  readonly #literals = new Map<Expr, Literal>();
  readonly #assumed: AssumedFormula[] = [];
  readonly #truths = new Map<Expr, CompiledTruth>();
  readonly #memo = new Memo();
  readonly #counts = { smtCalls: 0, z3Calls: 0, dlCalls: 0 };

  constructor(private readonly options: SmtOptions) {
    this.#variables = new FormulaVariables(options.typeOf);
    this.#forms = new NormalForms(this.#variables);
    this.#differences = new DifferenceProcedure(this.#variables);
  }

  get counts(): SmtCounts {
    return { ...this.#counts };
  }

  async prepare(formulas: Iterable<Expr>): Promise<void> {
    let needsZ3 = this.options.solver === 'z3';
    for (const formula of formulas) if (this.#differenceOf(formula) === null) needsZ3 = true;
    if (!needsZ3 || this.#z3 !== null) return;
    this.#z3 = new Z3Procedure(await loadZ3(), this.#variables, this.options);
  }

  literal(formula: Expr): Literal {
    return remembered(this.#literals, formula, () => {
      const number = this.#assumed.length;
      const difference = this.#differenceOf(formula);
      const isNext = (literal: number): literal is Literal => literal === this.#assumed.length;
      invariant(isNext(number), 'literals are numbered in order');
      this.#assumed.push({ formula, difference });
      return number;
    });
  }

  check(assumptions: readonly Literal[]): Answer {
    invariant(!this.#isDisposed, 'a solver that was disposed of is not asked');
    if (assumptions.length === 0) return { kind: 'sat', model: this.#modelOfDefaults() };
    const known = this.#memo.find(assumptions);
    if (known !== null) return known;
    const answer = this.#answer(this.#decide(assumptions), assumptions);
    this.#memo.keep(assumptions, answer);
    return answer;
  }

  holds(formula: Expr, model: SmtModel): boolean | null {
    const truth = remembered(this.#truths, formula, () => this.#compile(formula));
    return truth(model.values);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#z3?.dispose();
    this.#z3 = null;
  }

  #decide(assumptions: readonly Literal[]): ProcedureOutcome {
    const assumed: AssumedFormula[] = [];
    const differences: DifferenceFormula[] = [];
    for (const literal of assumptions) {
      const formula = at(this.#assumed, literal);
      assumed.push(formula);
      if (formula.difference !== null) differences.push(formula.difference);
    }
    if (differences.length === assumed.length) {
      this.#count('dlCalls');
      const outcome = this.#differences.check(differences);
      if (outcome.kind !== 'unknown' || this.#z3 === null) return outcome;
    }
    this.#count('z3Calls');
    return this.#loadedZ3().check(assumed);
  }

  #count(procedure: 'z3Calls' | 'dlCalls'): void {
    this.#counts.smtCalls++;
    this.#counts[procedure]++;
  }

  #loadedZ3(): Z3Procedure {
    if (this.#z3 !== null) return this.#z3;
    throw new InternalError('a query needs Z3, but `prepare` was not told of a formula that does');
  }

  #answer(outcome: ProcedureOutcome, assumptions: readonly Literal[]): Answer {
    switch (outcome.kind) {
      case 'sat':
        return { kind: 'sat', model: modelOf(this.#variables, outcome.values) };
      case 'unsat':
        return { kind: 'unsat', core: outcome.core.map((position) => at(assumptions, position)) };
      case 'unknown':
        return outcome;
    }
  }

  #modelOfDefaults(): SmtModel | null {
    return modelOf(this.#variables, [...new SessionModel(this.#variables, [0]).values]);
  }

  /** Null if it is for Z3. */
  #differenceOf(formula: Expr): DifferenceFormula | null {
    if (this.options.solver === 'z3') return null;
    const difference = this.#forms.of(formula);
    if (difference === null && this.options.solver === 'dl') {
      const { print = () => 'that is asked about' } = this.options;
      unsupported(
        `the formula ${print(formula)} is outside difference logic`,
        null,
        'Use --solver auto, which asks Z3 where it must.',
      );
    }
    return difference;
  }

  #compile(formula: Expr): CompiledTruth {
    const difference = this.#forms.of(formula);
    if (difference === null) return compileTruth(formula, this.#variables);
    const { conjunction } = difference;
    return (values) => satisfies(values, conjunction);
  }
}
