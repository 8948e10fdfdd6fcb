import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId, LocationId, SharedId } from '../../lang/expr/ids.js';
import { evaluate, isFault } from '../../lang/expr/eval.js';
import type { Environment } from '../../lang/expr/eval.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { Command, CommandProgram } from '../command-program.js';

/** Where the threads stand and the value of each variable, in the order of the program's lists. */
export interface ConcreteState {
  readonly locations: readonly LocationId[];
  readonly values: readonly bigint[];
}

/** Runs commands on values, without a solver. */
export class ConcreteRunner {
  readonly #locals = new Map<LocalId, number>();
  readonly #cells = new Map<SharedId, Map<bigint, number>>();
  readonly #places = new Map<Expr, number>();
  readonly #drawn = new Map<LocalId, bigint>();
  #state: ConcreteState = { locations: [], values: [] };
  readonly #environment: Environment = {
    local: (id) => {
      const place = this.#locals.get(id);
      return place === undefined ? (this.#drawn.get(id) ?? 0n) : at(this.#state.values, place);
    },
    shared: (id, index) => {
      const place = this.#cells.get(id)?.get(index);
      return place === undefined ? null : at(this.#state.values, place);
    },
    at: (thread, label) => {
      const location = at(this.#state.locations, thread);
      return at(at(this.program.threads, thread).locations, location).labels.includes(label);
    },
  };

  constructor(private readonly program: CommandProgram) {
    for (const [place, { expr }] of program.variables.entries()) {
      this.#places.set(expr, place);
      if (expr.kind === 'local') this.#locals.set(expr.local, place);
      if (expr.kind === 'shared') {
        const cells = remembered(this.#cells, expr.shared, () => new Map<bigint, number>());
        cells.set(expr.index?.kind === 'int' ? expr.index.value : 0n, place);
      }
    }
  }

  /** Where the program begins, with these values. */
  begin(values: readonly bigint[]): ConcreteState | null {
    const state = { locations: this.program.threads.map((t) => t.entry), values };
    return this.program.initial.every((f) => this.holds(f, state)) ? state : null;
  }

  holds(formula: Expr, state: ConcreteState): boolean {
    this.#state = state;
    return evaluate(formula, this.#environment) === 1n;
  }

  /** The state after the command with these values drawn; null if it cannot be taken. */
  take(command: Command, drawn: readonly bigint[], state: ConcreteState): ConcreteState | null {
    this.#state = state;
    for (const [i, input] of command.drawn.entries()) {
      if (input.kind === 'local') this.#drawn.set(input.local, at(drawn, i));
    }
    if (!command.guard.every((g) => evaluate(g, this.#environment) === 1n)) return null;
    const values = [...state.values];
    for (const { variable, value } of command.updates) {
      const result = evaluate(value, this.#environment);
      const place = this.#places.get(variable);
      if (isFault(result) || place === undefined) return null;
      values[place] = result;
    }
    const locations = [...state.locations];
    locations[command.thread] = command.to;
    return { locations, values };
  }
}
