import type { Z3_solver } from 'z3-solver';
import { at, invariant } from '../../support/invariant.js';
import { unknownOutcome } from '../procedure-outcome.js';
import type { ProcedureOutcome } from '../procedure-outcome.js';
import { Z3Failure } from './z3-failure.js';
import { addressOf } from './library.js';
import type { Z3Library } from './library.js';
import type { Z3Formula, Z3Terms } from './z3-terms.js';

/** The procedures of Z3 for arithmetic: the older is two to four times as fast here, the newer is better at products. */
const arithmetic = { linear: 2, general: 6 };

/** One solver of Z3: it is told formulas by and by, each under a literal, and asked with some literals assumed. */
export class Z3Solver {
  readonly #solver: Z3_solver;
  /** The addresses of context and solver. */
  readonly #context: number;
  readonly #address: number;
  /** Of the last query. */
  #limit: number | null = null;
  readonly #told = new Set<Z3Formula>();
  readonly #bounded = new Set<number>();
  /** In Z3's memory: for the literals of a query, or for one number. */
  #room = { address: 0, words: 0 };

  constructor(
    private readonly library: Z3Library,
    private readonly terms: Z3Terms,
    private readonly isLinear: boolean,
  ) {
    const { api } = library;
    const { context } = terms;
    this.#solver = api.mk_simple_solver(context);
    this.#context = addressOf(context);
    this.#address = addressOf(this.#solver);
    if (this.#address === 0) throw new Z3Failure(false);
    api.solver_inc_ref(context, this.#solver);
  }

  dispose(): void {
    const { api, calls } = this.library;
    if (this.#room.address !== 0) calls.free(this.#room.address);
    api.solver_dec_ref(this.terms.context, this.#solver);
  }

  /** How many formulas it would know if it were told these too. */
  sizeWith(formulas: readonly Z3Formula[]): number {
    return this.#told.size + formulas.filter((formula) => !this.#told.has(formula)).length;
  }

  /** In so many resource units. */
  check(formulas: readonly Z3Formula[], limit: number): ProcedureOutcome {
    if (limit !== this.#limit) {
      this.#allow(limit);
      this.#limit = limit;
    }
    for (const formula of formulas) this.#tell(formula);
    const { calls, memory } = this.library;
    const literals = formulas.map(({ literal }) => literal);
    const address = this.#roomFor(literals.length);
    memory.set(literals, address >>> 2);
    const result = calls.check(this.#context, this.#address, literals.length, address);
    if (result === 1) return { kind: 'sat', values: this.#values() };
    if (result === -1) return { kind: 'unsat', core: this.#core(literals) };
    if (calls.errorCode(this.#context) !== 0) throw new Z3Failure(false);
    return unknownOutcome;
  }

  /** All parameters each time: those that are not named might be forgotten. */
  #allow(limit: number): void {
    const { api } = this.library;
    const { context } = this.terms;
    const params = api.mk_params(context);
    api.params_inc_ref(context, params);
    const set = (name: string, value: number): void =>
      api.params_set_uint(context, params, api.mk_string_symbol(context, name), value);
    set('rlimit', limit);
    set('arith.solver', this.isLinear ? arithmetic.linear : arithmetic.general);
    api.solver_set_params(context, this.#solver, params);
    api.params_dec_ref(context, params);
  }

  #tell(formula: Z3Formula): void {
    if (this.#told.has(formula)) return;
    this.#told.add(formula);
    const { library, terms } = this;
    const { context } = terms;
    library.api.solver_assert(context, this.#solver, formula.implication);
    for (const number of formula.variables) {
      if (this.#bounded.has(number)) continue;
      this.#bounded.add(number);
      const bounds = terms.variables.get(number)?.bounds ?? null;
      if (bounds !== null) library.api.solver_assert(context, this.#solver, bounds);
    }
  }

  #values(): number[] {
    const { terms } = this;
    const { calls } = this.library;
    const model = calls.model(this.#context, this.#address);
    if (model === 0) throw new Z3Failure(false);
    calls.keepModel(this.#context, model);
    const values = [0];
    for (let number = 1; number < terms.numbers.size; number++) {
      const known = terms.variables.get(number);
      const value = known === undefined ? 0 : calls.valueIn(this.#context, model, known.declaration);
      // Without a value any will do: the solver has not been told of the variable, or it does not matter.
      if (known === undefined || value === 0) values.push(terms.numbers.initial(number));
      else if (known.isTruth) values.push(value === terms.truthAddress ? 1 : 0);
      else values.push(this.#exact(value));
    }
    calls.dropModel(this.#context, model);
    return values;
  }

  #exact(value: number): number {
    const { calls, memory } = this.library;
    const room = this.#roomFor(2);
    if (calls.asInt64(this.#context, value, room) === 0) return Number.NaN;
    const high = at(memory, (room >>> 2) + 1) | 0;
    const number = high * 2 ** 32 + at(memory, room >>> 2);
    return Number.isSafeInteger(number) ? number : Number.NaN;
  }

  #core(literals: readonly number[]): readonly number[] {
    const { calls } = this.library;
    const vector = calls.core(this.#context, this.#address);
    if (vector === 0) throw new Z3Failure(false);
    calls.keepVector(this.#context, vector);
    const positions = new Set<number>();
    for (let i = 0; i < calls.vectorSize(this.#context, vector); i++) {
      positions.add(literals.indexOf(calls.vectorItem(this.#context, vector, i)));
    }
    calls.dropVector(this.#context, vector);
    invariant(!positions.has(-1), 'a core consists of assumptions');
    return [...positions].sort((a, b) => a - b);
  }

  #roomFor(words: number): number {
    if (words > this.#room.words) {
      const { calls } = this.library;
      if (this.#room.address !== 0) calls.free(this.#room.address);
      const enough = Math.max(64, 2 * words);
      this.#room = { address: calls.allocate(4 * enough), words: enough };
      if (this.#room.address === 0) throw new Z3Failure(false);
    }
    return this.#room.address;
  }
}
