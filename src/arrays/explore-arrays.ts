import { at } from '../support/invariant.js';
import { choices, successors } from './expand.js';
import type { Successors } from './expand.js';
import { initialStates } from './initial-states.js';
import type { ArrayInitialStates } from './initial-states.js';
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
  return new ArraySearch(machine, options).run();
}

interface ClauseGoal extends ClauseInstance {
  readonly target: ArrayTarget;
}

/**
 * Breadth first; a state is known by its packed text, and by how it was first reached. A search that a limit has stopped may go on
 * with other limits.
 */
export class ArraySearch {
  readonly #number = new Map<string, number>();
  readonly #packed: string[] = [];
  /** The state before; -1 for an initial one. */
  readonly #before: number[] = [];
  readonly #move: (ArrayMove | null)[] = [];
  readonly #missing = new Set<Missing>();
  /** Of the last time that it went on. */
  #limit: LimitReached | null = null;
  readonly #reached: ReachedTarget[] = [];
  readonly #options: ArrayExploreOptions;
  readonly #initial: ArrayInitialStates;
  readonly #begin: Iterator<ArrayState>;
  /** Those before it are expanded. */
  #next = 0;
  readonly #targets: readonly ArrayTarget[];
  /** Cells whose values have no end. */
  readonly #numeric: readonly number[];
  #goals: readonly ClauseGoal[];
  #mostStates = Infinity;

  constructor(
    readonly machine: ArrayMachine,
    options: Partial<ArrayExploreOptions>,
  ) {
    this.#options = { ...exploreDefaults, ...options };
    const { instance } = machine;
    this.#initial = initialStates(instance);
    this.#begin = this.#initial.states[Symbol.iterator]();
    this.#numeric = instance.cells.flatMap(({ slot }) => (instance.domain(slot) === null ? [slot] : []));
    this.#targets =
      this.#options.targets ??
      machine.system.unsafe.map((_, index): ArrayTarget => ({ kind: 'unsafe', index }));
    this.#goals = this.#targets.flatMap((target) =>
      machine.clause(machine.clauseOf(target)).map((goal) => ({ ...goal, target })),
    );
  }

  async run(limits = this.#options.limits): Promise<ArrayExploration> {
    this.#limit = null;
    await this.#go(new LimitWatch(limits));
    return {
      reached: this.#reached,
      states: this.#packed.length,
      missing: new Set([...this.#missing, ...(this.#limit === null ? [] : [this.#limit])]),
      all: () => this.#states(),
    };
  }

  async #go(watch: LimitWatch): Promise<void> {
    for (;;) {
      if (await this.#mustStop(watch)) return;
      const initial = this.#begin.next();
      if (initial.done === true) break;
      this.#add(initial.value, -1, null);
    }
    if (!this.#initial.complete()) this.#missing.add('numbers');
    for (; this.#next < this.#packed.length; this.#next++) {
      if (await this.#mustStop(watch)) return;
      const { list, cut } = this.#from(this.#next);
      if (this.#isDone()) {
        this.#missing.add('stopped');
        return;
      }
      if (cut) this.#missing.add('numbers');
      for (const { state, move } of list)
        if (this.#isWithinBounds(state, move)) this.#add(state, this.#next, move);
    }
  }

  async #mustStop(watch: LimitWatch): Promise<boolean> {
    const look = watch.look(this.#packed.length);
    this.#limit = look instanceof Promise ? await look : look;
    return this.#limit !== null;
  }

  #isDone(): boolean {
    if (this.#options.stopAt === 'never' || this.#reached.length === 0) return false;
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
    if (move !== null) this.#options.onStep?.(before, move, number);
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
    this.#mostStates = Math.min(this.#mostStates, this.#options.patience(this.#packed.length));
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
    const { bufferBound } = this.#options;
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
    const largest = this.#options.largestNumber * instance.scale;
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
