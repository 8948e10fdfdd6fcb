import { Unsupported } from '../../diagnostics/diagnostic.js';
import type { ArraySystem } from '../../ir/array-system.js';
import { sc } from '../../memory/sc.js';
import { tso as tsoModel } from '../../memory/tso.js';
import type { Limits, ProgressListener, UnknownReason } from '../engine.js';
import type { Cube } from './cube.js';
import { CubeTooLarge } from './finish.js';
import { ForwardStates } from './forward-states.js';
import { InitialStates } from './initial.js';
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
  /** There are no initial states: nothing can happen. */
  readonly isEmpty: boolean;
  readonly stats: BackwardStats;
}

export interface BackwardStats extends SearchStats {
  readonly linearQueries: number;
  /** Of these, those that Z3 was asked. */
  readonly z3Calls: number;
  /** Larger cubes that were tried in the place of others. */
  readonly guesses: number;
  readonly seconds: number;
}

/** Decides which clauses can be reached, for any number of processes (Algorithm 1 of papers 000 and 001). */
export async function checkBackward(request: BackwardRequest): Promise<BackwardResult> {
  const check = new Check(request);
  try {
    return await check.run();
  } finally {
    check.dispose();
  }
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
  { brab: null, maxEffort: 50_000 },
  { brab: 2, maxEffort: 60_000 },
  { brab: 3, maxEffort: 120_000 },
  { brab: null, maxEffort: Infinity },
];

/** Where guessing gets nowhere the plain search has to do. */
const stagesFor = (brab: number | null): readonly Stage[] => {
  const plain: Stage = { brab: null, maxEffort: Infinity };
  return brab === null ? [plain] : [{ brab, maxEffort: Infinity }, plain];
};

/** More wrong guesses than this, and guessing is no way. */
const maxWrong = 300;

class Check {
  readonly #started = performance.now();
  readonly #problem: Problem;
  readonly #refuted = new Set<number>();
  /** Clauses whose cubes met initial states, without a run. */
  readonly #spurious = new Map<number, Confirmed>();
  #capped = false;
  #isEmpty = false;
  #earlier: SearchStats = noStats;
  #guesses = 0;

  constructor(private readonly request: BackwardRequest) {
    const { system, tso, maxProcs, reduced } = request;
    this.#problem = new Problem(system, tso, maxProcs, 0, reduced);
  }

  dispose(): void {
    this.#problem.oracle.dispose();
  }

  async run(): Promise<BackwardResult> {
    const { brab, clauses } = this.request;
    if (!new InitialStates(this.#problem).exist(Math.max(1, this.#problem.pinned))) {
      this.#isEmpty = true;
      return this.#result(clauses.map(() => ({ kind: 'safe' })));
    }
    const stages = brab === 'auto' ? automatic : stagesFor(brab);
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
    }
  }

  async #guessing(procs: number): Promise<Guesses | null> {
    const { limits, tso, maxProcs, system } = this.request;
    const least = Math.max(this.#problem.pinned, 1);
    const most = Math.min(maxProcs ?? Infinity, system.maxProcs ?? Infinity);
    const few = Math.max(least, Math.min(procs, most));
    try {
      const states = await ForwardStates.of(this.#problem, tso ? tsoModel : sc, few, limits);
      return states.count === 0 ? null : new Guesses(states);
    } catch (error) {
      // What cannot be run for states to guess from may be decided all the same.
      if (error instanceof Unsupported) return null;
      throw error;
    }
  }

  /** `again`: with what was learnt the search has to begin anew. */
  async #search(
    search: Search,
    guesses: Guesses | null,
  ): Promise<readonly BackwardVerdict[] | 'again' | 'nowhere'> {
    let roots: readonly Cube[];
    try {
      roots = this.#roots();
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
          return this.request.clauses.map(() => this.#closedVerdict());
        case 'met': {
          const guess = guessBehind(end.cube);
          if (guess !== null) {
            if (guesses === null || guesses.wrong >= maxWrong) return 'nowhere';
            search.retract(guess);
            break;
          }
          const violated = await this.#met(end.cube);
          if (violated === 'again') return violated;
          if (violated !== null) return this.#violation(violated);
          if (this.#attempts >= maxAttempts) return this.request.clauses.map(() => this.#closedVerdict());
        }
      }
    }
  }

  #unknown(reason: UnknownReason, detail: string): readonly BackwardVerdict[] {
    return this.request.clauses.map(() => ({ kind: 'unknown', reason, detail }));
  }

  /** The clauses, and the invariants, which are shown along with them: then what they exclude need not be looked at. */
  #roots(): readonly Cube[] {
    return this.#rootsFor(this.#problem);
  }

  #rootsFor(problem: Problem): readonly Cube[] {
    const { system, clauses } = this.request;
    const unsafe = clauses.flatMap((clause) => {
      const found = system.unsafe[clause];
      return found === undefined ? [] : rootsOf(problem, found, { kind: 'unsafe', clause });
    });
    const invariants = system.invariants.flatMap((clause, i) =>
      this.#refuted.has(i) ? [] : rootsOf(problem, clause, { kind: 'invariant', clause: i }),
    );
    return [...invariants, ...unsafe];
  }

  /** The clause that is violated, or what to do now. */
  async #met(cube: Cube): Promise<number | 'again' | null> {
    const proof = proofOf(cube, true);
    if (proof === null) return null;
    if (proof.kind === 'invariant') {
      // It may hold all the same; but nothing may be built on it.
      this.#refuted.add(proof.clause);
      return 'again';
    }
    const known = this.#spurious.get(proof.clause);
    this.#attempts++;
    const confirmed = await this.#confirmed(cube, proof);
    if (confirmed === 'run') return proof.clause;
    this.#spurious.set(proof.clause, known === 'open' ? known : confirmed);
    return this.#exactly(proof.procs);
  }

  /**
   * Universal guards were not asked of processes that were not known yet. With all processes known from the start they are: a search
   * for just so many finds what really happens with them, or that nothing does. The violated clause.
   */
  async #exactly(procs: number): Promise<number | null> {
    const { system, tso, order, limits, progress, confirm, reduced } = this.request;
    const tooMany = procs > maxExact || (system.maxProcs !== null && procs > system.maxProcs);
    if (tooMany || this.#exact.has(procs)) return null;
    this.#exact.add(procs);
    const problem = new Problem(system, tso, procs, procs, reduced, this.#problem.oracle);
    const begin = (): Search => new Search(problem, order, limits, progress, null, exactEffort);
    let search = begin();
    let roots = this.#rootsFor(problem);
    for (;;) {
      const end = await search.run(roots);
      roots = [];
      if (end.kind === 'needs-oracle') {
        await problem.oracle.open();
        search = begin();
        roots = this.#rootsFor(problem);
        continue;
      }
      if (end.kind !== 'met') break;
      const proof = proofOf(end.cube, true);
      if (proof?.kind === 'unsafe' && (await confirm(proof)) === 'run') {
        this.#earlier = added(this.#earlier, search.stats);
        return proof.clause;
      }
    }
    this.#earlier = added(this.#earlier, search.stats);
    return null;
  }

  #attempts = 0;
  /** So many processes were looked at by themselves. */
  readonly #exact = new Set<number>();

  /** With as few processes as may be, or else with one for each that the cubes speak of. */
  async #confirmed(cube: Cube, proof: Proof): Promise<Confirmed> {
    const first = await this.request.confirm(proof);
    const other = first === 'run' ? null : proofOf(cube, false);
    if (other === null || other.procs === proof.procs) return first;
    const second = await this.request.confirm(other);
    return second === 'no-run' ? first : second;
  }

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
              'a path back to initial states was found, but no run takes it: the search allows more than runs do, such as universal guards that do not hold for all processes',
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
      isEmpty: this.#isEmpty,
      stats: {
        ...this.#earlier,
        guesses: this.#guesses,
        linearQueries: this.#problem.linearQueries,
        z3Calls: this.#problem.oracle.z3Calls,
        seconds: (performance.now() - this.#started) / 1000,
      },
    };
  }
}

/** After so many paths without a run there is no hope for one. */
const maxAttempts = 40;
/** Among more processes than these it takes too long to look at all of them from the start. */
const maxExact = 6;
const exactEffort = 100_000;

const noStats: SearchStats = { nodes: 0, generated: 0, kept: 0, instances: 0, comparisons: 0 };

const added = (one: SearchStats, other: SearchStats): SearchStats => ({
  nodes: one.nodes + other.nodes,
  generated: one.generated + other.generated,
  kept: other.kept,
  instances: one.instances + other.instances,
  comparisons: one.comparisons + other.comparisons,
});
