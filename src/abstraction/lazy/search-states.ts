import { OutOfSpace } from '../../engines/shared/state-store.js';
import type { Clock } from '../clock.js';
import { emptyMask } from '../bits.js';
import type { Mask } from '../bits.js';
import type { LazyPlan, LazyStep } from './lazy-plan.js';
import type { Condition } from './property-conditions.js';
import { split } from './split-states.js';
import { emptyState, knowledgeOf, AbstractStates } from './abstract-states.js';
import type { StateLayout } from './abstract-states.js';
import type { PredicateTransformer } from './transformer.js';
import type { CommandPath } from '../command-program.js';
import type { StateMerger } from '../symmetry/state-merger.js';
import type { LazySearchEnd, Exactness, Reaction, Violation, Watcher } from './watcher.js';
import { Whereabouts } from './whereabouts.js';
import type { WordSet } from './word-set.js';
import { nothingKnown } from './vocabulary.js';
import type { Valuation } from './vocabulary.js';

export interface SearchLimits {
  readonly states: number;
  /** In bytes. */
  readonly memory: number;
}

/** Breadth-first search over abstract states: where the threads stand, and what is known of each predicate. */
export class LazySearch {
  readonly states: AbstractStates;
  transitions = 0;
  expanded = 0;
  /** Some thread could do something somewhere. */
  moved = false;
  /** The state that is expanded, and the one that is made. */
  readonly #here: Mask;
  readonly #next: Mask;
  readonly #before: Valuation;
  readonly #after: Valuation;
  readonly #where: Whereabouts;
  readonly #knownHere: Mask;
  /** The predicates that say nothing of what is dead after the step. */
  readonly #interest: Mask;
  readonly #nothing: Mask;
  readonly #splits = new Map<string, readonly Valuation[] | null>();

  constructor(
    private readonly plan: LazyPlan,
    /** Numbers the sets of predicates that are known together; shared by all rounds. */
    private readonly known: WordSet,
    private readonly exact: Exactness,
    private readonly watcher: Watcher,
    private readonly clock: Clock,
    private readonly limits: SearchLimits,
    /** States that differ in which thread is which are one; null: none do. */
    private readonly merger: StateMerger | null = null,
  ) {
    const { words, count } = plan.posts.vocabulary;
    const layout: StateLayout = { placeWords: plan.places.words, words, predicates: count };
    this.states = new AbstractStates(layout, limits.memory);
    this.#here = emptyState(layout);
    this.#next = emptyState(layout);
    this.#before = knowledgeOf(this.#here, layout);
    this.#after = knowledgeOf(this.#next, layout);
    this.#where = new Whereabouts(plan);
    this.#knownHere = emptyMask(words);
    this.#interest = emptyMask(words);
    this.#nothing = emptyMask(words);
  }

  async run(): Promise<LazySearchEnd> {
    try {
      return await this.#explore();
    } catch (error) {
      if (!(error instanceof OutOfSpace)) throw error;
      return { kind: 'limit', stop: { reason: 'memory', why: error.message } };
    }
  }

  async #explore(): Promise<LazySearchEnd> {
    await this.#begin();
    for (;;) {
      if (this.clock.isDue) {
        await this.clock.goOn();
        this.#weigh();
      }
      const { stop } = this.clock;
      if (stop !== null) return { kind: 'limit', stop };
      if (this.expanded >= this.states.count) return { kind: 'complete' };
      if (this.states.count > this.limits.states) return { kind: 'too many' };
      const id = this.expanded++;
      this.states.read(id, this.#here);
      this.#where.read(this.#here);
      if ((await this.#expand(id)) === 'stop' && this.clock.stop === null) return { kind: 'stopped' };
    }
  }

  #weigh(): void {
    if (this.states.bytes + this.plan.posts.bytes > this.limits.memory)
      throw new OutOfSpace('the memory limit is reached');
  }

  /** The states that the program begins in. */
  async #begin(): Promise<void> {
    const { initial, posts } = this.plan;
    this.#where.begin(this.#next);
    if (this.exact.remembers) this.#interest.fill(-1);
    else this.#interest.set(this.#where.liveForOthers(-1));
    const nothing = nothingKnown(posts.vocabulary.words);
    this.#knownHere.fill(0);
    const known = this.known.add(this.#knownHere, -1);
    const answer = await this.#answer(initial, known, nothing, this.#interest);
    if (answer >= 0) await this.#arrive(initial, answer, nothing, this.exact.initial, -1, -1);
  }

  /** Where the threads stand in a state. */
  locationsIn(id: number): readonly number[] {
    this.states.read(id, this.#here);
    this.#where.read(this.#here);
    return [...this.#where.locations];
  }

  /** How the program takes the path to a state, with what it violates last; and the states on the way. */
  pathTo({ state, last }: Pick<Violation, 'state' | 'last'>): {
    readonly commands: CommandPath;
    readonly states: readonly number[];
  } {
    const { commands, states, turns } = this.states.pathTo(state, this.plan.steps);
    const path = last === null ? commands : [...commands, last];
    return { commands: this.merger?.unturned(path, turns) ?? path, states };
  }

  async #expand(id: number): Promise<Reaction> {
    const { isTrue, isFalse } = this.#before;
    for (let w = 0; w < isTrue.length; w++) this.#knownHere[w] = (isTrue[w] ?? 0) | (isFalse[w] ?? 0);
    const known = this.known.add(this.#knownHere, -1);
    const mover = this.#where.atomicThread();
    if (mover < 0 && (await this.#judge(id, known)) === 'stop') return 'stop';
    const { leaving } = this.plan;
    for (let t = 0; t < leaving.length; t++) {
      if (mover >= 0 && mover !== t) continue;
      const steps = leaving[t]?.[this.#where.locations[t] ?? 0] ?? [];
      if (steps.length === 0) continue;
      const others = this.#where.liveForOthers(t);
      for (const step of steps) {
        const reaction =
          step.violates === null
            ? this.#move(step, others, id, known)
            : this.#violate(step, step.violates, id, known);
        if (reaction !== 'go on' && (await reaction) === 'stop') return 'stop';
        if (this.clock.stop !== null) return 'stop';
      }
    }
    return 'go on';
  }

  async #judge(id: number, known: number): Promise<Reaction> {
    const { watcher } = this;
    for (const condition of this.plan.conditions) {
      if (!watcher.wants(condition.name) || !(await this.#mayViolate(condition, known))) continue;
      const { name, property } = condition;
      const violation = { property: name, state: id, last: null, condition: property };
      if ((await watcher.onViolation(violation)) === 'stop') return 'stop';
    }
    return 'go on';
  }

  async #mayViolate(condition: Condition, known: number): Promise<boolean> {
    if (condition.isFinal && !this.#where.haveEnded) return false;
    const violation = condition.violation(this.#where.locations);
    return violation !== null && (await this.#answer(violation, known, this.#before, this.#nothing)) >= 0;
  }

  async #violate(step: LazyStep, property: string, id: number, known: number): Promise<Reaction> {
    if (this.moved && !this.watcher.wants(property)) return 'go on';
    if ((await this.#answer(step.transformer, known, this.#before, this.#nothing)) < 0) return 'go on';
    this.moved = true;
    if (!this.watcher.wants(property)) return 'go on';
    return this.watcher.onViolation({ property, state: id, last: step.command, condition: null });
  }

  /** At once where everything is known already, which is nearly always. */
  #move(step: LazyStep, others: Mask, id: number, known: number): Reaction | Promise<Reaction> {
    const { transformer, command } = step;
    const { places, live, posts } = this.plan;
    const alive = live[command.thread]?.[command.to];
    const interest = this.#interest;
    if (!this.exact.remembers) {
      for (let w = 0; w < interest.length; w++) interest[w] = (others[w] ?? 0) & (alive?.[w] ?? -1);
    }
    const entry = this.#ready(transformer, known, this.#before, interest);
    const exact = this.exact.commands.has(command);
    if (entry < 0 || exact) return this.#moveSlowly(step, id, known, exact);
    if (!posts.answers.isEnabled(entry)) return 'go on';
    this.moved = true;
    for (let w = 0; w < places.words; w++) this.#next[w] = this.#here[w] ?? 0;
    places.move(command.thread, command.to, this.#next);
    posts.answers.apply(transformer, entry, this.#before, interest, this.#after);
    this.#add(id, step.number);
    return 'go on';
  }

  async #moveSlowly(step: LazyStep, id: number, known: number, exact: boolean): Promise<Reaction> {
    const { transformer, command, number } = step;
    const entry = await this.#answer(transformer, known, this.#before, this.#interest);
    if (entry < 0) return 'go on';
    this.moved = true;
    this.#next.set(this.#here.subarray(0, this.plan.places.words));
    this.plan.places.move(command.thread, command.to, this.#next);
    await this.#arrive(transformer, entry, this.#before, exact, id, number);
    return 'go on';
  }

  /** The answer's number if it says all about the predicates of interest, else the complement of the number. */
  #ready(step: PredicateTransformer, known: number, before: Valuation, interest: Mask): number {
    const { posts } = this.plan;
    const matter = step.matter(known, before);
    const entry = posts.answers.entry(step, matter, before);
    return posts.answers.isReady(entry, matter, interest) ? entry : ~entry;
  }

  /** The number of the answer; negative if no state can take the step, or the clock tells to stop. */
  async #answer(
    step: PredicateTransformer,
    known: number,
    before: Valuation,
    interest: Mask,
  ): Promise<number> {
    const { posts } = this.plan;
    let entry = this.#ready(step, known, before, interest);
    if (entry < 0) {
      entry = ~entry;
      await posts.fill(step, entry, step.matter(known, before), before, interest, this.clock);
    }
    return this.clock.stop === null && posts.answers.isEnabled(entry) ? entry : -1;
  }

  /** Adds what a step leads to; the places are those of the next state already. */
  async #arrive(
    step: PredicateTransformer,
    entry: number,
    before: Valuation,
    exact: boolean,
    parent: number,
    via: number,
  ): Promise<void> {
    this.plan.posts.answers.apply(step, entry, before, this.#interest, this.#after);
    const parts = exact ? await this.#split(step, before) : null;
    if (this.clock.stop !== null) return;
    if (parts === null) {
      this.#add(parent, via);
      return;
    }
    for (const part of parts) {
      this.#after.isTrue.set(part.isTrue);
      this.#after.isFalse.set(part.isFalse);
      this.#add(parent, via);
    }
  }

  async #split(step: PredicateTransformer, before: Valuation): Promise<readonly Valuation[] | null> {
    const key = [step.id, ...before.isTrue, ...before.isFalse, ...this.#interest].join();
    const made = this.#splits.get(key);
    if (made !== undefined) return made;
    const known = { isTrue: this.#after.isTrue.slice(), isFalse: this.#after.isFalse.slice() };
    const parts = await split(this.plan.posts, step, before, known, this.#interest, this.clock);
    this.#splits.set(key, parts);
    return parts;
  }

  #add(parent: number, via: number): void {
    this.transitions++;
    const turn = this.merger?.settle(this.#next) ?? 0;
    this.states.reach(this.#next, parent, via, turn);
  }
}
