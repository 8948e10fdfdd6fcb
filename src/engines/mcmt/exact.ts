import { spareProcesses } from '../../arrays/processes.js';
import type { Goals } from './goals.js';
import type { IntegerOracle } from './cubes/integer-oracle.js';
import { BackwardProblem } from './cubes/problem.js';
import { proofOf } from './steps/proof.js';
import type { BackwardRequest } from './request.js';
import { added, noStats, BackwardSearch } from './search.js';
import type { SearchStats } from './search.js';

/** Among more processes than these it takes too long to look at all of them from the start. */
const maxExact = 6;
const exactEffort = 100_000;

/**
 * Universal guards are not asked of processes that are not known yet. With all processes known from the start they are: a search
 * for just so many finds what really happens with them, or that nothing does.
 */
export class ExactSearches {
  /** So many processes were looked at. */
  readonly #done = new Set<number>();
  #stats = noStats;

  constructor(
    private readonly request: BackwardRequest,
    private readonly goals: Goals,
    private readonly oracle: IntegerOracle,
  ) {}

  get stats(): SearchStats {
    return this.#stats;
  }

  /**
   * A clause that so many processes violate, or a few more where a path leaves out some; null: none was found, or nobody looked:
   * they are too many, or were looked at before.
   */
  async violatedBy(procs: number): Promise<number | null> {
    const { system, maxProcs } = this.request;
    const most = Math.min(maxExact, procs + spareProcesses(system), maxProcs ?? system.maxProcs ?? Infinity);
    for (let n = procs; n <= most; n++) {
      const violated = this.#done.has(n) ? null : await this.#violatedByJust(n);
      if (violated !== null) return violated;
    }
    return null;
  }

  async #violatedByJust(procs: number): Promise<number | null> {
    const { system, tso, order, limits, progress, reduced } = this.request;
    this.#done.add(procs);
    const problem = new BackwardProblem(system, tso, procs, procs, reduced, this.oracle);
    for (;;) {
      const search = new BackwardSearch(problem, order, limits, progress, null);
      const violated = await this.#violatedIn(search, problem);
      if (violated !== 'needs-oracle') {
        this.#stats = added(this.#stats, search.stats);
        return violated;
      }
      await this.oracle.open();
    }
  }

  async #violatedIn(
    search: BackwardSearch,
    problem: BackwardProblem,
  ): Promise<number | 'needs-oracle' | null> {
    let roots = this.goals.rootsIn(problem);
    for (;;) {
      const end = await search.run(roots, exactEffort);
      roots = [];
      if (end.kind === 'needs-oracle') return end.kind;
      if (end.kind !== 'met') return null;
      const proof = proofOf(end.cube, true);
      if (proof?.kind === 'unsafe' && (await this.request.confirm(proof)) === 'run') return proof.clause;
    }
  }
}
