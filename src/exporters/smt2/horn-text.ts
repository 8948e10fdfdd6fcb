import type { Expr } from '../../lang/expr/expr.js';
import { truth } from '../../lang/expr/expr.js';
import { smtAnd, smtComment, smtSymbol, smtTerm, sortOf } from '../../symbolic/smt-text.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import type { SymbolicState } from '../../symbolic/symbolic-state.js';
import { remembered } from '../../support/remembered.js';
import type { HornClause, HornRelation, HornSystem } from './horn-clauses.js';

/** Clauses as text: with their relations to be found, or with a solution put in. */
export class HornText {
  readonly #symbols = new Map<Expr, string>();

  constructor(
    private readonly state: SymbolicState,
    private readonly horn: HornSystem,
  ) {}

  /** As CHC-COMP has them: relations are applied to variables, in heads to different ones, and there is one query. */
  toBeSolved(): readonly string[] {
    const { relations, clauses } = this.horn;
    return [
      '(set-logic HORN)',
      ...relations.map(
        (relation) => `(declare-fun ${smtSymbol(relation.name)} (${this.#sorts(relation).join(' ')}) Bool)`,
      ),
      '(declare-fun violated (Int) Bool)',
      ...clauses.flatMap((clause) => [smtComment(clause.says), this.#clause(clause)]),
      '(assert (forall ((number Int)) (=> (violated number) false)))',
      '(check-sat)',
    ];
  }

  /** A question for each clause, all with the answer `unsat`: does nothing satisfy it with its head false? */
  toBeChecked(solution: (relation: HornRelation) => Expr): readonly string[] {
    const { relations, clauses } = this.horn;
    return [
      '(set-logic ALL)',
      ...relations.map((relation) => {
        const parameters = relation.variables.map((v) => `(${this.#before(v)} ${this.#sort(v)})`);
        const formula = smtTerm(solution(relation), this.#before);
        return `(define-fun ${smtSymbol(relation.name)} (${parameters.join(' ')}) Bool ${formula})`;
      }),
      '(define-fun violated ((number Int)) Bool false)',
      ...clauses.flatMap((clause) => this.#question(clause)),
    ];
  }

  #clause(clause: HornClause): string {
    const { premise, head, variables } = this.#parts(clause);
    const implication = `(=> ${premise} ${head})`;
    return variables.length === 0
      ? `(assert ${implication})`
      : `(assert (forall (${variables.map((v) => `(${v})`).join(' ')})\n  ${implication}))`;
  }

  #question(clause: HornClause): readonly string[] {
    const { premise, head, variables } = this.#parts(clause);
    return [
      smtComment(clause.says),
      '(push 1)',
      ...variables.map((v) => `(declare-const ${v})`),
      `(assert ${premise})`,
      `(assert (not ${head}))`,
      '(check-sat)',
      '(pop 1)',
    ];
  }

  /** Variables as `NAME SORT`. */
  #parts({ body, guard, head }: HornClause): {
    readonly premise: string;
    readonly head: string;
    readonly variables: readonly string[];
  } {
    const used = new Set([...body.flatMap(({ variables }) => variables), ...variablesOf(guard)]);
    const facts = [...body.map((relation) => this.#applied(relation, this.#before)), this.#term(guard)];
    if (head.kind === 'violated') {
      const premise = smtAnd([...facts, `(= number ${head.number})`]);
      return { premise, head: '(violated number)', variables: [...this.#declared(used), 'number Int'] };
    }
    const { relation, written } = head;
    const changed = relation.variables.filter((v) => written.has(v));
    for (const v of relation.variables) {
      const value = written.get(v);
      for (const part of value === undefined ? [v] : variablesOf(value)) used.add(part);
    }
    const equations = changed.map((v) => `(= ${this.#after(v)} ${this.#term(written.get(v) ?? truth)})`);
    const variables = [...this.#declared(used), ...changed.map((v) => `${this.#after(v)} ${this.#sort(v)}`)];
    const after = (v: Expr): string => (written.has(v) ? this.#after(v) : this.#before(v));
    return { premise: smtAnd([...facts, ...equations]), head: this.#applied(relation, after), variables };
  }

  #declared(variables: ReadonlySet<Expr>): readonly string[] {
    return [...variables].map((v) => `${this.#before(v)} ${this.#sort(v)}`);
  }

  #applied({ name, variables }: HornRelation, symbolOf: (variable: Expr) => string): string {
    const symbol = smtSymbol(name);
    return variables.length === 0 ? symbol : `(${symbol} ${variables.map(symbolOf).join(' ')})`;
  }

  #sorts({ variables }: HornRelation): readonly string[] {
    return variables.map((v) => this.#sort(v));
  }

  #sort(variable: Expr): string {
    return sortOf(this.state.typeOf(variable));
  }

  #term(formula: Expr): string {
    return smtTerm(formula, this.#before);
  }

  #before = (variable: Expr): string =>
    remembered(this.#symbols, variable, () => smtSymbol(this.#nameOf(variable)));

  /** No name of a program ends so. */
  #after(variable: Expr): string {
    return smtSymbol(`${this.#nameOf(variable)} after`);
  }

  /** `number` is that of a property here. */
  #nameOf(variable: Expr): string {
    const name = this.state.nameOf(variable);
    return name === 'number' ? 'number of the program' : name;
  }
}
