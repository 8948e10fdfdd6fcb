import type { BooleanRun } from '../../../ir/boolean-run.js';
import type { LocationId } from '../../../ir/ids.js';
import { at } from '../../../support/check.js';
import type { Pacer } from '../../shared/pacer.js';
import { outOfTime } from '../../shared/pacer.js';
import type { Stop } from '../../shared/pacer.js';
import type { Limits } from '../../engine.js';
import type { Plan } from '../plan.js';
import { placed } from '../path/path-formula.js';
import { SymbolicMachine } from './machine.js';
import { concreteRun, keyOf, startState } from './state.js';
import type { SymbolicState } from './state.js';

export type Explored =
  | { readonly kind: 'safe'; readonly states: number }
  | { readonly kind: 'unsafe'; readonly run: BooleanRun; readonly states: number }
  | { readonly kind: 'stopped'; readonly stop: Stop | null; readonly states: number };

/** Symbolic states are objects with a history: more than this many are not worth having. */
const mostStates = 400_000;
/** Commands between two looks at the clock within one expansion. */
const commandsAtOnce = 20_000;

interface Point {
  /** By thread. */
  readonly locations: readonly LocationId[];
  readonly state: SymbolicState;
}

/**
 * Exact breadth-first search, for programs about which three-valued states are too coarse: every state that it visits
 * can be reached. It splits wherever a condition depends on a symbol, so there may be very many.
 */
export async function exploreExactly(plan: Plan, limits: Limits, pacer: Pacer): Promise<Explored> {
  const search = new ExactSearch(plan, limits.deadline);
  try {
    search.begin();
    for (let n = 0; ; n++) {
      if (search.violation !== null)
        return { kind: 'unsafe', run: concreteRun(search.violation), states: search.count };
      if (!search.expandNext()) return { kind: 'safe', states: search.count };
      if (search.count > mostStates) return { kind: 'stopped', stop: null, states: search.count };
      const stop = n % 16 === 0 ? await pacer.pause() : null;
      if (stop !== null) return { kind: 'stopped', stop, states: search.count };
    }
  } catch (error) {
    if (error instanceof OutOfTime) return { kind: 'stopped', stop: outOfTime, states: search.count };
    throw error;
  }
}

class OutOfTime extends Error {}

class ExactSearch {
  readonly #machine: SymbolicMachine;
  readonly #seen = new Set<string>();
  readonly #queue: Point[] = [];
  #next = 0;
  violation: SymbolicState | null = null;

  constructor(
    private readonly plan: Plan,
    deadline: number | null,
  ) {
    let commands = 0;
    this.#machine = new SymbolicMachine(plan.program, () => {
      if (++commands % commandsAtOnce !== 0 || deadline === null) return;
      if (performance.now() >= deadline) throw new OutOfTime();
    });
  }

  get count(): number {
    return this.#seen.size;
  }

  begin(): void {
    const { program } = this.plan;
    const entries = program.threads.map((t) => t.entry);
    let points: readonly Point[] = [{ locations: entries, state: startState(program.variables.length) }];
    program.threads.forEach(({ entry }, t) => {
      if (at(this.plan.stops, t)[entry] === 0) points = points.flatMap((point) => this.#moves(point, t));
    });
    for (const point of points) this.#add(point);
  }

  expandNext(): boolean {
    const point = this.#queue[this.#next++];
    if (point === undefined) return false;
    // The queue holds on to nothing that is done with.
    if (this.#next > 10_000) {
      this.#queue.splice(0, this.#next);
      this.#next = 0;
    }
    for (let t = 1; t < this.plan.program.threads.length; t++) {
      for (const next of this.#moves(point, t)) this.#add(next);
    }
    return true;
  }

  #moves({ locations, state }: Point, thread: number): readonly Point[] {
    return this.#machine
      .macroStep(thread, at(locations, thread), state, at(this.plan.stops, thread))
      .map((arrival) => ({
        locations: locations.with(thread, arrival.location),
        state: arrival.state,
      }));
  }

  #add({ locations, state }: Point): void {
    const point = { locations, state: this.#forgetting(locations, state) };
    const key = `${locations.join(',')} ${keyOf(point.state.values, () => true)}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#queue.push(point);
    this.#inspect(point);
  }

  /** What is dead is false, so that states that differ in it are one. */
  #forgetting(locations: readonly LocationId[], state: SymbolicState): SymbolicState {
    const { program, cone } = this.plan;
    const values = state.values.slice();
    for (const { id, thread } of program.variables) {
      // A shared variable matters everywhere or nowhere.
      const place = thread ?? 0;
      if (!cone.isLive(place, at(locations, place), id)) values[id] = 0;
    }
    return { ...state, values };
  }

  #inspect({ locations, state }: Point): void {
    const { property, threads } = this.plan.program;
    if (property === null || this.violation !== null) return;
    const ended = threads.every(({ end }, t) => t === 0 || at(locations, t) === end);
    if (property.kind === 'final' && !ended) return;
    const isAt = (thread: number, label: number): boolean =>
      thread !== 0 && at(at(threads, thread).locations, at(locations, thread)).label === label;
    const parts = this.#machine.where(state, placed(property.condition, isAt), 0);
    this.violation = parts[0] ?? null;
  }
}
