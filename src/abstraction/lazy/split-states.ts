import type { Literal } from '../../smt/smt.js';
import { at } from '../../support/invariant.js';
import type { Clock } from '../clock.js';
import { exclude, has, include, members } from '../bits.js';
import type { Mask } from '../bits.js';
import type { ConcreteStatePool } from './model-pool.js';
import type { Posts } from './posts.js';
import type { PredicateTarget, PredicateTransformer } from './transformer.js';
import type { Valuation } from './vocabulary.js';

/** A state is not split into more than this many. */
const mostParts = 256;

/**
 * The states that a step leads to, told apart as far as the predicates can: all valuations of the predicates of interest
 * that some state has after the step. `known` is what is known in all of them. Null: there are too many, or the clock
 * tells to stop.
 */
export async function split(
  posts: Posts,
  step: PredicateTransformer,
  before: Valuation,
  known: Valuation,
  interest: Mask,
  clock: Clock,
): Promise<readonly Valuation[] | null> {
  const { positive, negative, words, count } = posts.vocabulary;
  const unknown = interest.map((word, w) => word & ~((known.isTrue[w] ?? 0) | (known.isFalse[w] ?? 0)));
  const targets: PredicateTarget[] = [];
  for (const p of members(unknown)) if (p < count) targets.push(await step.target(p));
  const assumed = [
    ...members(before.isTrue).map((p) => at(positive, p)),
    ...members(before.isFalse).map((p) => at(negative, p)),
    ...(await step.literals()),
  ];
  const models: Seen[] = [];
  for (let model = 0; model < posts.pool.count; model++) {
    if (posts.pool.agrees(model, before.isTrue, before.isFalse)) see(posts.pool, step, model, words, models);
  }
  const splitter = new StateSplitter(posts, step, assumed, targets, known, clock);
  return (await splitter.grow(0, models)) ? splitter.parts : null;
}

/** What a model says after the step: true, then false. */
type Seen = Mask;

function see(
  pool: ConcreteStatePool,
  step: PredicateTransformer,
  model: number,
  words: number,
  models: Seen[],
): void {
  const after = pool.after(step, model);
  if (after !== null) models.push(after.planes.slice(after.from, after.from + 2 * words));
}

class StateSplitter {
  readonly parts: Valuation[] = [];
  readonly #isTrue: Mask;
  readonly #isFalse: Mask;
  readonly #chosen: Literal[] = [];

  constructor(
    private readonly posts: Posts,
    private readonly step: PredicateTransformer,
    private readonly assumed: readonly Literal[],
    private readonly targets: readonly PredicateTarget[],
    known: Valuation,
    private readonly clock: Clock,
  ) {
    this.#isTrue = known.isTrue.slice();
    this.#isFalse = known.isFalse.slice();
  }

  /** All parts that agree with the values chosen for the first targets; the models are some that do. */
  async grow(next: number, models: readonly Seen[]): Promise<boolean> {
    const target = this.targets[next];
    if (target === undefined) {
      this.parts.push({ isTrue: this.#isTrue.slice(), isFalse: this.#isFalse.slice() });
      return this.parts.length <= mostParts;
    }
    for (const value of [true, false]) {
      if (this.clock.isDue && !(await this.clock.goOn())) return false;
      const agreeing = this.#agreeing(target, value, models);
      if (agreeing !== null && !(await this.#choose(next, target, value, agreeing))) return false;
    }
    return true;
  }

  async #choose(
    next: number,
    target: PredicateTarget,
    value: boolean,
    models: readonly Seen[],
  ): Promise<boolean> {
    const plane = value ? this.#isTrue : this.#isFalse;
    include(plane, target.predicate);
    this.#chosen.push(value ? target.holds : target.fails);
    const grown = await this.grow(next + 1, models);
    this.#chosen.pop();
    exclude(plane, target.predicate);
    return grown;
  }

  /** Models in which the predicate has the value after the step; null if there are none. */
  #agreeing(target: PredicateTarget, value: boolean, models: readonly Seen[]): readonly Seen[] | null {
    const { pool, vocabulary, smt } = this.posts;
    const { words } = vocabulary;
    const agreeing = models.filter((seen) => has(seen.subarray(value ? 0 : words), target.predicate));
    if (agreeing.length > 0) return agreeing;
    const goal = value ? target.holds : target.fails;
    const answer = smt.check([...this.assumed, ...this.#chosen, goal]);
    if (answer.kind === 'unsat') return null;
    if (answer.kind === 'unknown' || answer.model === null) return [];
    const found: Seen[] = [];
    const model = pool.add(answer.model);
    if (model !== null) see(pool, this.step, model, words, found);
    return found;
  }
}
