import type { Expr } from '../../lang/expr/expr.js';
import type { CompiledTruth } from '../../smt/compiled-truth.js';
import { at } from '../../support/invariant.js';
import type { RandomBelow } from '../../support/random-from.js';
import type { CommandProgram } from '../command-program.js';
import { atomsOf, isTrackable } from '../atoms-of.js';
import { isEnabled, writtenBy } from './compiled-commands.js';
import type { CompiledCommand, CompiledCommands, ProbedStep, ProbedValues } from './compiled-commands.js';
import type { ProbeLog } from './probe-log.js';
import type { ProbeChoices } from './probe-starts.js';

const shortestWalk = 500;
const longestWalk = 2_000_000;
/** States that are looked at before it is asked whether that is enough. */
const stride = 64;
/** States of a walk that are told of. */
const mostTold = 250;

/** When it is another thread's turn: after so many steps of one, or when one of these truths is another. */
interface WalkManner {
  readonly patience: number;
  readonly watched: readonly CompiledTruth[];
}

/**
 * Runs a program in long walks, for violations that take many steps: a thread goes on as long as it can, or threads take
 * turns, or a thread goes on until something changes that a property speaks of, or a guard.
 */
export class Walks {
  readonly #manners: readonly WalkManner[];
  readonly #threads: number;
  #count = 0;
  #walk: Walk | null = null;

  constructor(
    { threads, stateProperties }: CommandProgram,
    private readonly commands: CompiledCommands,
    private readonly choices: ProbeChoices,
    private readonly log: ProbeLog,
    private readonly starts: readonly ProbedValues[],
    private readonly below: RandomBelow,
  ) {
    this.#threads = threads.length;
    const truths = (formulas: readonly Expr[]): readonly CompiledTruth[] =>
      [...new Set(formulas.flatMap((formula) => [...atomsOf(formula)]))]
        .filter(isTrackable)
        .map((atom) => commands.truth(atom));
    const steps = threads.flatMap((thread) => thread.commands);
    const violating = steps.filter(({ end }) => end.kind === 'violates').flatMap(({ guard }) => guard);
    const asked = [...stateProperties.map(({ formula }) => formula), ...violating];
    this.#manners = [
      { patience: Infinity, watched: [] },
      { patience: 1, watched: [] },
      { patience: Infinity, watched: truths(asked) },
      { patience: 8, watched: [] },
      { patience: Infinity, watched: truths([...asked, ...steps.flatMap(({ guard }) => guard)]) },
    ];
  }

  /** Walks that were begun. */
  get count(): number {
    return this.#count;
  }

  /** Goes on with the walk at hand until that is enough, or begins one. */
  go(isEnough: () => boolean): void {
    this.#walk ??= this.#begin();
    if (this.#walk.go(isEnough)) this.#walk = null;
  }

  /** Each is of another manner than the one before, and those of the next round are longer. */
  #begin(): Walk {
    const number = this.#count++;
    const round = Math.floor(number / this.#manners.length);
    const length = Math.min(longestWalk, shortestWalk * 4 ** round);
    const { patience, watched } = at(this.#manners, number % this.#manners.length);
    return new Walk(this.commands, this.choices, this.log, this.below, {
      start: at(this.starts, number % this.starts.length),
      first: number % this.#threads,
      length,
      patience: Math.min(patience, Math.ceil(length / this.#threads)),
      watched,
    });
  }
}

interface WalkPlan extends WalkManner {
  readonly start: ProbedValues;
  /** The thread that begins. */
  readonly first: number;
  readonly length: number;
}

class Walk {
  readonly #locations: number[];
  readonly #values: number[];
  readonly #steps: ProbedStep[] = [];
  #thread: number;
  /** Steps of this thread since another took one. */
  #since = 0;
  #seen: readonly (boolean | null)[];
  #nextTold = 0;

  constructor(
    private readonly commands: CompiledCommands,
    private readonly choices: ProbeChoices,
    private readonly log: ProbeLog,
    private readonly below: RandomBelow,
    private readonly plan: WalkPlan,
  ) {
    this.#locations = [...plan.start.locations];
    this.#values = [...plan.start.values];
    this.#thread = plan.first;
    this.#seen = this.#watched();
  }

  /** Whether it is at its end. */
  go(isEnough: () => boolean): boolean {
    const state: ProbedValues = { locations: this.#locations, values: this.#values };
    const { length, patience } = this.plan;
    for (let step = this.#steps.length; step < length && !this.log.isDone; step++) {
      if (step % stride === 0 && isEnough()) return false;
      if (step >= this.#nextTold) {
        this.log.sees(state);
        this.#nextTold = step + 1 + this.below(Math.max(1, Math.floor((2 * length) / mostTold)));
      }
      for (const name of this.commands.violated(state)) this.#note(name, this.#steps);
      const mover = this.#move(this.#thread, this.#since >= patience);
      if (mover < 0) return true;
      this.#since = mover === this.#thread ? this.#since + 1 : 1;
      this.#thread = mover;
      this.#watch();
    }
    return true;
  }

  /** Where something has changed it is another thread's turn. */
  #watch(): void {
    if (this.plan.watched.length === 0) return;
    const now = this.#watched();
    if (now.some((value, i) => value !== this.#seen[i])) this.#since = Infinity;
    this.#seen = now;
  }

  #watched(): readonly (boolean | null)[] {
    return this.plan.watched.map((truth) => truth(this.#values));
  }

  #note(property: string, steps: readonly ProbedStep[]): void {
    if (this.log.wants(property)) this.log.violates(property, this.plan.start, steps);
  }

  /** The thread that takes a step: this one if it can and others need not be let first; -1: none. */
  #move(thread: number, isOver: boolean): number {
    const count = this.#locations.length;
    const atomic = this.commands.atomicThread(this.#locations);
    if (atomic >= 0) return this.#step(atomic) ? atomic : -1;
    if (!isOver && this.#step(thread)) return thread;
    const from = thread + 1 + this.below(count);
    for (let i = 0; i < count; i++) {
      const other = (from + i) % count;
      if (other !== thread && this.#step(other)) return other;
    }
    return isOver && this.#step(thread) ? thread : -1;
  }

  /** False: the thread can take none. */
  #step(thread: number): boolean {
    const values = this.#values;
    const possible: { readonly compiled: CompiledCommand; readonly step: ProbedStep }[] = [];
    for (const compiled of at(at(this.commands.leaving, thread), at(this.#locations, thread))) {
      const step = compiled.inputs.length === 0 ? compiled.step : this.#drawn(compiled);
      if (!isEnabled(compiled, values)) continue;
      const { violates } = compiled;
      if (violates === null) possible.push({ compiled, step });
      else if (this.log.wants(violates)) this.#note(violates, [...this.#steps, step]);
    }
    if (possible.length === 0) return false;
    const { compiled, step } = at(possible, possible.length === 1 ? 0 : this.below(possible.length));
    for (const [i, input] of compiled.inputs.entries()) values[input] = at(step.drawn, i);
    const written = writtenBy(compiled, values);
    if (written === null) return false;
    const { command, writes } = compiled;
    for (let i = 0; i < written.length; i++) values[at(writes, i).number] = at(written, i);
    this.#locations[thread] = command.to;
    this.#steps.push(step);
    return true;
  }

  #drawn({ inputs, command }: CompiledCommand): ProbedStep {
    const drawn = inputs.map((input) => {
      const values = this.choices.ofInput(input);
      return (this.#values[input] = at(values, this.below(values.length)));
    });
    return { command, drawn };
  }
}
