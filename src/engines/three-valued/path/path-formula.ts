import { isJudged } from '../../../ir/boolean-program.js';
import type { BooleanCommand, BooleanProgram, Update } from '../../../ir/boolean-program.js';
import type { BooleanRun, BooleanStep } from '../../../ir/boolean-run.js';
import { anyOf, negation } from '../../../ir/formula.js';
import type { Formula } from '../../../ir/formula.js';
import type { LocationId } from '../../../ir/ids.js';
import { SatSolver } from '../../../logic/sat.js';
import type { SatLiteral } from '../../../logic/sat.js';
import { assertNever, at } from '../../../support/check.js';
import { placed, whereabouts } from '../property.js';
import type { Path } from './path.js';

export type PathAnswer =
  | { readonly kind: 'real'; readonly run: BooleanRun }
  | { readonly kind: 'spurious' }
  /** The question was too hard. */
  | { readonly kind: 'unsure' };

const maxConflicts = 200_000;

/** Whether some run takes exactly these commands, and if asked for, violates the property at the end; if so, that run. */
export function examine(program: BooleanProgram, path: Path, wanted: 'any' | 'violation'): PathAnswer {
  const formula = new PathFormula(program);
  for (const { thread, command } of path.steps) formula.step(thread, command);
  if (wanted === 'violation') formula.violate(path.locations);
  return formula.solve();
}

/** A step, with literals where the run will have truth values. */
interface OpenStep {
  readonly thread: number;
  readonly command: BooleanCommand;
  readonly anys: readonly SatLiteral[];
  readonly values: readonly SatLiteral[];
}

/**
 * A path as clauses. Every variable is a literal at each point of the path. `choose(A, B)` makes a new one r with
 * A -> r and B -> !r, which says all: free where neither holds, and no run where both do.
 */
class PathFormula {
  readonly #solver = new SatSolver();
  readonly #true: SatLiteral;
  readonly #values: SatLiteral[];
  readonly #infeasible: Formula;
  readonly #steps: OpenStep[] = [];
  #anys: SatLiteral[] = [];

  constructor(private readonly program: BooleanProgram) {
    this.#true = this.#solver.newVariable();
    this.#solver.add([this.#true]);
    this.#values = program.variables.map(() => -this.#true);
    this.#infeasible = negation(anyOf(program.infeasible));
  }

  step(thread: number, command: BooleanCommand): void {
    this.#anys = [];
    this.#assert(command.guard);
    const made = command.updates.map((update) => this.#valueOf(update));
    command.updates.forEach(({ target }, i) => (this.#values[target] = at(made, i)));
    this.#steps.push({ thread, command, anys: this.#anys, values: made });
    if (isJudged(this.program, thread, command.to)) this.#assert(this.#infeasible);
  }

  violate(locations: readonly LocationId[]): void {
    const { property } = this.program;
    if (property === null) return;
    this.#assert(negation(placed(property.condition, whereabouts(this.program, locations))));
  }

  solve(): PathAnswer {
    const answer = this.#solver.solve(maxConflicts);
    switch (answer.kind) {
      case 'unsatisfiable':
        return { kind: 'spurious' };
      case 'unsure':
        return { kind: 'unsure' };
      case 'satisfiable': {
        const steps = this.#steps.map(({ thread, command, anys, values }): BooleanStep => ({
          thread,
          command: command.id,
          anys: anys.map(answer.isTrue),
          values: values.map(answer.isTrue),
        }));
        return { kind: 'real', run: { steps } };
      }
    }
  }

  #valueOf({ value }: Update): SatLiteral {
    if (value.kind === 'formula') return this.#literal(value.formula);
    const result = this.#solver.newVariable();
    this.#implies(value.yes, result);
    this.#implies(value.no, -result);
    return result;
  }

  #implies(formula: Formula, result: SatLiteral): void {
    if (formula.kind === 'or') for (const part of formula.parts) this.#implies(part, result);
    else if (formula.kind === 'and')
      this.#solver.add([...formula.parts.map((part) => -this.#literal(part)), result]);
    else this.#solver.add([-this.#literal(formula), result]);
  }

  #assert(formula: Formula): void {
    if (formula.kind === 'and') for (const part of formula.parts) this.#assert(part);
    else if (formula.kind === 'or') this.#solver.add(formula.parts.map((part) => this.#literal(part)));
    else if (formula.kind === 'not') this.#deny(formula.part);
    else this.#solver.add([this.#literal(formula)]);
  }

  #deny(formula: Formula): void {
    if (formula.kind === 'or') for (const part of formula.parts) this.#deny(part);
    else if (formula.kind === 'and') this.#solver.add(formula.parts.map((part) => -this.#literal(part)));
    else if (formula.kind === 'not') this.#assert(formula.part);
    else this.#solver.add([-this.#literal(formula)]);
  }

  /** A literal with the value of the formula. Every `*` in it is met once. */
  #literal(formula: Formula): SatLiteral {
    switch (formula.kind) {
      case 'constant':
        return formula.value ? this.#true : -this.#true;
      case 'literal': {
        const value = at(this.#values, formula.variable);
        return formula.positive ? value : -value;
      }
      case 'any': {
        const any = this.#solver.newVariable();
        this.#anys.push(any);
        return any;
      }
      case 'at':
        return -this.#true;
      case 'not':
        return -this.#literal(formula.part);
      case 'and':
        return -this.#disjunction(formula.parts.map((part) => -this.#literal(part)));
      case 'or':
        return this.#disjunction(formula.parts.map((part) => this.#literal(part)));
      default:
        return assertNever(formula);
    }
  }

  #disjunction(literals: readonly SatLiteral[]): SatLiteral {
    const result = this.#solver.newVariable();
    for (const literal of literals) this.#solver.add([-literal, result]);
    this.#solver.add([-result, ...literals]);
    return result;
  }
}
