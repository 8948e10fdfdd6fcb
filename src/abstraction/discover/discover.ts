import { isAllLost, stopAfterViolation } from '../../engines/shared/after-violation.js';
import { secondsLeft } from '../../search/limits.js';
import type { Stop } from '../../search/limits.js';
import type { SmtCounts, SmtModel, SolverChoice } from '../../smt/smt.js';
import { getOrFail } from '../../support/invariant.js';
import type {
  AbstractPath,
  AbstractionRequest,
  AbstractionResult,
  AbstractVerdict,
} from '../abstraction-request.js';
import { Clock } from '../clock.js';
import { PropertyFinding } from '../lazy/findings.js';
import { searchAbstract } from '../lazy/search-abstract.js';
import type { LazySearchEnd, Reaction, Violation, Watcher } from '../lazy/watcher.js';
import type { CommandPath } from '../command-program.js';
import { followPath } from '../path/follow-path.js';
import type { DiscoverySettings } from './discovery-settings.js';
import { divergences } from './divergence.js';
import type { Divergence } from './divergence.js';
import { PathExaminer } from './examine.js';
import { FoundPredicates } from './found-predicates.js';
import type { FoundPredicate } from './found-predicates.js';
import type { Expr } from '../../lang/expr/expr.js';
import { counterparts } from '../symmetry/closed-under.js';
import { ExchangeableThreads } from '../symmetry/exchangeable.js';
import { instancesOf, ThreadRoles } from '../symmetry/thread-roles.js';
import { minimised } from './minimise.js';
import type { ProofRequest } from './minimise.js';
import { ProbeBeside } from './probe-beside.js';
import { PlainSearch } from './plain-search.js';
import { Refiner } from './refiner.js';
import { followsOf } from './spurious-path.js';
import type { SpuriousPath } from './spurious-path.js';
import { notProved, statedFor, untold } from './stated-predicates.js';
import type { StatedPredicates, WaysToState } from './stated-predicates.js';

export interface DiscoveryRequest extends AbstractionRequest {
  readonly settings: DiscoverySettings;
  readonly solver: SolverChoice;
  /** Null: nobody asks which predicates a proof needs, nor how to state them. */
  readonly statements: WaysToState | null;
  /** Hears of each iteration. */
  readonly tell: (iteration: IterationTold) => void;
}

export interface IterationTold {
  readonly iteration: number;
  readonly states: number;
  /** The last path of its search that the program does not take; null: there was none. */
  readonly failed: AbstractPath | null;
  readonly added: readonly FoundPredicate[];
}

export interface DiscoveryResult extends AbstractionResult {
  readonly found: readonly FoundPredicate[];
  /** Of these, those that the proof needs, as far as there was time to tell; without a proof all. */
  readonly kept: readonly FoundPredicate[];
  /** What people may state in their place. */
  readonly stated: StatedPredicates;
  readonly ended: DiscoveryEnd;
  readonly diverged: readonly Divergence[];
  readonly iterations: number;
  readonly seconds: number;
}

/** Why there was no further iteration. */
export type DiscoveryEnd =
  | 'proved'
  | 'violated'
  | 'limit'
  /** No path brings a predicate that is new. */
  | 'nothing new'
  | 'max-iterations'
  | 'max-predicates';

/** Paths of one search, for which nothing new is found, before the search is given up. */
const mostVain = 50;
/** As many constants of one difference look like no end, where people do not say so. */
const leastEndless = 3;
/** For leaving out what a proof does not need, in milliseconds: and no longer than a third of what finding it took. */
const mostMinimising = 300;
const leastMinimising = 150;
/** How much longer that may take on a busy machine. */
const mostBusy = 20;

/**
 * Refinement by counterexamples over the plain lazy search: a path that the abstraction takes and the program does not asks
 * for predicates, and the search begins again with all that were found. Where no more come, the steps of states are split as
 * far as the predicates can tell them apart.
 */
export async function discover(request: DiscoveryRequest): Promise<DiscoveryResult> {
  const discovery = new Discovery(request);
  try {
    return await discovery.decide();
  } finally {
    discovery.dispose();
  }
}

class Discovery implements Watcher {
  readonly #findings: ReadonlyMap<string, PropertyFinding>;
  readonly #examiner: PathExaminer;
  readonly #found: FoundPredicates;
  readonly #exchangeable: ExchangeableThreads | null;
  readonly #clock: Clock;
  readonly #cpuAtStart = process.cpuUsage();
  readonly #spent: SmtCounts;
  readonly #probe: ProbeBeside;
  readonly #refiner: Refiner;
  #models: readonly SmtModel[] = [];
  #search: PlainSearch | null = null;
  #iterations = 0;
  #transitions = 0;
  /** Predicates that the paths of this search have brought, and paths that brought none. */
  #added = 0;
  #told: number;
  #vain = 0;
  #refined = 0;
  #firstRefinedAt = 0;
  /** Of the search at hand, the last that the program does not take. */
  #lastPath: AbstractPath | null = null;
  /** The decisive property is looked into when all others hold. Until then it is only noted that it may be violated. */
  #looksIntoDecisive: boolean;
  #meetsDecisive = false;

  constructor(private readonly request: DiscoveryRequest) {
    const { properties, cuts, program, settings, solver, predicates, smt } = request;
    this.#findings = new Map([...properties, ...cuts].map((name) => [name, new PropertyFinding()]));
    this.#examiner = new PathExaminer(program, solver, () => secondsLeft(request.limits));
    const groups = instancesOf(program).map((instances) => new ThreadRoles(program, instances));
    this.#exchangeable = groups.reduce<ExchangeableThreads | null>(
      (found, roles) => found ?? ExchangeableThreads.of(program, roles),
      null,
    );
    const { typeOf } = this.#examiner.names;
    const closed = (formula: Expr) => counterparts(formula, groups, program.threads.length);
    this.#found = new FoundPredicates(typeOf, settings.split, settings.maxPredicates, closed);
    for (const predicate of predicates) this.#found.addGiven(predicate);
    this.#told = this.#found.count;
    this.#looksIntoDecisive = (request.decisive ?? null) === null;
    this.#spent = smt.counts;
    this.#clock = new Clock(request.limits, (seconds) => {
      const { states, expanded } = this.#search?.found ?? { states: { count: 0 }, expanded: 0 };
      const phase = `iteration ${this.#iterations}, ${this.#found.count} predicates`;
      request.progress({ phase, states: states.count, frontier: states.count - expanded, seconds });
    });
    this.#probe = new ProbeBeside(
      program,
      this.#clock,
      () => (this.#isLost ? [] : properties.filter((name) => this.wants(name))),
      ({ property, path, values }) => getOrFail(this.#findings, property).becomesReal(path, values),
    );
    this.#refiner = new Refiner(program, settings, {
      found: this.#found,
      examiner: this.#examiner,
      probe: this.#probe,
    });
  }

  dispose(): void {
    this.#examiner.dispose();
  }

  async decide(): Promise<DiscoveryResult> {
    const { settings } = this.request;
    this.#refiner.begin((property) => this.#findings.has(property));
    for (;;) {
      const began = performance.now();
      const ending = await this.#next();
      this.#tell();
      if (this.#refined > 0) await this.#probe.run(performance.now() - began);
      const stop = ending.kind === 'limit' ? ending.stop : this.#clock.stop;
      if (stop !== null) return this.#ended(stop);
      if (this.#isLost) return this.#ended(stopAfterViolation);
      if (this.#refined === 0) {
        if (this.#looksIntoDecisive || !this.#meetsDecisive) return this.#proved();
        this.#looksIntoDecisive = true;
        continue;
      }
      if (this.#added > 0) await this.#refiner.meetDivergence(this.#iterations);
      else if (!(await this.#refiner.guess(this.#iterations))) return this.#escalated('nothing new');
      if (this.#iterations >= settings.maxIterations) return this.#escalated('max-iterations');
      if (this.#found.isFull) return this.#escalated('max-predicates');
    }
  }

  #tell(): void {
    const added = this.#found.all.slice(this.#told);
    this.#told = this.#found.count;
    const states = this.#search?.found.states.count ?? 0;
    this.request.tell({ iteration: this.#iterations, states, failed: this.#lastPath, added });
  }

  async #next(): Promise<LazySearchEnd> {
    const { program, smt } = this.request;
    this.#iterations++;
    this.#added = 0;
    this.#vain = 0;
    this.#refined = 0;
    this.#lastPath = null;
    this.#meetsDecisive = false;
    for (const finding of this.#findings.values()) finding.nextRound();
    this.#search = await PlainSearch.open({
      ...{ program, smt, watcher: this, clock: this.#clock, models: this.#models },
      exchangeable: this.#exchangeable,
      predicates: this.#found.predicates(),
      properties: this.#findings.keys(),
      memory: this.#memory,
    });
    const ending = await this.#search.run();
    this.#models = this.#search.models;
    this.#transitions += this.#search.found.transitions;
    return ending;
  }

  wants(property: string): boolean {
    if (this.#isPutOff(property) && this.#meetsDecisive) return false;
    return this.#findings.get(property)?.isDecided === false;
  }

  #isPutOff(property: string): boolean {
    return property === this.request.decisive && !this.#looksIntoDecisive;
  }

  async onViolation(violation: Violation): Promise<Reaction> {
    if (this.#isPutOff(violation.property)) {
      this.#meetsDecisive = true;
      return 'go on';
    }
    const { program, smt } = this.request;
    const search = this.#search;
    if (search === null) return 'stop';
    const finding = getOrFail(this.#findings, violation.property);
    const path = search.pathTo(violation);
    const examined = await this.#examiner.examine(path, violation.condition);
    await this.#clock.goOn();
    if (examined.kind === 'spurious') {
      this.#lastPath = search.abstractPath(violation, followsOf(examined));
      finding.isRefined(this.#lastPath);
      if ((await this.#refine(examined, path)) > 0) return this.#hasRefinedEnough ? 'stop' : 'go on';
      finding.isUnreal(search.abstractPath(violation, 0));
      return ++this.#vain < mostVain ? 'go on' : 'stop';
    }
    const followed = await followPath(program, smt, path, violation.condition);
    if (followed.kind === 'feasible') finding.becomesReal(path, followed.values);
    else {
      this.#refined++;
      const detail = followed.kind === 'unknown' ? followed.detail : 'the solver gave up on a path';
      finding.isDoubtful(detail, search.abstractPath(violation, 0));
    }
    return this.#isLost ? 'stop' : 'go on';
  }

  async #refine(path: SpuriousPath, steps: CommandPath): Promise<number> {
    if (this.#refined++ === 0) this.#firstRefinedAt = performance.now();
    const added = await this.#refiner.refine(path, steps, this.#iterations);
    this.#added += added;
    return added;
  }

  /** Further paths of a search are looked at as long as they are cheap. */
  get #hasRefinedEnough(): boolean {
    const { paths } = this.request.settings;
    const now = performance.now();
    return this.#refined >= paths || now - this.#firstRefinedAt > 20;
  }

  /** All that was asked is violated, or as much of it as is enough. */
  get #isLost(): boolean {
    const { limits, properties } = this.request;
    return isAllLost(limits, properties, (name) => this.#findings.get(name)?.isReal === true);
  }

  async #proved(): Promise<DiscoveryResult> {
    const { found } = this.#search ?? {};
    const vacuous =
      found?.states.count === 0
        ? 'no state is initial'
        : found?.moved === true
          ? null
          : 'no thread can take a step';
    const hasSteps = this.request.program.threads.some(({ commands }) => commands.length > 0);
    if (vacuous !== null && (hasSteps || found?.states.count === 0))
      return this.#ended({ reason: 'vacuous', why: vacuous });
    for (const finding of this.#findings.values()) if (finding.followed === 0) finding.isSafe();
    const proof = this.#ended(null);
    const { statements } = this.request;
    if (statements === null) return { ...proof, ended: 'proved' };
    const kept = await minimised(proof.found, untold, this.#proving);
    const stated = await statedFor(statements, proof.found, kept, () => this.#proving);
    return { ...proof, kept, stated, ended: 'proved' };
  }

  /** How a proof is made again from fewer predicates. */
  get #proving(): ProofRequest {
    const { program, smt, limits } = this.request;
    const milliseconds = this.#clock.seconds * 1000;
    // Where others are at work, too, the same work takes longer.
    const { user, system } = process.cpuUsage(this.#cpuAtStart);
    const busy = Math.min(Math.max(1, (milliseconds * 1000) / (user + system + 1)), mostBusy);
    const share = Math.max(milliseconds / 3, busy * leastMinimising);
    const deadline = Math.min(
      limits.deadline ?? Infinity,
      performance.now() + Math.min(busy * mostMinimising, share),
    );
    return {
      ...{ program, smt, models: this.#models, exchangeable: this.#exchangeable, memory: this.#memory },
      properties: [...this.#findings].flatMap(([name, { isReal }]) => (isReal ? [] : [name])),
      clock: new Clock({ ...limits, deadline }, () => undefined),
    };
  }

  get #memory(): number {
    const { memoryMB } = this.request.limits;
    return memoryMB === null ? Infinity : memoryMB * 2 ** 20;
  }

  async #escalated(ended: DiscoveryEnd): Promise<DiscoveryResult> {
    // Guesses have the program run.
    if (this.#isLost) return this.#ended(stopAfterViolation);
    const { properties, cuts, decisive = null } = this.request;
    const open = (name: string): boolean => this.#findings.get(name)?.isReal !== true;
    const finer = await searchAbstract({
      ...this.request,
      decisive: decisive !== null && open(decisive) ? decisive : null,
      predicates: this.#found.predicates(),
      properties: properties.filter(open),
      cuts: cuts.filter(open),
    });
    // The solver has counted what the search has asked it, too.
    const own = this.#ended(null);
    const { stats, verdicts } = finer;
    const { smtCalls, z3Calls, dlCalls, checkSeconds } = own.stats;
    return {
      ...own,
      ended,
      verdicts: new Map([...own.verdicts, ...verdicts]),
      stats: { ...stats, smtCalls, z3Calls, dlCalls, checkSeconds },
    };
  }

  #ended(stop: Stop | null): DiscoveryResult {
    const otherwise = stop === null ? null : { reason: stop.reason, detail: stop.why };
    const verdicts = new Map<string, AbstractVerdict>(
      [...this.#findings].map(([name, finding]) => [name, finding.verdict(otherwise)]),
    );
    const { statements, program, settings, smt } = this.request;
    const [now, paths] = [smt.counts, this.#examiner.counts];
    const count = (which: keyof SmtCounts): number => now[which] - this.#spent[which] + paths[which];
    return {
      verdicts,
      found: this.#found.all,
      kept: this.#found.all,
      stated: notProved(statements, this.#found.all),
      ended: stop === stopAfterViolation ? 'violated' : 'limit',
      diverged: divergences(this.#found.all, program, Math.max(settings.diverge, leastEndless)),
      iterations: this.#iterations,
      seconds: this.#clock.seconds,
      stats: {
        ...{ smtCalls: count('smtCalls'), z3Calls: count('z3Calls'), dlCalls: count('dlCalls') },
        ...{ buildSeconds: 0, cubesUsed: 0, maxCube: 0, inputCubes: 0 },
        states: this.#search?.found.states.count ?? 0,
        transitions: this.#transitions,
        tableBytes: this.#search?.found.states.bytes ?? 0,
        checkSeconds: this.#clock.seconds,
      },
    };
  }
}
