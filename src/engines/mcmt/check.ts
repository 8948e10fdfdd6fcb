import type { ArraySystem } from '../../ir/array-system.js';
import type { Limits, ProgressListener, UnknownReason } from '../engine.js';
import type { Cube } from './cube.js';
import { Problem } from './problem.js';
import { proofOf } from './proof.js';
import type { Proof } from './proof.js';
import type { SearchOrder } from './queue.js';
import { rootsOf } from './roots.js';
import { Search } from './search.js';
import type { SearchStats } from './search.js';

export interface BackwardRequest {
  readonly system: ArraySystem;
  /** Weak cells are written through buffers. */
  readonly tso: boolean;
  /** The clauses of `unsafe` to decide. */
  readonly clauses: readonly number[];
  /** In the place of the system's own `number_procs`. */
  readonly maxProcs: number | null;
  readonly order: SearchOrder;
  readonly limits: Limits;
  readonly progress: ProgressListener;
  /** Whether the plain semantics has such a run. */
  readonly confirm: (proof: Proof) => Promise<Confirmed>;
}

/** `open`: that could not be found out. */
export type Confirmed = 'run' | 'no-run' | 'open';

export type BackwardVerdict =
  | { readonly kind: 'safe' }
  | { readonly kind: 'unsafe'; readonly clause: number }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason; readonly detail: string };

export interface BackwardResult {
  /** For each clause that was asked for, in that order. */
  readonly verdicts: readonly BackwardVerdict[];
  /** Invariants of the file that some run violates: they were not relied on. */
  readonly refuted: readonly number[];
  readonly stats: BackwardStats;
}

export interface BackwardStats extends SearchStats {
  readonly linearQueries: number;
  readonly seconds: number;
}

/** Decides which clauses can be reached, for any number of processes (Algorithm 1 of papers 000 and 001). */
export async function checkBackward(request: BackwardRequest): Promise<BackwardResult> {
  return new Check(request).run();
}

class Check {
  readonly #started = performance.now();
  readonly #problem: Problem;
  readonly #refuted = new Set<number>();
  /** Clauses whose cubes met initial states, without a run. */
  readonly #spurious = new Map<number, Confirmed>();
  #search: Search;
  #earlier: SearchStats = noStats;

  constructor(private readonly request: BackwardRequest) {
    const { system, tso, maxProcs } = request;
    this.#problem = new Problem(system, tso, maxProcs);
    this.#search = this.#newSearch();
  }

  #newSearch(): Search {
    const { order, limits, progress } = this.request;
    return new Search(this.#problem, order, limits, progress);
  }

  async run(): Promise<BackwardResult> {
    const { clauses } = this.request;
    let roots = this.#roots();
    for (;;) {
      const end = await this.#search.run(roots);
      roots = [];
      if (end.kind === 'stopped') {
        const { reason, why } = end.stop;
        return this.#result(clauses.map(() => ({ kind: 'unknown', reason, detail: why })));
      }
      if (end.kind === 'closed') return this.#result(clauses.map(() => this.#closedVerdict()));
      const violated = await this.#met(end.cube);
      if (violated === 'restart') {
        this.#earlier = added(this.#earlier, this.#search.stats);
        this.#search = this.#newSearch();
        roots = this.#roots();
      } else if (violated !== null) return this.#violation(violated);
    }
  }

  /** The clauses, and the invariants, which are shown along with them: then what they exclude need not be looked at. */
  #roots(): readonly Cube[] {
    const { system, clauses } = this.request;
    const unsafe = clauses.flatMap((clause) => {
      const found = system.unsafe[clause];
      return found === undefined ? [] : rootsOf(this.#problem, found, { kind: 'unsafe', clause });
    });
    const invariants = system.invariants.flatMap((clause, i) =>
      this.#refuted.has(i) ? [] : rootsOf(this.#problem, clause, { kind: 'invariant', clause: i }),
    );
    return [...invariants, ...unsafe];
  }

  /** The clause that is violated, or what to do now. */
  async #met(cube: Cube): Promise<number | 'restart' | null> {
    const proof = proofOf(cube);
    if (proof === null) return null;
    if (proof.kind === 'invariant') {
      // It may hold all the same; but nothing may be built on it.
      this.#refuted.add(proof.clause);
      return 'restart';
    }
    const known = this.#spurious.get(proof.clause);
    this.#attempts++;
    if (known !== undefined && this.#attempts > maxAttempts) return null;
    const confirmed = await this.request.confirm(proof);
    if (confirmed === 'run') return proof.clause;
    this.#spurious.set(proof.clause, known === 'open' ? known : confirmed);
    return null;
  }

  #attempts = 0;

  #violation(violated: number): BackwardResult {
    return this.#result(
      this.request.clauses.map((clause) =>
        clause === violated ? { kind: 'unsafe', clause } : { kind: 'unknown', reason: 'after-violation', detail: '' },
      ),
    );
  }

  #closedVerdict(): BackwardVerdict {
    if (this.#spurious.size > 0) {
      const open = [...this.#spurious.values()].includes('open');
      return open
        ? { kind: 'unknown', reason: 'unconfirmed', detail: 'a path back to initial states was found, but no run could be made of it' }
        : {
            kind: 'unknown',
            reason: 'spurious',
            detail: 'a path back to initial states was found, but its universal guards do not hold for all processes of it',
          };
    }
    if (this.#search.capped && !this.#problem.isDeclared) {
      return {
        kind: 'unknown',
        reason: 'memory',
        detail: `cubes need more than ${this.#problem.limit} processes`,
      };
    }
    return { kind: 'safe' };
  }

  #result(verdicts: readonly BackwardVerdict[]): BackwardResult {
    return {
      verdicts,
      refuted: [...this.#refuted],
      stats: {
        ...added(this.#earlier, this.#search.stats),
        linearQueries: this.#problem.linearQueries,
        seconds: (performance.now() - this.#started) / 1000,
      },
    };
  }
}

/** After so many paths without a run no more are tried for a clause that had one. */
const maxAttempts = 40;

const noStats: SearchStats = { nodes: 0, generated: 0, kept: 0, instances: 0, comparisons: 0 };

const added = (one: SearchStats, other: SearchStats): SearchStats => ({
  nodes: one.nodes + other.nodes,
  generated: one.generated + other.generated,
  kept: other.kept,
  instances: one.instances + other.instances,
  comparisons: one.comparisons + other.comparisons,
});
