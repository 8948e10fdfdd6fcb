import type { Smt, SmtModel } from '../../smt/smt.js';
import type { AbstractPath } from '../abstraction-request.js';
import type { CommandPath, CommandProgram } from '../command-program.js';
import type { Clock } from '../clock.js';
import { makePlan } from '../lazy/lazy-plan.js';
import type { LazyPlan } from '../lazy/lazy-plan.js';
import { Posts } from '../lazy/posts.js';
import type { ExchangeableThreads } from '../symmetry/exchangeable.js';
import { StateMerger } from '../symmetry/state-merger.js';
import { LazySearch } from '../lazy/search-states.js';
import { PredicateVocabulary } from '../lazy/vocabulary.js';
import type { Exactness, LazySearchEnd, Violation, Watcher } from '../lazy/watcher.js';
import { WordSet } from '../lazy/word-set.js';
import type { Predicate } from '../predicate.js';
import { at } from '../../support/invariant.js';

export interface PlainSearchRequest {
  readonly program: CommandProgram;
  readonly predicates: readonly Predicate[];
  readonly smt: Smt;
  readonly properties: Iterable<string>;
  readonly watcher: Watcher;
  readonly clock: Clock;
  /** In bytes. */
  readonly memory: number;
  /** States that earlier searches were shown. */
  readonly models: readonly SmtModel[];
  /** Threads that the program does not tell apart; null: it tells all apart. */
  readonly exchangeable: ExchangeableThreads | null;
}

const plain: Exactness = { commands: new Set(), initial: false, remembers: false };

/** One search over abstract states, none of whose steps are split. */
export class PlainSearch {
  readonly #search: LazySearch;

  private constructor(
    { watcher, clock, memory, exchangeable, program }: PlainSearchRequest,
    private readonly plan: LazyPlan,
  ) {
    const { vocabulary } = plan.posts;
    const merger =
      exchangeable === null
        ? null
        : StateMerger.of(exchangeable, vocabulary, plan.places, program.threads.length);
    const known = new WordSet(vocabulary.words);
    const limits = { states: Infinity, memory };
    this.#search = new LazySearch(plan, known, plain, watcher, clock, limits, merger);
  }

  static async open(request: PlainSearchRequest): Promise<PlainSearch> {
    const { program, predicates, smt, properties, models } = request;
    const posts = new Posts(await PredicateVocabulary.open(predicates, smt), smt, models);
    return new PlainSearch(request, makePlan(program, posts, new Set(properties)));
  }

  run(): Promise<LazySearchEnd> {
    return this.#search.run();
  }

  get found(): Pick<LazySearch, 'states' | 'transitions' | 'expanded' | 'moved'> {
    return this.#search;
  }

  get models(): readonly SmtModel[] {
    return this.plan.posts.pool.models;
  }

  pathTo(violation: Violation): CommandPath {
    return this.#search.pathTo(violation).commands;
  }

  /** The path as people are told of it: the program can follow so many of its steps. */
  abstractPath(violation: Violation, follows: number): AbstractPath {
    const { commands, states } = this.#search.pathTo(violation);
    const known = states.map((id) => this.#search.states.knownIn(id));
    if (violation.last !== null) known.push(at(known, known.length - 1));
    return { steps: commands, follows, known };
  }
}
