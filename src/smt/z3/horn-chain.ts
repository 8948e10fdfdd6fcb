import type { Z3_ast, Z3_context, Z3_func_decl } from 'z3-solver';
import type { Expr } from '../../lang/expr/expr.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import type { Type } from '../../lang/expr/type.js';
import { at } from '../../support/invariant.js';
import { FormulaVariables } from '../formula-variables.js';
import { addressOf, deleteContext, loadZ3 } from './library.js';
import type { Z3Library } from './library.js';
import { readFormula } from './read-formula.js';
import { unitsWithin } from './resource-units.js';
import { asFailure } from './z3-failure.js';
import { Z3Terms } from './z3-terms.js';

/** Resource units: about a second. */
const usualLimit = 4_000_000;

/** Parts that contradict each other, and behind each but the last the variables that may be spoken of there. */
export interface HornChain {
  readonly parts: readonly (readonly Expr[])[];
  readonly cuts: readonly (readonly Expr[])[];
  readonly typeOf: (variable: Expr) => Type;
}

/**
 * What is known at each cut so that every part leads from one to the next, and the last part is impossible: one query to
 * Spacer, with an unknown relation for each cut. Null: it gave up, or there are no words here for its answer.
 */
export async function solveChain(chain: HornChain, secondsLeft?: number): Promise<readonly Expr[] | null> {
  const library = await loadZ3();
  const config = library.api.mk_config();
  const context = library.api.mk_context_rc(config);
  library.api.del_config(config);
  try {
    const limit = unitsWithin(usualLimit, usualLimit, secondsLeft);
    return new ChainQuery(library, context, chain, limit).solve();
  } catch (error) {
    if (asFailure(error) === null) throw error;
    return null;
  } finally {
    deleteContext(library, context);
  }
}

class ChainQuery {
  readonly #terms: Z3Terms;
  readonly #relations: readonly Z3_func_decl[];
  readonly #wrong: Z3_func_decl;

  constructor(
    private readonly library: Z3Library,
    private readonly context: Z3_context,
    private readonly chain: HornChain,
    private readonly limit: number,
  ) {
    this.#terms = new Z3Terms(library, context, new FormulaVariables(chain.typeOf));
    this.#relations = chain.cuts.map((cut, i) => this.#relation(`known${i}`, cut));
    this.#wrong = this.#relation('wrong', []);
  }

  solve(): readonly Expr[] | null {
    const { api, calls } = this.library;
    const { context, chain } = this;
    const fixedpoint = this.#fixedpoint();
    for (const relation of [...this.#relations, this.#wrong])
      api.fixedpoint_register_relation(context, fixedpoint, relation);
    for (const [part, conditions] of chain.parts.entries()) {
      const name = api.mk_string_symbol(context, `part${part}`);
      api.fixedpoint_add_rule(context, fixedpoint, this.#rule(part, conditions), name);
    }
    const query = this.#terms.kept(api.mk_app(context, this.#wrong, []));
    const answer = calls.query(addressOf(context), addressOf(fixedpoint), addressOf(query));
    if (answer !== -1) return null;
    const known: Expr[] = [];
    for (const [cut, variables] of chain.cuts.entries()) {
      const formula = this.#terms.kept(
        api.fixedpoint_get_cover_delta(context, fixedpoint, -1, at(this.#relations, cut)),
      );
      const read = readFormula(this.library, context, formula, variables);
      if (read === null) return null;
      known.push(read);
    }
    return known;
  }

  #fixedpoint() {
    const { api } = this.library;
    const { context } = this;
    const symbol = (name: string) => api.mk_string_symbol(context, name);
    const params = api.mk_params(context);
    api.params_inc_ref(context, params);
    api.params_set_symbol(context, params, symbol('engine'), symbol('spacer'));
    api.params_set_uint(context, params, symbol('rlimit'), this.limit);
    // Else relations are merged, and nothing is known of those that are gone.
    for (const merging of ['xform.inline_eager', 'xform.inline_linear', 'xform.slice'])
      api.params_set_bool(context, params, symbol(merging), false);
    const fixedpoint = api.mk_fixedpoint(context);
    api.fixedpoint_inc_ref(context, fixedpoint);
    api.fixedpoint_set_params(context, fixedpoint, params);
    api.params_dec_ref(context, params);
    return fixedpoint;
  }

  /** What is known before the part, with the part, is what is known behind it. */
  #rule(part: number, conditions: readonly Expr[]): Z3_ast {
    const { api } = this.library;
    const { context, chain } = this;
    const cuts = [chain.cuts[part - 1] ?? [], chain.cuts[part] ?? []];
    const variables = [...new Set([...cuts.flat(), ...conditions.flatMap((c) => [...variablesOf(c)])])];
    const terms = variables.map((variable) => this.#terms.term(variable));
    const body = [
      ...(part === 0 ? [] : [this.#known(part - 1)]),
      ...conditions.map((condition) => this.#terms.term(condition)),
      ...variables.flatMap((variable) => this.#terms.boundsOf(variable) ?? []),
    ];
    const head = part < chain.cuts.length ? this.#known(part) : api.mk_app(context, this.#wrong, []);
    const premise = body.length === 0 ? api.mk_true(context) : api.mk_and(context, body);
    const implication = this.#terms.kept(
      api.mk_implies(context, this.#terms.kept(premise), this.#terms.kept(head)),
    );
    if (terms.length === 0) return implication;
    const bound = terms.map((term) => api.to_app(context, term));
    return this.#terms.kept(api.mk_forall_const(context, 0, bound, [], implication));
  }

  #known(cut: number): Z3_ast {
    const variables = at(this.chain.cuts, cut).map((variable) => this.#terms.term(variable));
    return this.#terms.kept(this.library.api.mk_app(this.context, at(this.#relations, cut), variables));
  }

  #relation(name: string, variables: readonly Expr[]): Z3_func_decl {
    const { api } = this.library;
    const { context } = this;
    const sorts = variables.map((variable) => api.get_sort(context, this.#terms.term(variable)));
    const relation = api.mk_func_decl(
      context,
      api.mk_string_symbol(context, name),
      sorts,
      api.mk_bool_sort(context),
    );
    api.inc_ref(context, api.func_decl_to_ast(context, relation));
    return relation;
  }
}
