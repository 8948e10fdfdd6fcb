import type { ArraySystem } from '../../ir/array-system.js';
import { sc } from '../../memory/sc.js';
import { tso } from '../../memory/tso.js';
import type { Limits, ProgressListener, UnknownReason } from '../engine.js';
import type { Cube } from './cube.js';
import { ForwardStates } from './forward-states.js';
import { Guesses } from './guesses.js';
import { Problem } from './problem.js';
import { guessBehind, proofOf } from './proof.js';
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
  /** How many processes the states have that guesses are taken from; null: no guesses; `auto`: where the plain search takes long. */
  readonly brab: number | 'auto' | null;
  /** Whether orders of events that make no difference are left out; under SC there are none. */
  readonly reduced: boolean;
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
  /** Larger cubes that were tried in the place of others. */
  readonly guesses: number;
  readonly seconds: number;
}

/** Decides which clauses can be reached, for any number of processes (Algorithm 1 of papers 000 and 001). */
export async function checkBackward(request: BackwardRequest): Promise<BackwardResult> {
  return new Check(request).run();
}

/** One way to search, and how far to go before the next one is tried. */
interface Stage {
  /** Processes of the states that guesses are taken from; null: no guesses. */
  readonly brab: number | null;
  readonly maxEffort: number;
}

/**
 * Most systems are decided by the plain search soon, or by guesses soon after. Where neither helps the plain search goes on: only it can
 * find violations of which no guess knows.
 */
const automatic: readonly Stage[] = [
  { brab: null, maxEffort: 300_000 },
  { brab: 2, maxEffort: 60_000 },
  { brab: 3, maxEffort: 120_000 },
  { brab: null, maxEffort: Infinity },
];

/** More wrong guesses than this, and guessing is no way. */
const maxWrong = 300;

class Check {
  readonly #started = performance.now();
  readonly #problem: Problem;
  readonly #refuted = new Set<number>();
  /** Clauses whose cubes met initial states, without a run. */
  readonly #spurious = new Map<number, Confirmed>();
  #capped = false;
  #earlier: SearchStats = noStats;
  #guesses = 0;

  constructor(private readonly request: BackwardRequest) {
    const { system, tso, maxProcs, reduced } = request;
    this.#problem = new Problem(system, tso, maxProcs, reduced);
  }

  async run(): Promise<BackwardResult> {
    const { brab } = this.request;
    const stages = brab === 'auto' ? automatic : [{ brab, maxEffort: Infinity }];
    for (const [i, stage] of stages.entries()) {
      // Guesses allow more, so they do not get rid of a path that is no run.
      if (stage.brab !== null && this.#spurious.size > 0) continue;
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
      const search = new Search(this.#problem, order, limits, progress, guesses, maxEffort);
      const result = await this.#search(search, guesses);
      this.#earlier = added(this.#earlier, search.stats);
      this.#guesses += guesses?.made ?? 0;
      if (result === 'nowhere') return null;
      if (result !== 'again') return this.#result(result);
      if (guesses !== null && guesses.wrong > maxWrong) return null;
    }
  }

  async #guessing(procs: number): Promise<Guesses | null> {
    const { limits, tso: isTso, maxProcs, system } = this.request;
    const least = Math.max(this.#problem.pinned, 1);
    const most = Math.min(maxProcs ?? Infinity, system.maxProcs ?? Infinity);
    const states = await ForwardStates.of(
      this.#problem,
      isTso ? tso : sc,
      Math.max(least, Math.min(procs, most)),
      limits,
    );
    return states.count === 0 ? null : new Guesses(states);
  }

  /** `again`: with what was learnt the search has to begin anew. */
  async #search(
    search: Search,
    guesses: Guesses | null,
  ): Promise<readonly BackwardVerdict[] | 'again' | 'nowhere'> {
    let roots = this.#roots();
    for (;;) {
      const end = await search.run(roots);
      roots = [];
      this.#capped = search.capped;
      switch (end.kind) {
        case 'enough':
          return 'nowhere';
        case 'stopped':
          return this.#unknown(end.stop.reason, end.stop.why);
        case 'closed':
          return this.request.clauses.map(() => this.#closedVerdict());
        case 'met': {
          const guess = guessBehind(end.cube);
          if (guess !== null) {
            guesses?.refute(guess);
            return 'again';
          }
          const violated = await this.#met(end.cube);
          if (violated === 'again') return violated;
          if (violated !== null) return this.#violation(violated);
        }
      }
    }
  }

  #unknown(reason: UnknownReason, detail: string): readonly BackwardVerdict[] {
    return this.request.clauses.map(() => ({ kind: 'unknown', reason, detail }));
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
  async #met(cube: Cube): Promise<number | 'again' | null> {
    const proof = proofOf(cube);
    if (proof === null) return null;
    if (proof.kind === 'invariant') {
      // It may hold all the same; but nothing may be built on it.
      this.#refuted.add(proof.clause);
      return 'again';
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

  #violation(violated: number): readonly BackwardVerdict[] {
    return this.request.clauses.map((clause) =>
      clause === violated
        ? { kind: 'unsafe', clause }
        : { kind: 'unknown', reason: 'after-violation', detail: '' },
    );
  }

  #closedVerdict(): BackwardVerdict {
    if (this.#spurious.size > 0) {
      const open = [...this.#spurious.values()].includes('open');
      return open
        ? {
            kind: 'unknown',
            reason: 'unconfirmed',
            detail: 'a path back to initial states was found, but no run could be made of it',
          }
        : {
            kind: 'unknown',
            reason: 'spurious',
            detail:
              'a path back to initial states was found, but its universal guards do not hold for all processes of it',
          };
    }
    if (this.#capped && !this.#problem.isDeclared) {
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
        ...this.#earlier,
        guesses: this.#guesses,
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
