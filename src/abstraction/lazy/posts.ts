import type { Expr } from '../../lang/expr/expr.js';
import type { Answer, Literal, Smt, SmtModel } from '../../smt/smt.js';
import { at, getOrFail } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { CommandUpdate } from '../command-program.js';
import { Answers } from './answers.js';
import type { Clock } from '../clock.js';
import { emptyMask, exclude, has, members } from '../bits.js';
import type { Mask } from '../bits.js';
import { ConcreteStatePool } from './model-pool.js';
import { effectKey, PredicateTransformer } from './transformer.js';
import type { Matter, PredicateTarget } from './transformer.js';
import type { PredicateVocabulary, Valuation } from './vocabulary.js';

/**
 * Abstract posts: what is known after a step, from what is known before it. What no earlier answer says is asked of lemmas,
 * which are the cores of earlier queries, then of the models of earlier queries, and last of the solver.
 *
 * Every valuation that is asked about holds in some state, and knows all that follows from what it knows.
 */
export class Posts {
  readonly answers: Answers;
  readonly pool: ConcreteStatePool;
  readonly #byEffect = new Map<string, PredicateTransformer>();
  readonly #words: number;
  /** What is known of what matters to the question at hand. */
  readonly #isTrue: Mask;
  readonly #isFalse: Mask;
  /** What is open of the question at hand, and what may be true and may be false by the models. */
  readonly #open: Mask;
  readonly #mayBeTrue: Mask;
  readonly #mayBeFalse: Mask;

  constructor(
    readonly vocabulary: PredicateVocabulary,
    readonly smt: Smt,
    /** Of the same session, from before. */
    models: readonly SmtModel[] = [],
  ) {
    const { words } = vocabulary;
    this.#words = words;
    this.answers = new Answers(words);
    this.pool = new ConcreteStatePool(vocabulary, smt);
    for (const model of models) this.pool.add(model);
    this.#isTrue = emptyMask(words);
    this.#isFalse = emptyMask(words);
    this.#open = emptyMask(words);
    this.#mayBeTrue = emptyMask(words);
    this.#mayBeFalse = emptyMask(words);
  }

  /** Of the tables, as far as they grow with the number of states. */
  get bytes(): number {
    return this.answers.bytes;
  }

  transformer(
    guard: readonly Expr[],
    writes: readonly CommandUpdate[],
    fromNothing = false,
  ): PredicateTransformer {
    const updates = writes.filter((u) => u.value !== u.variable && this.vocabulary.mentions(u.variable));
    const key = `${fromNothing ? 'all ' : ''}${effectKey(guard, updates)}`;
    const id = this.#byEffect.size;
    const make = (): PredicateTransformer =>
      new PredicateTransformer(id, guard, updates, this.vocabulary, this.smt, fromNothing);
    return remembered(this.#byEffect, key, make);
  }

  /** Makes the answer ready, unless the clock tells to stop. */
  async fill(
    step: PredicateTransformer,
    entry: number,
    matter: Matter,
    valuation: Valuation,
    interest: Mask,
    clock: Clock,
  ): Promise<void> {
    const { answers } = this;
    this.#begin(entry, matter, valuation, interest);
    if (step.disabled.apply(this.#isTrue, this.#isFalse)) {
      answers.enable(entry, false);
      return;
    }
    const guard = await step.literals();
    const targets: PredicateTarget[] = [];
    for (const p of members(this.#open)) {
      const target = step.known(p) ?? (await step.target(p));
      if (!this.#isSettled(entry, target, matter)) targets.push(target);
    }
    if (targets.length === 0 && answers.isEnabled(entry)) return;
    const assumed = [...this.#assumptions(), ...guard];
    const seen = this.#askModels(step);
    if (!answers.isEnabled(entry)) {
      answers.enable(entry, seen || guard.length === 0 || this.#passes(step, assumed));
      if (answers.isDisabled(entry)) return;
    }
    for (const target of targets) {
      if (clock.isDue && !(await clock.goOn())) return;
      this.#decide(step, entry, target, assumed);
    }
  }

  #begin(entry: number, { cone, asked }: Matter, { isTrue, isFalse }: Valuation, interest: Mask): void {
    for (let w = 0; w < this.#words; w++) {
      const mask = cone[w] ?? 0;
      this.#isTrue[w] = (isTrue[w] ?? 0) & mask;
      this.#isFalse[w] = (isFalse[w] ?? 0) & mask;
      this.#open[w] = (asked[w] ?? 0) & (interest[w] ?? 0) & ~this.answers.answered(entry, w);
      this.#mayBeTrue[w] = 0;
      this.#mayBeFalse[w] = 0;
    }
  }

  /** Whether no query is needed: a lemma says it, or nothing that is known could. */
  #isSettled(entry: number, target: PredicateTarget, { touched }: Matter): boolean {
    const { predicate, alias } = target;
    if (target.always.apply(this.#isTrue, this.#isFalse)) this.#settle(entry, predicate, true);
    else if (target.never.apply(this.#isTrue, this.#isFalse)) this.#settle(entry, predicate, false);
    else if (alias !== null && !has(touched, alias < 0 ? ~alias : alias)) {
      this.#settle(entry, predicate, null);
    } else return false;
    return true;
  }

  #settle(entry: number, predicate: number, value: boolean | null): void {
    this.answers.settle(entry, predicate, value);
    exclude(this.#open, predicate);
  }

  #assumptions(): Literal[] {
    const { positive, negative } = this.vocabulary;
    return [
      ...members(this.#isTrue).map((p) => at(positive, p)),
      ...members(this.#isFalse).map((p) => at(negative, p)),
    ];
  }

  /** Notes what models that agree with all that is known do; false: none of them takes the step. */
  #askModels(step: PredicateTransformer): boolean {
    const { pool } = this;
    let seen = false;
    for (let model = pool.count - 1; model >= 0; model--) {
      if (!pool.agrees(model, this.#isTrue, this.#isFalse)) continue;
      if (!this.#askModel(step, model)) continue;
      seen = true;
      if (this.#isAllOpen()) break;
    }
    return seen;
  }

  #askModel(step: PredicateTransformer, model: number): boolean {
    const after = this.pool.after(step, model);
    if (after === null) return false;
    const { planes, from } = after;
    const words = this.#words;
    for (let w = 0; w < words; w++) {
      this.#mayBeTrue[w] = (this.#mayBeTrue[w] ?? 0) | (planes[from + w] ?? 0);
      this.#mayBeFalse[w] = (this.#mayBeFalse[w] ?? 0) | (planes[from + words + w] ?? 0);
    }
    return true;
  }

  /** All that is asked may be true and may be false. */
  #isAllOpen(): boolean {
    for (let w = 0; w < this.#words; w++) {
      const both = (this.#mayBeTrue[w] ?? 0) & (this.#mayBeFalse[w] ?? 0);
      if (((this.#open[w] ?? 0) & ~both) !== 0) return false;
    }
    return true;
  }

  /** Whether some state may take the step. */
  #passes(step: PredicateTransformer, assumed: readonly Literal[]): boolean {
    const answer = this.smt.check(assumed);
    this.#learn(step, answer);
    if (answer.kind === 'unsat') step.disabled.add(this.#cube(step, answer.core));
    return answer.kind !== 'unsat';
  }

  #decide(
    step: PredicateTransformer,
    entry: number,
    target: PredicateTarget,
    assumed: readonly Literal[],
  ): void {
    const { predicate } = target;
    // The step can be taken, so one of the two may be.
    const always = !has(this.#mayBeFalse, predicate) && this.#excludes(step, target, false, assumed);
    const never = !always && !has(this.#mayBeTrue, predicate) && this.#excludes(step, target, true, assumed);
    this.#settle(entry, predicate, always ? true : never ? false : null);
  }

  /** Whether the solver says that the predicate cannot have the value after the step. */
  #excludes(
    step: PredicateTransformer,
    target: PredicateTarget,
    value: boolean,
    assumed: readonly Literal[],
  ): boolean {
    const goal = value ? target.holds : target.fails;
    const answer = this.smt.check([...assumed, goal]);
    this.#learn(step, answer);
    if (answer.kind !== 'unsat') return false;
    const rest = answer.core.filter((literal) => literal !== goal);
    const cube = this.#cube(step, rest);
    (value ? target.never : target.always).add(cube);
    // Contradicted without the goal: the solver had given up on the guard.
    if (rest.length === answer.core.length) step.disabled.add(cube);
    return true;
  }

  /** The predicates of a core; the guard is assumed wherever the lemma is asked. */
  #cube(step: PredicateTransformer, core: readonly Literal[]): number[] {
    const { meaning } = this.vocabulary;
    return core.filter((literal) => !step.isGuard(literal)).map((literal) => getOrFail(meaning, literal));
  }

  #learn(step: PredicateTransformer, answer: Answer): void {
    if (answer.kind !== 'sat' || answer.model === null) return;
    const model = this.pool.add(answer.model);
    if (model !== null) this.#askModel(step, model);
  }
}
