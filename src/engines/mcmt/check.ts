import { Unsupported } from '../../diagnostics/diagnostic.js';
import { sc } from '../../memory/sc.js';
import { tso as tsoModel } from '../../memory/tso.js';
import type { UnknownReason } from '../../lang/run/verdict.js';
import type { Cube } from './cubes/cube.js';
import { ExactSearches } from './exact.js';
import { CubeTooLarge } from './cubes/finish.js';
import { ForwardStates } from './guesses/forward-states.js';
import { Goals } from './goals.js';
import { InitialTest } from './steps/initial-test.js';
import { Guesses } from './guesses/guesses.js';
import { LearntStates } from './guesses/learnt-states.js';
import { Paths } from './paths.js';
import { BackwardProblem } from './cubes/problem.js';
import { guessBehind } from './steps/proof.js';
import type { BackwardRequest, BackwardResult, BackwardVerdict } from './request.js';
import { added, noStats, BackwardSearch } from './search.js';

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

  constructor(private readonly request: BackwardRequest) {
    const { system, tso, clauses, maxProcs, reduced, confirm } = request;
    this.#problem = new BackwardProblem(system, tso, maxProcs, 0, reduced);
    this.#goals = new Goals(system, clauses);
    this.#exact = new ExactSearches(request, this.#goals, this.#problem.oracle);
    this.#paths = new Paths(confirm, this.#goals, this.#exact);
  }

  dispose(): void {
    this.#problem.oracle.dispose();
  }

  async run(): Promise<BackwardResult> {
    if (!new InitialTest(this.#problem).exist(Math.max(1, this.#problem.pinned))) {
      this.#isEmpty = true;
      return this.#result(this.#each({ kind: 'safe' }));
    }
    const stages = stagesFor(this.request.brab);
    for (const [i, stage] of stages.entries()) {
      // Guesses allow more, so they do not get rid of a path that is no run.
      if (stage.brab !== null && this.#paths.spurious !== null) continue;
      const result = await this.#stage(stage, i === stages.length - 1);
      if (result !== null) return result;
    }
    return this.#result(this.#unknown('spurious', 'guesses turned out wrong too often'));
  }

  /** Null: this way it gets nowhere. */
  async #stage({ brab, maxEffort }: Stage, isLast: boolean): Promise<BackwardResult | null> {
    const { order, limits, progress } = this.request;
    const guesses = brab === null ? null : await this.#guessing(brab);
    if (guesses === null && brab !== null && !isLast) return null;
    for (;;) {
      const search = new BackwardSearch(this.#problem, order, limits, progress, guesses, maxEffort);
      const result = await this.#search(search, guesses);
      this.#earlier = added(this.#earlier, search.stats);
      this.#guesses += guesses?.made ?? 0;
      if (result === 'nowhere') return null;
      if (result !== 'again') return this.#result(result);
    }
  }

  async #guessing(procs: number): Promise<Guesses | null> {
    const { limits, tso, maxProcs, system } = this.request;
    const least = Math.max(this.#problem.pinned, 1);
    const most = Math.min(maxProcs ?? Infinity, system.maxProcs ?? Infinity);
    const few = Math.max(least, Math.min(procs, most));
    try {
      const model = tso ? tsoModel : sc;
      const states = await ForwardStates.of(this.#problem, model, few, limits);
      const learnt = new LearntStates(this.#problem, model, limits);
      return states.count === 0 ? null : new Guesses(states, learnt);
    } catch (error) {
      // What cannot be run for states to guess from may be decided all the same.
      if (error instanceof Unsupported) return null;
      throw error;
    }
  }

  /** `again`: with what was learnt the search has to begin anew. */
  async #search(
    search: BackwardSearch,
    guesses: Guesses | null,
  ): Promise<readonly BackwardVerdict[] | 'again' | 'nowhere'> {
    let roots: readonly Cube[];
    try {
      roots = this.#goals.rootsIn(this.#problem);
    } catch (error) {
      if (!(error instanceof CubeTooLarge)) throw error;
      return this.#unknown('memory', `a clause has more ${error.message} than the search has room for`);
    }
    for (;;) {
      const end = await search.run(roots);
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
        ...added(this.#exact.stats, this.#earlier),
        guesses: this.#guesses,
        linearQueries: this.#problem.linearQueries,
        z3Calls: this.#problem.oracle.z3Calls,
        seconds: (performance.now() - this.#started) / 1000,
      },
    };
  }
}

/** One way to search, and how far to go before the next one is tried. */
interface Stage {
  /** Processes of the states that guesses are taken from; null: no guesses. */
  readonly brab: number | null;
  readonly maxEffort: number;
}

/**
 * Most systems are decided by the plain search soon, or by guesses soon after. Some need many guesses, and that takes longer. Where
 * nothing helps the plain search goes on: only it can find violations of which no guess knows.
 */
const automatic: readonly Stage[] = [
  { brab: null, maxEffort: 50_000 },
  { brab: 2, maxEffort: 60_000 },
  { brab: 3, maxEffort: 120_000 },
  { brab: null, maxEffort: 600_000 },
  { brab: 2, maxEffort: 2_000_000 },
  { brab: null, maxEffort: Infinity },
];

/** Where guessing gets nowhere the plain search has to do. */
function stagesFor(brab: number | 'auto' | null): readonly Stage[] {
  if (brab === 'auto') return automatic;
  const plain: Stage = { brab: null, maxEffort: Infinity };
  return brab === null ? [plain] : [{ brab, maxEffort: Infinity }, plain];
}
