import type { Expr } from '../../lang/expr/expr.js';
import { unknownOutcome } from '../procedure-outcome.js';
import type { ProcedureOutcome } from '../procedure-outcome.js';
import type { FormulaVariables } from '../formula-variables.js';
import type { SmtOptions } from '../smt.js';
import { asFailure } from './z3-failure.js';
import { deleteContext } from './library.js';
import type { Z3Library } from './library.js';
import { Z3Solver } from './solver.js';
import { Z3Terms } from './z3-terms.js';
import type { Z3Formula } from './z3-terms.js';
import { unitsWithin } from './resource-units.js';

/** Resource units: half a second for what is plain, 2 to 4 seconds for arithmetic. */
const usualLimit = 5_000_000;
const unitsInSecond = 1_500_000;

/**
 * A solver slows down with every formula that it has been told, even if a query assumes few of them. Beyond this many it
 * is replaced by one that knows what the query needs.
 */
const mostFormulas = 128;

/** Asks Z3, on this thread. */
export class Z3Procedure {
  #terms: Z3Terms | null = null;
  #solver: Z3Solver | null = null;
  #isBroken = false;

  constructor(
    private readonly library: Z3Library,
    private readonly variables: FormulaVariables,
    private readonly options: Pick<SmtOptions, 'rlimit' | 'secondsLeft'> = {},
  ) {}

  /** Where Z3 gives up or fails, as it does without memory, nothing is known; and the next query starts afresh. */
  check(assumed: readonly { readonly formula: Expr }[]): ProcedureOutcome {
    if (this.#isBroken) return unknownOutcome;
    try {
      const terms = (this.#terms ??= this.#open());
      const formulas = assumed.map(({ formula }) => terms.formula(formula));
      return formulas.every((formula) => formula.isLinear)
        ? this.#solverFor(terms, formulas).check(formulas, this.#limit())
        : this.#checkAlone(terms, formulas);
    } catch (error) {
      this.#fail(error);
      return unknownOutcome;
    }
  }

  dispose(): void {
    if (this.#isBroken) return;
    try {
      this.#solver?.dispose();
      if (this.#terms !== null) deleteContext(this.library, this.#terms.context);
    } catch (error) {
      this.#fail(error);
    }
    this.#solver = null;
    this.#terms = null;
  }

  /** Passes on what is no failure of Z3's. */
  #fail(error: unknown): void {
    const failure = asFailure(error);
    if (failure === null) throw error;
    if (failure.isFinal) this.#isBroken = true;
    else this.dispose();
  }

  #limit(): number {
    const { rlimit, secondsLeft } = this.options;
    return unitsWithin(rlimit ?? usualLimit, unitsInSecond, secondsLeft?.());
  }

  #open(): Z3Terms {
    const { api } = this.library;
    const config = api.mk_config();
    const context = api.mk_context_rc(config);
    api.del_config(config);
    return new Z3Terms(this.library, context, this.variables);
  }

  /** For linear formulas. */
  #solverFor(terms: Z3Terms, formulas: readonly Z3Formula[]): Z3Solver {
    const known = this.#solver;
    if (known !== null && known.sizeWith(formulas) <= mostFormulas) return known;
    known?.dispose();
    this.#solver = new Z3Solver(this.library, terms, true);
    return this.#solver;
  }

  /** Z3 tries to find values for all products that it has been told of, which costs more than a new solver. */
  #checkAlone(terms: Z3Terms, formulas: readonly Z3Formula[]): ProcedureOutcome {
    const solver = new Z3Solver(this.library, terms, false);
    const outcome = solver.check(formulas, this.#limit());
    solver.dispose();
    return outcome;
  }
}
