import { conjunction, disjunction, equal, int, truth } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { simplifiedBinary } from '../lang/expr/simplify.js';
import type { MemoryModel } from '../memory/model.js';
import { smtAnd, smtComment, smtNot, smtOr, smtSymbol, smtTerm, sortOf } from '../symbolic/smt-text.js';
import type { SymbolOf } from '../symbolic/smt-text.js';
import {
  atBeginning,
  initialValuesHold,
  placeVariables,
  programVariables,
  slotsFit,
  typed,
} from '../symbolic/state-formulas.js';
import type { StateFormula } from '../symbolic/cover-formula.js';
import type { SymbolicState } from '../symbolic/symbolic-state.js';
import { assertNever } from '../support/invariant.js';
import { remembered } from '../support/remembered.js';
import type { Obligation, StandingWay } from './obligation.js';

/** A text of SMT-LIB, and what a solver says of it if all is as it should be. */
export interface SmtFile {
  /** Without a folder. */
  readonly name: string;
  readonly expected: 'sat' | 'unsat';
  readonly says: string;
  readonly text: string;
}

/** What texts say at their top. */
export interface TextHeading {
  /** The program, the memory model, and what is claimed, a line each. */
  readonly lines: readonly string[];
}

/** Each obligation as a text that stands by itself. */
export class ObligationTexts {
  readonly #symbols = new Map<Expr, string>();
  readonly #variables: readonly Expr[];
  readonly #definition: string;

  constructor(
    private readonly state: SymbolicState,
    private readonly model: MemoryModel,
    invariant: StateFormula,
    private readonly heading: TextHeading,
  ) {
    this.#variables = stateVariables(state);
    const parts = [invariant.formula, ...this.#variables.map((v) => typed(state, v)), allSlotsFit(state)];
    const parameters = this.#variables.map((v) => `(${this.#before(v)} ${sortOf(state.typeOf(v))})`);
    const body = smtTerm(conjunction(parts), this.#before);
    this.#definition = `(define-fun invariant (${parameters.join(' ')}) Bool\n  ${body})`;
  }

  file(obligation: Obligation, number: number): SmtFile {
    const text = [
      ...['(set-info :smt-lib-version 2.6)', '(set-logic ALL)', '(set-info :status unsat)'],
      ...[...this.heading.lines, `${obligation.says}:`, 'no values satisfy what follows.'].map(smtComment),
      ...machineComments(this.state),
      ...this.#assertions(obligation),
      '(check-sat)',
      '',
    ].join('\n');
    return { name: fileName(number, obligation.name), expected: 'unsat', says: obligation.says, text };
  }

  #assertions(obligation: Obligation): readonly string[] {
    const start = [...this.#declared(this.#variables, this.#before), this.#definition];
    const inside = asserted(this.#invariant(this.#before));
    switch (obligation.kind) {
      case 'begins': {
        const begins = conjunction([atBeginning(this.state), initialValuesHold(this.state, this.model)]);
        return [...start, asserted(this.#term(begins)), asserted(smtNot(this.#invariant(this.#before)))];
      }
      case 'never': {
        const { bad, chosen } = obligation;
        return [...start, ...this.#chosen(chosen), inside, asserted(this.#term(bad))];
      }
      case 'stays': {
        const chosen = obligation.ways.flatMap(({ way }) => way.chosen);
        return [
          ...start,
          ...this.#chosen(chosen),
          ...this.#declared(this.#variables, this.#after),
          inside,
          asserted(smtOr(obligation.ways.map((standing) => this.#taken(standing)))),
          asserted(smtNot(this.#invariant(this.#after))),
        ];
      }
      default:
        return assertNever(obligation);
    }
  }

  #before: SymbolOf = (variable) =>
    remembered(this.#symbols, variable, () => smtSymbol(this.state.nameOf(variable)));

  /** No name of a program ends so. */
  #after: SymbolOf = (variable) => smtSymbol(`${this.state.nameOf(variable)} after`);

  #term(formula: Expr): string {
    return smtTerm(formula, this.#before);
  }

  #invariant(symbolOf: SymbolOf): string {
    return `(invariant ${this.#variables.map(symbolOf).join(' ')})`;
  }

  #declared(variables: readonly Expr[], symbolOf: SymbolOf): readonly string[] {
    return variables.map((v) => `(declare-const ${symbolOf(v)} ${sortOf(this.state.typeOf(v))})`);
  }

  /** What is chosen is of its type. */
  #chosen(inputs: readonly Expr[]): readonly string[] {
    const each = [...new Set(inputs)];
    const types = each.map((input) => typed(this.state, input)).filter((type) => type !== truth);
    return [...this.#declared(each, this.#before), ...types.map((type) => asserted(this.#term(type)))];
  }

  /** The state before, and with it the state after. */
  #taken({ stand: { thread, place, waiting }, way: { guard, written, outcome } }: StandingWay): string {
    if (outcome.kind !== 'moves') return 'false';
    const { state } = this;
    const changed = new Map(written)
      .set(state.place(thread), int(outcome.place))
      .set(state.waiting(thread), int(outcome.waiting));
    const stands = [equal(state.place(thread), int(place)), equal(state.waiting(thread), int(waiting))];
    return smtAnd([
      ...[...stands, guard].map((formula) => this.#term(formula)),
      ...this.#variables.map((v) => `(= ${this.#after(v)} ${this.#term(changed.get(v) ?? v)})`),
    ]);
  }
}

/** All that formulas over one state may speak of, in an order that stays. */
export const stateVariables = (state: SymbolicState): readonly Expr[] => [
  ...placeVariables(state),
  ...programVariables(state),
  ...new Set(
    state.system.threads.flatMap(({ id }) => state.shapes().flatMap((shape) => state.slotsOf(id, shape))),
  ),
];

/** What waits for a variable is one of its values. */
const allSlotsFit = (state: SymbolicState): Expr =>
  conjunction(
    state.system.threads.flatMap(({ id }) =>
      state.shapes().map((_, waiting) => {
        const fits = slotsFit(state, { thread: id, waiting });
        const isOther = simplifiedBinary('!=', state.waiting(id), int(waiting));
        return fits === truth ? truth : disjunction([isOther, fits]);
      }),
    ),
  );

/** What numbers mean. */
export function machineComments(state: SymbolicState): readonly string[] {
  const shapes = state.shapes().map((_, number) => `${number} is [${state.shapeName(number)}]`);
  return shapes.length === 1 ? [] : [smtComment(`Buffers, oldest write first: ${shapes.join(', ')}.`)];
}

export const asserted = (term: string): string => `(assert ${term})`;

/** As in `007-P-edge-3-store-x-1.smt2`. */
export function fileName(number: number, name: string): string {
  const letters = name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return `${String(number).padStart(4, '0')}-${letters.slice(0, 60).replace(/-+$/, '')}.smt2`;
}
