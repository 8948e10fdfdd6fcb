import type { Execution, Step } from '../../lang/run/execution.js';
import { subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Property } from '../../lang/program/program.js';
import type { Machine, MachineState } from '../../memory/machine.js';
import { at } from '../../support/invariant.js';

/** How much trying out may cost, in values that are copied or computed: some seconds at most. */
const usualEffort = 100_000_000;
/** Beside the values of a variable that is copied: a step, and a part of a formula that is evaluated. */
const [costOfStep, costOfPart] = [500, 30];

/**
 * The execution up to the first state in which the invariant is false, without what is not needed for that: what other
 * threads did, and what a thread did last. Whoever takes it confirms it: nothing here is trusted. Other properties
 * need their executions as they are. A long one may come back longer than it could be.
 */
export function shortened(
  machine: Machine,
  execution: Execution,
  property: Property,
  effort = usualEffort,
): Execution {
  if (property.kind !== 'invariant') return execution;
  const steps = new Shortening(machine, execution, property.formula, effort).shortest();
  return steps === null ? execution : { ...execution, steps };
}

class Shortening {
  /** All candidates begin with these: the initialisation. */
  readonly #first: readonly Step[];
  readonly #rest: readonly Step[];
  readonly #cost: number;
  readonly #start: MachineState | null;

  constructor(
    private readonly machine: Machine,
    { initial, steps }: Execution,
    private readonly formula: Expr,
    private effort: number,
  ) {
    const end = steps.findIndex((step) => step.thread !== 0);
    this.#first = end < 0 ? steps : steps.slice(0, end);
    this.#rest = end < 0 ? [] : steps.slice(end);
    const { system, cells } = machine;
    const parts = [...subexpressions(formula)].length;
    this.#cost = cells.all().length + system.locals.length + costOfStep + costOfPart * parts;
    this.#start = this.#after(machine.initial(initial));
  }

  /** Null: not found, or not worth it. */
  shortest(): readonly Step[] | null {
    let best = this.#untilViolated(this.#rest);
    if (best === null) return null;
    for (let before = Infinity; best.length < before;) {
      before = best.length;
      for (const thread of new Set(best.map((step) => step.thread))) best = this.#withLess(best, thread);
    }
    return [...this.#first, ...best];
  }

  /** Without the thread, else without what it does last as often as that can be. */
  #withLess(steps: readonly Step[], thread: Step['thread']): readonly Step[] {
    const without = this.#untilViolated(steps.filter((step) => step.thread !== thread));
    if (without !== null) return without;
    let best = steps;
    for (;;) {
      const from = this.#lastUnit(best, thread);
      const shorter =
        from === null ? null : this.#untilViolated(best.filter((s, i) => i < from || s.thread !== thread));
      if (shorter === null) return best;
      best = shorter;
    }
  }

  /** Where the last section or step of the thread begins that is behind its first; null: there is none. */
  #lastUnit(steps: readonly Step[], thread: Step['thread']): number | null {
    const { locations, edges } = this.machine.thread(thread);
    let [inside, last]: [boolean, number | null] = [false, null];
    for (const [i, step] of steps.entries()) {
      if (step.thread !== thread) continue;
      if (!inside) last = i;
      if (step.kind === 'edge') inside = at(locations, at(edges, step.edge).to).atomic;
    }
    return last;
  }

  /** The steps as far as the first state that violates; null: they cannot be taken, or none does. */
  #untilViolated(steps: readonly Step[]): readonly Step[] | null {
    let state = this.#start;
    if (state === null) return null;
    if (this.#violates(state)) return [];
    for (const [i, step] of steps.entries()) {
      this.effort -= this.#cost;
      if (this.effort < 0) return null;
      const result = this.machine.take(state, step);
      if (result.kind !== 'moved') return null;
      ({ state } = result);
      if (this.#violates(state)) return steps.slice(0, i + 1);
    }
    return null;
  }

  #violates(state: MachineState): boolean {
    return this.machine.atomicThread(state) === null && !this.machine.holds(state, this.formula);
  }

  /** After the initialisation. */
  #after(initial: MachineState): MachineState | null {
    let state = initial;
    for (const step of this.#first) {
      const result = this.machine.take(state, step);
      if (result.kind !== 'moved') return null;
      ({ state } = result);
    }
    return state;
  }
}
