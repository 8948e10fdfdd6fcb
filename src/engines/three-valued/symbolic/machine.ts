import type { BooleanCommand, BooleanProgram, Update } from '../../../ir/boolean-program.js';
import { anyOf, forEachAtom } from '../../../ir/formula.js';
import type { Formula } from '../../../ir/formula.js';
import type { LocationId } from '../../../ir/ids.js';
import { at } from '../../../support/check.js';
import { Evaluation, isKnown } from './evaluate.js';
import { decide, keyOf } from './state.js';
import type { SymbolicState, Value } from './state.js';

/** Where a symbolic state arrived. */
export interface Arrival {
  readonly location: LocationId;
  readonly state: SymbolicState;
}

/** Executes a program on symbolic states, command by command, splitting them wherever a condition depends on a symbol. */
export class SymbolicMachine {
  readonly #out: readonly (readonly (readonly BooleanCommand[])[])[];
  readonly #meets: readonly (readonly boolean[])[];
  readonly #infeasible: Formula;
  readonly #anyCounts = new Map<BooleanCommand, number>();
  constructor(
    private readonly program: BooleanProgram,
    /** Called for each command that is tried; may throw. */
    private readonly onCommand: () => void,
  ) {
    this.#out = program.threads.map(({ locations, commands }) => {
      const out: BooleanCommand[][] = locations.map(() => []);
      for (const command of commands) at(out, command.from).push(command);
      return out;
    });
    this.#meets = program.threads.map(({ locations, commands }) => {
      const arrivals = locations.map(() => 0);
      for (const { to } of commands) arrivals[to] = at(arrivals, to) + 1;
      return arrivals.map((n) => n > 1);
    });
    this.#infeasible = anyOf(program.infeasible);
    for (const { commands } of program.threads) {
      for (const command of commands) {
        let count = 0;
        for (const formula of formulasOf(command)) {
          forEachAtom(formula, (atom) => {
            if (atom.kind === 'any') count++;
          });
        }
        if (count > 0) this.#anyCounts.set(command, count);
      }
    }
  }

  /** Runs one thread from a location until it stops somewhere; each way once. */
  macroStep(thread: number, from: LocationId, state: SymbolicState, stops: Uint8Array): readonly Arrival[] {
    const arrivals: Arrival[] = [];
    const seen = new Set<string>();
    const work: Arrival[] = [{ location: from, state }];
    for (let here = work.pop(); here !== undefined; here = work.pop()) {
      for (const command of at(at(this.#out, thread), here.location)) {
        for (const next of this.#step(thread, command, here.state)) {
          const arrival = { location: command.to, state: next };
          if (stops[command.to] === 1) arrivals.push(arrival);
          else if (this.#isNew(thread, arrival, seen)) work.push(arrival);
        }
      }
    }
    return arrivals;
  }

  #isNew(thread: number, { location, state }: Arrival, seen: Set<string>): boolean {
    if (at(at(this.#meets, thread), location) !== true) return true;
    const key = `${location} ${keyOf(state.values, () => true)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  }

  #step(thread: number, command: BooleanCommand, start: SymbolicState): readonly SymbolicState[] {
    const count = this.#anyCounts.get(command) ?? 0;
    const anys = Array.from({ length: count }, (_, i) => start.unused + i);
    const done: SymbolicState[] = [];
    const work: Attempt[] = [{ state: { ...start, unused: start.unused + count }, anys }];
    for (let attempt = work.pop(); attempt !== undefined; attempt = work.pop()) {
      this.onCommand();
      const result = this.#attempt(thread, command, attempt);
      if (result === null) continue;
      if (typeof result === 'number') work.push(...split(attempt, result));
      else if (this.#endsOutside(thread, command)) done.push(...this.where(result, this.#infeasible, 0));
      else done.push(result);
    }
    return done;
  }

  #endsOutside(thread: number, { to }: BooleanCommand): boolean {
    const { locations, end } = at(this.program.threads, thread);
    return thread === 0 ? to === end : !at(locations, to).atomic;
  }

  /** Null: the command cannot be taken; a number: on this symbol it depends. */
  #attempt(thread: number, command: BooleanCommand, { state, anys }: Attempt): SymbolicState | number | null {
    const evaluation = new Evaluation({ values: state.values, anys });
    const guard = evaluation.of(command.guard);
    if (!isKnown(guard)) return guard;
    if (guard === 0) return null;
    let { unused } = state;
    const made: Value[] = [];
    for (const { value } of command.updates) {
      const result = this.#valueOf(value, evaluation, () => unused++);
      if (result === 'dropped') return null;
      if (typeof result !== 'number') return result.symbol;
      made.push(result);
    }
    const values = state.values.slice();
    command.updates.forEach(({ target }, i) => (values[target] = at(made, i)));
    const past = { kind: 'step', thread, command: command.id, anys, values: made, before: state.past } as const;
    return { values, unused, past };
  }

  #valueOf(
    value: Update['value'],
    evaluation: Evaluation,
    fresh: () => Value,
  ): Value | 'dropped' | { readonly symbol: Value } {
    if (value.kind === 'formula') {
      const result = evaluation.of(value.formula);
      // A copy is the same symbol; what depends on a symbol otherwise must be split.
      if (isKnown(result) || isPlain(value.formula)) return result;
      return { symbol: result };
    }
    const [yes, no] = [evaluation.of(value.yes), evaluation.of(value.no)];
    if (yes === no && !isKnown(yes) && isPlain(value.yes) && isNegationOf(value.no, value.yes)) {
      return yes;
    }
    if (!isKnown(yes)) return { symbol: yes };
    if (!isKnown(no)) return { symbol: no };
    if (yes === 1 && no === 1) return 'dropped';
    return yes === 1 ? 1 : no === 1 ? 0 : fresh();
  }

  /** The parts of the state in which the formula has the value. */
  where(state: SymbolicState, formula: Formula, wanted: 0 | 1): readonly SymbolicState[] {
    const found: SymbolicState[] = [];
    const work = [state];
    for (let part = work.pop(); part !== undefined; part = work.pop()) {
      this.onCommand();
      const outcome = new Evaluation({ values: part.values, anys: [] }).of(formula);
      if (!isKnown(outcome)) work.push(decide(part, outcome, 1), decide(part, outcome, 0));
      else if (outcome === wanted) found.push(part);
    }
    return found;
  }
}

interface Attempt {
  readonly state: SymbolicState;
  readonly anys: readonly Value[];
}

const split = ({ state, anys }: Attempt, symbol: Value): readonly Attempt[] =>
  [1, 0].map((value) => ({
    state: decide(state, symbol, value),
    anys: anys.map((any) => (any === symbol ? value : any)),
  }));

const isPlain = (formula: Formula): boolean =>
  formula.kind === 'any' || (formula.kind === 'literal' && formula.positive);

const isNegationOf = (a: Formula, b: Formula): boolean =>
  a.kind === 'literal' && b.kind === 'literal' && a.variable === b.variable && a.positive !== b.positive;

const formulasOf = ({ guard, updates }: BooleanCommand): readonly Formula[] => [
  guard,
  ...updates.flatMap(({ value }) =>
    value.kind === 'formula' ? [value.formula] : [value.yes, value.no],
  ),
];
