import { sc } from '../../memory/sc.js';
import { tso as tsoModel } from '../../memory/tso.js';
import type { MemoryModel } from '../../memory/model.js';
import { isInTime, secondsLeft } from '../../search/limits.js';
import { assertNever } from '../../support/invariant.js';
import type { UnknownReason } from '../../lang/run/verdict.js';
import type { Cube } from './cubes/cube.js';
import { closedCandidates, safeWithWitness } from './by-candidates.js';
import { ExactSearches } from './exact.js';
import { CubeTooLarge } from './cubes/finish.js';
import { IntegerOracle } from './cubes/integer-oracle.js';
import { Goals } from './goals.js';
import { InitialTest } from './steps/initial-test.js';
import { Guesses } from './guesses/guesses.js';
import { SmallInstances } from './guesses/small-instances.js';
import type { Look } from './guesses/small-instances.js';
import { LearntStates } from './guesses/learnt-states.js';
import { Paths } from './paths.js';
import { BackwardProblem } from './cubes/problem.js';
import { witnessesFor } from './guesses/witness.js';
import { guessBehind } from './steps/proof.js';
import type { BackwardRequest, BackwardResult, BackwardVerdict } from './request.js';
import { added, noStats, BackwardSearch } from './search.js';
import { stagesFor, witnessPlan } from './stages.js';
import type { CandidatesPlan, Stage } from './stages.js';

/** Decides which clauses can be reached, for any number of processes (Algorithm 1 of papers 000 and 001). */
export async function checkBackward(request: BackwardRequest): Promise<BackwardResult> {
  const check = new BackwardCheck(request);
  try {
    return await check.run();
  } finally {
    check.dispose();
  }
}

/** More wrong guesses than this, and guessing is no way. */
const maxWrong = 300;

/** Something was found that is no run; what is remembered may tell it from one. */
const isWithoutRun = (verdict: BackwardVerdict): boolean =>
  verdict.kind === 'unknown' && (verdict.reason === 'spurious' || verdict.reason === 'unconfirmed');

type GuessingStage = Extract<Stage, { kind: 'guesses' }>;

class BackwardCheck {
  readonly #started = performance.now();
  readonly #problem: BackwardProblem;
  readonly #goals: Goals;
  readonly #exact: ExactSearches;
  readonly #paths: Paths;
  #capped = false;
  #isEmpty = false;
  #earlier = noStats;
  #guesses = 0;
  /** The search without guesses, which goes on when others got nowhere. */
  #plain: BackwardSearch | null = null;
  readonly #model: MemoryModel;
  readonly #instances: SmallInstances;
  #hasTriedWitnesses = false;

  constructor(private readonly request: BackwardRequest) {
    const { system, tso, clauses, maxProcs, reduced, confirm, limits, brab } = request;
    const oracle = new IntegerOracle(() => secondsLeft(limits));
    this.#problem = new BackwardProblem(system, tso, maxProcs, 0, reduced, oracle);
    this.#goals = new Goals(system, clauses);
    this.#exact = new ExactSearches(request, this.#goals, this.#problem.oracle);
    this.#paths = new Paths(confirm, this.#goals, this.#exact);
    this.#model = tso ? tsoModel : sc;
    // Whoever says how to search wants to know what that search finds.
    this.#instances = new SmallInstances(this.#problem, this.#model, brab === 'auto' ? clauses : [], limits);
  }

  dispose(): void {
    this.#problem.oracle.dispose();
  }

  async run(): Promise<BackwardResult> {
    if (!new InitialTest(this.#problem).exist(Math.max(1, this.#problem.pinned))) {
      this.#isEmpty = true;
      return this.#result(this.#each({ kind: 'safe' }));
    }
    for (const stage of this.request.stages ?? stagesFor(this.request.brab)) {
      const result = await this.#stage(stage);
      if (result === null) continue;
      const isTried = this.#hasTriedWitnesses || this.request.tso || this.request.brab !== 'auto';
      if (isTried || !result.verdicts.some(isWithoutRun)) return result;
      return (await this.#byWitnesses(witnessPlan)) ?? result;
    }
    return this.#result(this.#unknown('spurious', 'guesses turned out wrong too often'));
  }

  /** Null: this way it gets nowhere. */
  async #stage(stage: Stage): Promise<BackwardResult | null> {
    switch (stage.kind) {
      case 'look':
        return this.#look(stage.look);
      case 'plain':
        return this.#plainly(stage.maxEffort);
      case 'guesses':
        // Guesses allow more, so they do not get rid of a path that is no run.
        return this.#paths.spurious !== null ? null : this.#guessing(stage);
      case 'candidates':
        return this.#paths.spurious !== null || this.request.tso ? null : this.#bySeveral(stage);
      case 'witnesses':
        return this.request.tso ? null : this.#byWitnesses(stage);
      default:
        return assertNever(stage);
    }
  }

  async #look({ procs, ...most }: Look): Promise<BackwardResult | null> {
    const few = this.#instances.nearest(procs);
    const { violation, states } = await this.#instances.violation({ procs: few, ...most });
    this.request.note?.(`looked for violations among ${states} states of ${processes(few)}`);
    if (violation === null) return null;
    this.request.found?.(violation);
    return this.#result(this.#violation(violation.target.index));
  }

  async #plainly(maxEffort: number): Promise<BackwardResult | null> {
    this.request.note?.(
      `searches without guesses${maxEffort === Infinity ? '' : `, for an effort of ${maxEffort}`}`,
    );
    for (;;) {
      this.#plain ??= this.#newSearch(null);
      const result = await this.#search(this.#plain, null, maxEffort);
      if (result === 'nowhere') return null;
      this.#count(this.#plain);
      this.#plain = null;
      if (result !== 'again') return this.#result(result);
    }
  }

  async #guessing({ from, maxEffort }: GuessingStage): Promise<BackwardResult | null> {
    const guesses = await this.#guessesFrom(from);
    if (guesses === null) return null;
    for (;;) {
      const search = this.#newSearch(guesses);
      const result = await this.#search(search, guesses, maxEffort);
      this.#count(search);
      this.#guesses += guesses.made;
      if (result === 'nowhere') return null;
      if (result !== 'again') return this.#result(result);
    }
  }

  /** What turns out to be closed is gone through once more by the search itself. */
  async #bySeveral(plan: CandidatesPlan): Promise<BackwardResult | null> {
    const roots = this.#goals.rootsIn(this.#problem);
    const cubes = await closedCandidates(this.#problem, this.#instances, roots, plan, this.request);
    if (cubes === null) return null;
    this.#guesses += cubes.length;
    const search = this.#newSearch(null);
    const result = await this.#search(search, null, plan.maxEffort, cubes);
    this.#count(search);
    return typeof result === 'string' ? null : this.#result(result);
  }

  /** With one witness after the other. */
  async #byWitnesses(plan: CandidatesPlan): Promise<BackwardResult | null> {
    this.#hasTriedWitnesses = true;
    for (const witness of witnessesFor(this.request.system)) {
      if (!isInTime(this.request.limits)) return null;
      const proof = await safeWithWitness(this.request, this.#problem, this.#goals, witness, plan);
      if (proof === null) continue;
      this.#guesses += proof.guesses;
      this.#earlier = added(this.#earlier, proof.stats);
      return this.#result(this.#each({ kind: 'safe' }));
    }
    return null;
  }

  #newSearch(guesses: Guesses | null): BackwardSearch {
    const { order, limits, progress } = this.request;
    return new BackwardSearch(this.#problem, order, limits, progress, guesses);
  }

  #count(search: BackwardSearch): void {
    this.#earlier = added(this.#earlier, search.stats);
  }

  async #guessesFrom({ procs, ...most }: Look): Promise<Guesses | null> {
    const { limits } = this.request;
    const few = this.#instances.nearest(procs);
    const states = await this.#instances.states({ procs: few, ...most });
    if (states === null) return null;
    this.request.note?.(`guesses from ${states.count} states of ${processes(few)}`);
    return new Guesses(states, new LearntStates(this.#problem, this.#model, limits));
  }

  /** `again`: with what was learnt the search has to begin anew. */
  async #search(
    search: BackwardSearch,
    guesses: Guesses | null,
    maxEffort: number,
    more: readonly Cube[] = [],
  ): Promise<readonly BackwardVerdict[] | 'again' | 'nowhere'> {
    let roots: readonly Cube[] = [];
    try {
      if (!search.hasBegun) roots = [...more, ...this.#goals.rootsIn(this.#problem)];
    } catch (error) {
      if (!(error instanceof CubeTooLarge)) throw error;
      return this.#unknown('memory', `a clause has more ${error.message} than the search has room for`);
    }
    for (;;) {
      const end = await search.run(roots, maxEffort);
      roots = [];
      this.#capped = search.capped;
      switch (end.kind) {
        case 'enough':
          return 'nowhere';
        case 'needs-oracle':
          await this.#problem.oracle.open();
          return 'again';
        case 'stopped':
          return this.#unknown(end.stop.reason, end.stop.why);
        case 'closed':
          return this.#each(this.#closedVerdict());
        case 'met': {
          const guess = guessBehind(end.cube);
          if (guess !== null) {
            if (guesses === null || guesses.wrong >= maxWrong) return 'nowhere';
            await guesses.learnFrom(end.cube);
            search.retract(guess);
            break;
          }
          const violated = await this.#paths.follow(end.cube);
          if (violated === 'again') return violated;
          if (violated !== null) return this.#violation(violated);
          if (this.#paths.areHopeless) return this.#each(this.#closedVerdict());
        }
      }
    }
  }

  /** The same of all clauses. */
  #each(verdict: BackwardVerdict): readonly BackwardVerdict[] {
    return this.request.clauses.map(() => verdict);
  }

  #unknown(reason: UnknownReason, detail: string): readonly BackwardVerdict[] {
    return this.#each({ kind: 'unknown', reason, detail });
  }

  #violation(violated: number): readonly BackwardVerdict[] {
    return this.request.clauses.map((clause) =>
      clause === violated
        ? { kind: 'unsafe', clause }
        : { kind: 'unknown', reason: 'after-violation', detail: '' },
    );
  }

  #closedVerdict(): BackwardVerdict {
    const { isDeclared, limit } = this.#problem;
    switch (this.#paths.spurious) {
      case 'open':
        return {
          kind: 'unknown',
          reason: 'unconfirmed',
          detail: 'a path back to initial states was found, but no run could be made of it',
        };
      case 'no-run':
        return {
          kind: 'unknown',
          reason: 'spurious',
          detail:
            'a path back to initial states was found, but no run was found that takes it: the search allows more than runs do, such as universal guards that do not hold for all processes',
        };
      case null:
        return this.#capped && !isDeclared
          ? { kind: 'unknown', reason: 'memory', detail: `cubes need more than ${limit} processes` }
          : { kind: 'safe' };
    }
  }

  #result(verdicts: readonly BackwardVerdict[]): BackwardResult {
    return {
      verdicts,
      refuted: this.#goals.refuted,
      isEmpty: this.#isEmpty,
      stats: {
        ...added(this.#exact.stats, added(this.#plain?.stats ?? noStats, this.#earlier)),
        guesses: this.#guesses,
        linearQueries: this.#problem.linearQueries,
        z3Calls: this.#problem.oracle.z3Calls,
        seconds: (performance.now() - this.#started) / 1000,
      },
    };
  }
}

const processes = (count: number): string => `${count} ${count === 1 ? 'process' : 'processes'}`;
