import { isJudged } from '../../../lang/boolean/boolean-program.js';
import type { BooleanCommand, BooleanProgram, BooleanUpdate } from '../../../lang/boolean/boolean-program.js';
import type { BooleanRun, BooleanStep } from '../../../lang/boolean/boolean-run.js';
import { anyOf } from '../../../lang/boolean/boolean-formula.js';
import type { Formula } from '../../../lang/boolean/boolean-formula.js';
import type { LocationId } from '../../../lang/expr/ids.js';
import type { SatLiteral } from '../../../lang/expr/sat.js';
import { at } from '../../../support/invariant.js';
import type { Stop } from '../../../search/limits.js';
import { Clauses, whereabouts } from './clauses.js';
import type { SearchPath } from '../way.js';

export type PathAnswer =
  | { readonly kind: 'real'; readonly run: BooleanRun }
  | { readonly kind: 'spurious' }
  /** The question was too hard. */
  | { readonly kind: 'unsure' }
  | { readonly kind: 'stopped'; readonly stop: Stop };

const maxConflicts = 200_000;
/** Propagated literals between two chances for timers and signals. */
const workAtOnce = 20_000;

/** Whether some run takes exactly these commands, and if asked for, violates the property at the end; if so, that run. */
export async function examine(
  program: BooleanProgram,
  path: SearchPath,
  wanted: 'any' | 'violation',
  pause: () => Promise<Stop | null>,
): Promise<PathAnswer> {
  const formula = new PathFormula(program);
  for (const { thread, command } of path.steps) formula.step(thread, command);
  if (wanted === 'violation') formula.violate(path.locations);
  for (;;) {
    const stop = await pause();
    if (stop !== null) return { kind: 'stopped', stop };
    const answer = formula.advance();
    if (answer !== null) return answer;
  }
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
  readonly #clauses = new Clauses();
  readonly #infeasible: Formula;
  readonly #steps: OpenStep[] = [];

  constructor(private readonly program: BooleanProgram) {
    for (const { id } of program.variables) this.#clauses.values[id] = -this.#clauses.true;
    this.#infeasible = anyOf(program.infeasible);
  }

  step(thread: number, command: BooleanCommand): void {
    const clauses = this.#clauses;
    clauses.anys = [];
    clauses.assert(command.guard);
    const values = command.updates.map((update) => this.#valueOf(update));
    command.updates.forEach(({ target }, i) => (clauses.values[target] = at(values, i)));
    this.#steps.push({ thread, command, anys: clauses.anys, values });
    if (isJudged(this.program, thread, command.to)) clauses.assert(this.#infeasible, false);
  }

  violate(locations: readonly LocationId[]): void {
    const { property } = this.program;
    if (property === null) return;
    this.#clauses.isAt = whereabouts(this.program, locations);
    this.#clauses.assert(property.condition, false);
  }

  /** Null: there is more to do. */
  advance(): PathAnswer | null {
    const answer = this.#clauses.solver.advance(maxConflicts, workAtOnce);
    switch (answer?.kind) {
      case undefined:
        return null;
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

  #valueOf({ value }: BooleanUpdate): SatLiteral {
    if (value.kind === 'formula') return this.#clauses.literal(value.formula);
    const result = this.#clauses.fresh();
    this.#clauses.implies(value.yes, result);
    this.#clauses.implies(value.no, -result);
    return result;
  }
}
