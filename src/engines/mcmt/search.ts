import { isHeapFull, isInTime, Stopped, requireTime } from '../../search/limits.js';
import { Pacer } from '../../search/pacer.js';
import type { Limits, Progress, Stop } from '../../search/limits.js';
import type { Cube } from './cubes/cube.js';
import { isBelow, isNotExactly } from './cubes/facts.js';
import { comingFrom, Dropped } from './dropped.js';
import type { UnkeptCube } from './dropped.js';
import { CubeTooLarge } from './cubes/finish.js';
import type { Guesses } from './guesses/guesses.js';
import { InitialTest } from './steps/initial-test.js';
import { KeptCubes } from './cubes/kept-cubes.js';
import type { KeptCube } from './cubes/kept-cubes.js';
import { PreImages } from './steps/preimage.js';
import type { BackwardProblem } from './cubes/problem.js';
import { CubeQueue } from './queue.js';
import type { SearchOrder } from '../options/backward-rows.js';

export interface SearchStats {
  /** Cubes that were expanded. */
  readonly nodes: number;
  readonly generated: number;
  readonly kept: number;
  readonly instances: number;
}

export const noStats: SearchStats = { nodes: 0, generated: 0, kept: 0, instances: 0 };

/** Of searches one after the other: only the cubes of the last one are still there. */
export const added = (one: SearchStats, other: SearchStats): SearchStats => ({
  nodes: one.nodes + other.nodes,
  generated: one.generated + other.generated,
  kept: other.kept,
  instances: one.instances + other.instances,
});

export type SearchEnd =
  | { readonly kind: 'closed' }
  /** A cube with initial states. */
  | { readonly kind: 'met'; readonly cube: Cube }
  /** A question came up for which the oracle has to be opened: what was done since may be less exact than it could be. */
  | { readonly kind: 'needs-oracle' }
  /** As much was done as was asked for. */
  | { readonly kind: 'enough' }
  | { readonly kind: 'stopped'; readonly stop: Stop };

/** Goes back from cubes until one has initial states or nothing new is found (Algorithm 1 of paper 001). */
export class BackwardSearch {
  readonly #kept = new KeptCubes();
  readonly #queue: CubeQueue;
  readonly #initial: InitialTest;
  readonly #preImages: PreImages;
  #found: Cube[] = [];
  readonly #unkept = new Dropped<UnkeptCube>();
  readonly #covered = new Dropped<KeptCube>();
  #nodes = 0;
  #generated = 0;
  #linearQueries = 0;
  /** Something was left out because there may only be so many processes. */
  capped = false;

  constructor(
    private readonly problem: BackwardProblem,
    order: SearchOrder,
    private readonly limits: Limits,
    private readonly progress: (progress: Progress) => void,
    private readonly guesses: Guesses | null,
  ) {
    this.#queue = new CubeQueue(order);
    this.#initial = new InitialTest(problem);
    this.#preImages = new PreImages(problem, () => {
      this.capped = true;
    });
  }

  get stats(): SearchStats {
    return {
      nodes: this.#nodes,
      generated: this.#generated,
      kept: this.#kept.count,
      instances: this.#preImages.instances,
    };
  }

  /** Roughly proportional to time, but the same on every machine. */
  get #effort(): number {
    return this.#preImages.instances + this.#kept.subsumption.tests / 10 + this.#linearQueries / 8;
  }

  /** Whether it was given cubes to begin with. */
  get hasBegun(): boolean {
    return this.#generated > 0;
  }

  /**
   * From these cubes on; may be called again to go on after a cube that was met, or with more effort. Efforts are counted from
   * the start.
   */
  async run(roots: readonly Cube[], maxEffort: number): Promise<SearchEnd> {
    const pacer = new Pacer(this.limits, (seconds) =>
      this.progress({ phase: 'backward search', states: this.#nodes, frontier: this.#queue.count, seconds }),
    );
    for (const root of roots) this.#arrive(root, null);
    for (;;) {
      if (this.problem.oracle.isWanted) return { kind: 'needs-oracle' };
      const met = this.#found.pop();
      if (met !== undefined) return { kind: 'met', cube: met };
      const stop = (await pacer.pause()) ?? this.#outOfMemory();
      if (stop !== null) return { kind: 'stopped', stop };
      if (this.#effort >= maxEffort && this.#queue.count > 0) return { kind: 'enough' };
      const entry = this.#queue.take();
      if (entry === null) return { kind: 'closed' };
      if (entry.dead || entry.expanded) continue;
      const before = this.problem.linearQueries;
      const trouble = await this.#expand(entry, pacer);
      this.#linearQueries += this.problem.linearQueries - before;
      if (trouble !== null) return { kind: 'stopped', stop: trouble };
    }
  }

  async #expand(entry: KeptCube, pacer: Pacer): Promise<Stop | null> {
    entry.expanded = true;
    const into = this.#preImages.into(entry.cube);
    // Of constants, say: nothing leads there.
    if (into.length === 0) return null;
    this.#nodes++;
    const steps = this.#preImages.of(entry.cube, into, (cube) => {
      // One instance of a transition may lead to very many cubes.
      requireTime(this.limits);
      this.#arrive(cube, entry.cube);
    });
    try {
      for (let count = 1; steps.next().done !== true; count++) {
        const stop = count % yieldsPerPause === 0 ? await pacer.pause() : null;
        if (stop !== null) return stop;
      }
    } catch (error) {
      if (error instanceof CubeTooLarge) return tooLarge(error);
      if (error instanceof Stopped) return error.stop;
      throw error;
    }
    return null;
  }

  /** What stands for all that was found. */
  get cubes(): readonly Cube[] {
    return this.#kept.cubes;
  }

  #arrive(cube: Cube, from: Cube | null): void {
    this.#generated++;
    if (from !== null && this.#kept.subsumption.covers(from, cube)) return;
    const cover = this.#coverOf(cube);
    if (cover !== null) {
      // Only guesses can turn out wrong.
      if (this.guesses !== null) this.#unkept.note({ cube, from }, cover);
      return;
    }
    const guess = from === null || this.guesses === null ? null : this.guesses.larger(cube);
    const taken = guess ?? cube;
    const noteCovered = (dead: KeptCube, by: KeptCube): void => {
      if (this.guesses !== null) this.#covered.note(dead, [by]);
    };
    this.#queue.add(this.#kept.add(taken, noteCovered));
    if (this.#initial.meets(taken)) this.#found.push(taken);
  }

  /** Kept cubes that have all its states, if there are such. */
  #coverOf(cube: Cube): readonly KeptCube[] | null {
    const one = this.#kept.coverOf(cube);
    if (one !== null) return [one];
    return hasNumbers(cube) ? this.#kept.coverTogether(cube, () => isInTime(this.limits)) : null;
  }

  /** A guess was wrong: all that comes from it is forgotten, and what was let go because of that is taken up again. */
  retract(guess: Cube): void {
    const gone = comingFrom(guess);
    this.guesses?.refute(guess);
    this.#kept.remove(gone);
    this.#found = this.#found.filter((cube) => !gone(cube));
    const [entries, cubes] = [this.#covered.retract(gone), this.#unkept.retract(gone)];
    for (const entry of entries) this.#restore(entry);
    for (const { cube, from } of cubes) this.#arrive(cube, from);
    if (guess.origin.kind === 'guess') {
      const { of } = guess.origin;
      this.#arrive(of, of.origin.kind === 'step' ? of.origin.parent : null);
    }
  }

  #restore(entry: KeptCube): void {
    const cover = this.#kept.coverOf(entry.cube);
    if (cover !== null) {
      this.#covered.note(entry, [cover]);
      return;
    }
    this.#kept.restore(entry);
    if (!entry.expanded) this.#queue.add(entry);
    if (this.#initial.meets(entry.cube)) this.#found.push(entry.cube);
  }

  #outOfMemory(): Stop | null {
    return this.#nodes % 64 === 0 && isHeapFull(this.limits) ? noRoom : null;
  }
}

const yieldsPerPause = 8;

/** Of comparisons of numbers many are weaker and weaker without end, and only together nothing new. */
const hasNumbers = (cube: Cube): boolean => cube.from(isBelow) < cube.from(isNotExactly + 1);

const noRoom: Stop = { reason: 'memory', why: 'the cubes take all memory that they may' };

const tooLarge = (error: CubeTooLarge): Stop => ({
  reason: 'memory',
  why: `a cube has more ${error.message} than the search has room for`,
});
