import type { Smt, SmtModel } from '../../smt/smt.js';
import type { AbstractPath } from '../abstraction-request.js';
import type { CommandPath, CommandProgram } from '../command-program.js';
import type { Clock } from '../lazy/clock.js';
import { makePlan } from '../lazy/lazy-plan.js';
import type { LazyPlan } from '../lazy/lazy-plan.js';
import { Posts } from '../lazy/posts.js';
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
}

const plain: Exactness = { commands: new Set(), initial: false, remembers: false };

/** One search over abstract states, none of whose steps are split. */
export class PlainSearch {
  readonly #search: LazySearch;

  private constructor(
    { watcher, clock, memory }: PlainSearchRequest,
    private readonly plan: LazyPlan,
  ) {
    const known = new WordSet(plan.posts.vocabulary.words);
    this.#search = new LazySearch(plan, known, plain, watcher, clock, { states: Infinity, memory });
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

  pathTo({ state, last }: Violation): CommandPath {
    const { commands } = this.#search.states.pathTo(state, this.plan.steps);
    return last === null ? commands : [...commands, last];
  }

  /** The path as people are told of it: the program can follow so many of its steps. */
  abstractPath(violation: Violation, follows: number): AbstractPath {
    const { states } = this.#search;
    const { states: passed } = states.pathTo(violation.state, this.plan.steps);
    const known = passed.map((id) => states.knownIn(id));
    if (violation.last !== null) known.push(at(known, known.length - 1));
    return { steps: this.pathTo(violation), follows, known };
  }
}
