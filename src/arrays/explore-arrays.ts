import { at } from '../support/invariant.js';
import { choices, successors } from './expand.js';
import type { Successors } from './expand.js';
import { initialStates } from './initial-states.js';
import { LimitWatch, noLimits } from './array-limits.js';
import type { ArrayLimits, LimitReached } from './array-limits.js';
import type { ArrayMachine, ClauseInstance, ArrayTarget } from './array-machine.js';
import { packState, unpackState } from './pack-state.js';
import { runOf } from './array-run.js';
import type { ArrayRun, ArrayMove } from './array-run.js';
import { viewsOf } from './array-states.js';
import type { ArrayState } from './array-states.js';
import { isFree, unsure, yes } from './array-values.js';

export interface ArrayExploreOptions {
  readonly limits: ArrayLimits;
  /** The most entries of a buffer; null: any number. */
  readonly bufferBound: number | null;
  /** Values further from 0 are not gone on with, so that counters come to an end. */
  readonly largestNumber: number;
  /** What to look for; null: every `unsafe` clause. */
  readonly targets: readonly ArrayTarget[] | null;
  /** `all`: stops when all targets are reached; `never`: goes through all states. */
  readonly stopAt: 'all' | 'never';
  /** Given how many states there were when a target was reached: how many there may be before the search for others ends. */
  readonly patience: (states: number) => number;
  /** Called for every step between states that are kept, by their numbers in the order of `ArrayExploration.all`. */
  readonly onStep: ((from: number, move: ArrayMove, to: number) => void) | null;
}

export const exploreDefaults: ArrayExploreOptions = {
  limits: noLimits,
  bufferBound: null,
  largestNumber: 64,
  targets: null,
  stopAt: 'all',
  patience: () => Infinity,
  onStep: null,
};

/** Why states may be missing. */
export type Missing = LimitReached | 'buffer-bound' | 'numbers' | 'stopped';

export interface ReachedTarget {
  readonly target: ArrayTarget;
  readonly procs: readonly number[];
  readonly run: ArrayRun;
}

export interface ArrayExploration {
  /** One for each target that is reached, in the order they were found in: the first by a shortest run. */
  readonly reached: readonly ReachedTarget[];
  /** Stored states; one with free values counts once. */
  readonly states: number;
  /** Empty: every state that can be reached was, so a target that was not reached cannot be. */
  readonly missing: ReadonlySet<Missing>;
  /** Those with free values stand for all values. */
  readonly all: () => Iterable<ArrayState>;
}

export async function explore(
  machine: ArrayMachine,
  options: Partial<ArrayExploreOptions> = {},
): Promise<ArrayExploration> {
  const search = new ArraySearch(machine, { ...exploreDefaults, ...options });
  return search.run();
}

interface ClauseGoal extends ClauseInstance {
  readonly target: ArrayTarget;
}

/** Breadth first; a state is known by its packed text, and by how it was first reached. */
class ArraySearch {
  readonly #number = new Map<string, number>();
  readonly #packed: string[] = [];
  /** The state before; -1 for an initial one. */
  readonly #before: number[] = [];
  readonly #move: (ArrayMove | null)[] = [];
  readonly #missing = new Set<Missing>();
  readonly #reached: ReachedTarget[] = [];
  readonly #watch: LimitWatch;
  readonly #targets: readonly ArrayTarget[];
  /** Cells whose values have no end. */
  readonly #numeric: readonly number[];
  #goals: readonly ClauseGoal[];
  #mostStates = Infinity;

  constructor(
    private readonly machine: ArrayMachine,
    private readonly options: ArrayExploreOptions,
  ) {
    this.#watch = new LimitWatch(options.limits);
    const { instance } = machine;
    this.#numeric = instance.cells.flatMap(({ slot }) => (instance.domain(slot) === null ? [slot] : []));
    this.#targets =
      options.targets ?? machine.system.unsafe.map((_, index): ArrayTarget => ({ kind: 'unsafe', index }));
    this.#goals = this.#targets.flatMap((target) =>
      machine.clause(machine.clauseOf(target)).map((goal) => ({ ...goal, target })),
    );
  }

  async run(): Promise<ArrayExploration> {
    await this.#go();
    return {
      reached: this.#reached,
      states: this.#packed.length,
      missing: this.#missing,
      all: () => this.#states(),
    };
  }

  async #go(): Promise<void> {
    const initial = initialStates(this.machine.instance);
    for (const state of initial.states) {
      if (await this.#mustStop()) return;
      this.#add(state, -1, null);
    }
    if (!initial.complete()) this.#missing.add('numbers');
    for (let next = 0; next < this.#packed.length; next++) {
      if (await this.#mustStop()) return;
      const { list, cut } = this.#from(next);
      if (this.#isDone()) {
        this.#missing.add('stopped');
        return;
      }
      if (cut) this.#missing.add('numbers');
      for (const { state, move } of list) if (this.#isWithinBounds(state, move)) this.#add(state, next, move);
    }
  }

  async #mustStop(): Promise<boolean> {
    const look = this.#watch.look(this.#packed.length);
    const limit = look instanceof Promise ? await look : look;
    if (limit !== null) this.#missing.add(limit);
    return limit !== null;
  }

  #isDone(): boolean {
    if (this.options.stopAt === 'never' || this.#reached.length === 0) return false;
    return this.#packed.length > this.#mostStates || this.#reached.length === this.#targets.length;
  }

  #add(state: ArrayState, before: number, move: ArrayMove | null): void {
    const text = packState(state, this.machine.hasBuffers);
    let number = this.#number.get(text);
    if (number === undefined) {
      number = this.#packed.push(text) - 1;
      this.#number.set(text, number);
      this.#before.push(before);
      this.#move.push(move);
    }
    if (move !== null) this.options.onStep?.(before, move, number);
  }

  /** Notes the targets that the state is one of, and gives what comes after it. */
  #from(number: number): Successors {
    const { machine } = this;
    const state = this.#state(number);
    const views = viewsOf(state);
    for (const goal of this.#goals) {
      const truth = goal.test(views);
      if (truth === unsure) return choices(machine, state, views);
      if (truth === yes) this.#note(goal, number);
    }
    return successors(machine, state, views);
  }

  #note({ target, procs }: ClauseGoal, number: number): void {
    if (this.#reached.some((known) => known.target === target)) return;
    this.#goals = this.#goals.filter((goal) => goal.target !== target);
    this.#mostStates = Math.min(this.#mostStates, this.options.patience(this.#packed.length));
    this.#reached.push({ target, procs, run: this.#runTo(number) });
  }

  #runTo(number: number): ArrayRun {
    const moves: ArrayMove[] = [];
    let here = number;
    for (let move = this.#move[here] ?? null; move !== null; move = this.#move[here] ?? null) {
      moves.unshift(move);
      here = at(this.#before, here);
    }
    return runOf(this.machine, this.#state(here), moves);
  }

  #state(number: number): ArrayState {
    const { instance, hasBuffers } = this.machine;
    return unpackState(at(this.#packed, number), instance, hasBuffers);
  }

  *#states(): Generator<ArrayState> {
    for (let number = 0; number < this.#packed.length; number++) yield this.#state(number);
  }

  #isWithinBounds(state: ArrayState, move: ArrayMove): boolean {
    const { bufferBound } = this.options;
    if (bufferBound !== null && move.kind === 'transition' && move.step.actor > 0) {
      const buffer = state.buffers[move.step.actor - 1] ?? [];
      if (buffer.length > bufferBound) {
        this.#missing.add('buffer-bound');
        return false;
      }
    }
    if (!this.#hasLargeNumber(state)) return true;
    this.#missing.add('numbers');
    return false;
  }

  /** Only numbers: other types have few values. */
  #hasLargeNumber({ cells, buffers }: ArrayState): boolean {
    if (this.#numeric.length === 0) return false;
    const { instance } = this.machine;
    const largest = this.options.largestNumber * instance.scale;
    const isLarge = (value: number): boolean => Math.abs(value) > largest && !isFree(value);
    return (
      this.#numeric.some((slot) => isLarge(at(cells, slot))) ||
      buffers.some((buffer) =>
        buffer.some(({ slots, values }) =>
          values.some((value, i) => isLarge(value) && instance.domain(at(slots, i)) === null),
        ),
      )
    );
  }
}
