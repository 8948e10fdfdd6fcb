import { isAllLost, stopAfterViolation } from '../../engines/shared/after-violation.js';
import { bytesAllowed } from '../../engines/shared/state-store.js';
import type { SmtModel } from '../../smt/smt.js';
import { at, getOrFail } from '../../support/invariant.js';
import type { Command } from '../command-program.js';
import { followPath } from '../path/follow-path.js';
import type {
  AbstractPath,
  AbstractionRequest,
  AbstractionResult,
  AbstractionStats,
  AbstractVerdict,
  ReachedStates,
} from '../abstraction-request.js';
import { Clock } from '../clock.js';
import { PropertyFinding } from './findings.js';
import { makePlan } from './lazy-plan.js';
import type { LazyPlan } from './lazy-plan.js';
import { Posts } from './posts.js';
import { ConcreteProbe, timeUp } from '../probe/concrete-probe.js';
import { LazySearch } from './search-states.js';
import { PredicateVocabulary } from './vocabulary.js';
import type { LazySearchEnd, Exactness, Reaction, Violation, Watcher } from './watcher.js';
import { WordSet } from './word-set.js';

/** After so many rounds states are split everywhere. */
const mostRounds = 7;
/** Of paths to violations of one property that the program turns out not to take. */
const mostPaths = 200;
const mostInitialModels = 4;
/** For running the program, in milliseconds: in all, and at a time. */
const mostProbing = 2000;
const probingSlice = 5;
/** A round with splitting may see so many states, or so many times those of the round without. */
const mostSplitStates = 50_000;
const mostSplitting = 5;

/**
 * The lazy method: the abstract post of just those states that are reached. Paths to violations are followed on the program.
 * A path that the program does not take may be there because states forget how predicates depend on each other: then the
 * search begins again, and the steps of that path lead to states that know all predicates. Where even that does not help the
 * predicates are too coarse for this path; others may be real, so the search goes on.
 */
export async function searchAbstract(request: AbstractionRequest): Promise<AbstractionResult> {
  const posts = new Posts(await PredicateVocabulary.open(request.predicates, request.smt), request.smt);
  const plan = makePlan(request.program, posts, new Set(namesIn(request)));
  const rounds = new LazyRounds(request, plan);
  const verdicts = await rounds.decide();
  const reached = rounds.reached();
  return {
    verdicts,
    ...(reached === null ? {} : { reached }),
    stats: {
      ...request.smt.counts,
      ...rounds.stats(),
      ...{ buildSeconds: 0, cubesUsed: 0, maxCube: 0, inputCubes: 0 },
    },
  };
}

const namesIn = ({ properties, cuts }: AbstractionRequest): readonly string[] => [...properties, ...cuts];

const unsplit: Exactness = { commands: new Set(), initial: false, remembers: false };

class LazyRounds implements Watcher {
  readonly #findings: ReadonlyMap<string, PropertyFinding>;
  readonly #decisive: PropertyFinding | null;
  readonly #clock: Clock;
  readonly #known: WordSet;
  #exact: Exactness = unsplit;
  /** What the last round was, for when this one is too large. */
  #coarser: Exactness | null = null;
  #round = 0;
  /** States of the round without splitting. */
  #firstStates = 0;
  #mayRefine = true;
  /** Not if that makes too many states. */
  #mayRemember = true;
  #refined: Exactness | null = null;
  #search: LazySearch | null = null;
  #isComplete = false;
  #earlier = 0;
  #transitions = 0;

  constructor(
    private readonly request: AbstractionRequest,
    private readonly plan: LazyPlan,
  ) {
    this.#findings = new Map(namesIn(request).map((name) => [name, new PropertyFinding()]));
    const { decisive = null } = request;
    this.#decisive = decisive === null ? null : getOrFail(this.#findings, decisive);
    this.#known = new WordSet(plan.posts.vocabulary.words);
    this.#clock = new Clock(request.limits, (seconds) => {
      const phase = this.#round <= 1 ? 'abstract states' : 'abstract states, split';
      const count = this.#search?.states.count ?? 0;
      const frontier = count - (this.#search?.expanded ?? 0);
      request.progress({ phase, states: this.#earlier + count, frontier, seconds });
    });
  }

  async decide(): Promise<ReadonlyMap<string, AbstractVerdict>> {
    for (;;) {
      const ending = await this.#next();
      const mayGoOn = ending.kind === 'stopped' || (ending.kind === 'complete' && !this.#isPointless);
      if (mayGoOn && this.#refined !== null) {
        this.#coarser = this.#exact;
        this.#exact = this.#refined;
      } else if (ending.kind === 'too many' && this.#coarser !== null) {
        const { commands, remembers } = this.#exact;
        if (remembers && commands.size === 0) {
          this.#mayRemember = false;
          this.#exact = unsplit;
        } else {
          // The round before was left early: it may have as many states.
          this.#exact = this.#mayRefine ? this.#coarser : unsplit;
          this.#mayRefine = false;
        }
      } else {
        if (ending.kind === 'complete' && !this.#isPointless) await this.#probe();
        return this.#verdicts(ending);
      }
    }
  }

  /** Of violations that the abstraction cannot tell from others, the program itself may show some. */
  async #probe(): Promise<void> {
    const open = [...this.#findings].filter(([, finding]) => !finding.isDecided && finding.followed > 0);
    if (open.length === 0) return;
    const { program } = this.request;
    const wanted = new Set(open.map(([name]) => name));
    const probe = new ConcreteProbe(program, wanted, await this.#initialModels());
    const until = performance.now() + mostProbing;
    while (!probe.isDone && performance.now() < until && (await this.#clock.goOn())) {
      for (const { property, path, values } of probe.run(
        timeUp(Math.min(until, performance.now() + probingSlice)),
      ))
        getOrFail(this.#findings, property).becomesReal(path, values);
    }
  }

  async #initialModels(): Promise<readonly SmtModel[]> {
    const { posts, initial } = this.plan;
    const known = posts.pool.thatTake(initial, mostInitialModels);
    if (known.length > 0) return known;
    const answer = this.request.smt.check(await initial.literals());
    return answer.kind === 'sat' && answer.model !== null ? [answer.model] : [];
  }

  async #next(): Promise<LazySearchEnd> {
    this.#round++;
    this.#refined = null;
    for (const finding of this.#findings.values()) finding.nextRound();
    this.#earlier += this.#search?.states.count ?? 0;
    if (this.#round === 2) this.#firstStates = this.#earlier;
    const { commands, remembers } = this.#exact;
    const most =
      remembers || commands.size > 0
        ? Math.max(mostSplitStates, mostSplitting * this.#firstStates)
        : Infinity;
    const limits = { states: most, memory: bytesAllowed(this.request.limits) };
    const search = new LazySearch(this.plan, this.#known, this.#exact, this, this.#clock, limits);
    this.#search = search;
    const ending = await search.run();
    this.#isComplete = ending.kind === 'complete';
    this.#transitions += search.transitions;
    return ending;
  }

  wants(property: string): boolean {
    const finding = this.#findings.get(property);
    return finding !== undefined && !finding.isDecided && finding.followed < mostPaths;
  }

  async onViolation(violation: Violation): Promise<Reaction> {
    const search = this.#search;
    if (search === null) return 'stop';
    const finding = getOrFail(this.#findings, violation.property);
    const { commands, states } = search.states.pathTo(violation.state, this.plan.steps);
    const path = violation.last === null ? commands : [...commands, violation.last];
    const { program, smt } = this.request;
    const followed = await followPath(program, smt, path, violation.condition);
    await this.#clock.goOn();
    if (followed.kind === 'feasible') {
      const { values } = followed;
      finding.becomesReal(path, values);
      this.request.found?.({ name: violation.property, path, values });
      return this.#isLost ? 'stop' : 'go on';
    }
    const known = states.map((id) => search.states.knownIn(id));
    if (violation.last !== null) known.push(at(known, known.length - 1));
    if (followed.kind === 'unknown') {
      const abstract: AbstractPath = { steps: path, follows: 0, known };
      finding.isDoubtful(followed.detail, abstract);
      return 'go on';
    }
    finding.isUnreal({ steps: path, follows: followed.follows, known });
    if (!this.#mayRefine || this.#isPointless) return 'go on';
    this.#refined ??= this.#finer(path);
    // Whether it is worth while to look into this path is known when all was seen once.
    const waits = this.#round === 1 && this.#decisive !== null;
    return this.#refined === null || waits ? 'go on' : 'stop';
  }

  /** All that was asked is violated, or as much of it as is enough. */
  get #isLost(): boolean {
    const { limits, properties } = this.request;
    return isAllLost(limits, properties, (name) => this.#findings.get(name)?.isReal === true);
  }

  /** What would be proved would not count. */
  get #isPointless(): boolean {
    return this.#decisive?.isReal === true;
  }

  /**
   * How the path may lose less; null if it loses nothing already. What is forgotten comes back first: that costs least, and
   * where it does not help it is forgotten again while steps are split, until all are.
   */
  #finer(path: readonly Command[]): Exactness | null {
    const { commands, initial, remembers } = this.#exact;
    if (commands.size === 0 && !remembers && this.#mayRemember) return { commands, initial, remembers: true };
    const more = new Set([...commands, ...path.filter((c) => c.end.kind === 'moves')]);
    if (more.size > commands.size && this.#round < mostRounds) {
      return { commands: more, initial, remembers: false };
    }
    if (initial) return remembers || !this.#mayRemember ? null : { commands, initial, remembers: true };
    const all = new Set(this.plan.steps.map((s) => s.command));
    return { commands: all, initial: true, remembers: false };
  }

  /** All states of the last round; null: it was left before they all were seen. */
  reached(): ReachedStates | null {
    const search = this.#search;
    if (!this.#isComplete || search === null) return null;
    return {
      count: search.states.count,
      remembersDead: this.#exact.remembers,
      locationsIn: (id) => search.locationsIn(id),
      knownIn: (id) => search.states.knownIn(id),
    };
  }

  #verdicts(ending: LazySearchEnd): ReadonlyMap<string, AbstractVerdict> {
    const cause = ending.kind === 'limit' ? ending.stop : this.#clock.stop;
    const limit = cause === null ? null : { reason: cause.reason, detail: cause.why };
    const stop =
      limit ?? (this.#isLost ? { reason: stopAfterViolation.reason, detail: stopAfterViolation.why } : null);
    const search = this.#search;
    const vacuous = ending.kind === 'complete' && search !== null ? this.#vacuity(search) : null;
    if (ending.kind === 'complete' && vacuous === null) {
      for (const finding of this.#findings.values()) if (finding.followed === 0) finding.isSafe();
    }
    return new Map([...this.#findings].map(([name, finding]) => [name, finding.verdict(stop ?? vacuous)]));
  }

  #vacuity(search: LazySearch): { readonly reason: 'vacuous'; readonly detail: string } | null {
    if (search.states.count === 0) return { reason: 'vacuous', detail: 'no state is initial' };
    if (search.moved || this.plan.steps.length === 0) return null;
    return { reason: 'vacuous', detail: 'no thread can take a step' };
  }

  stats(): Pick<AbstractionStats, 'states' | 'transitions' | 'tableBytes' | 'checkSeconds'> {
    return {
      states: this.#search?.states.count ?? 0,
      transitions: this.#transitions,
      tableBytes: this.#search?.states.bytes ?? 0,
      checkSeconds: this.#clock.seconds,
    };
  }
}
