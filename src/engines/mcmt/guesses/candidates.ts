import { Pacer } from '../../../search/pacer.js';
import { isHeapFull, requireTime, Stopped } from '../../../search/limits.js';
import type { Limits, ProgressListener } from '../../../search/limits.js';
import { at } from '../../../support/invariant.js';
import type { Cube } from '../cubes/cube.js';
import { CubeTooLarge } from '../cubes/finish.js';
import type { BackwardProblem } from '../cubes/problem.js';
import { Subsumption } from '../cubes/subsume.js';
import { InitialTest } from '../steps/initial-test.js';
import { PreImages } from '../steps/preimage.js';
import type { ForwardStates } from './forward-states.js';
import type { KnownStates } from './known-states.js';
import { partsOf } from './cube-parts.js';

/** A cube that may be one that nothing leads to. */
interface CandidateCube {
  readonly cube: Cube;
  readonly key: string;
  /** `open`: the steps back are not known yet. `failed`: initial states lead there, for all that these cubes can show. */
  state: 'open' | 'expanded' | 'failed';
  /** What has to be shown for it: all of these. */
  readonly needs: Need[];
}

/** A cube one step before some candidates: they stand as long as it is a part of a candidate that stands. */
interface Need {
  readonly cube: Cube;
  /** One of them is enough. */
  options: CandidateCube[];
  /** So many facts have the options that are tried next; one more than `mostFacts`: the cube itself. */
  nextSize: number;
  isLost: boolean;
  readonly of: CandidateCube[];
}

export type CandidatesEnd =
  /** Nothing leads into any of these, and the roots are parts of them. */
  { readonly kind: 'closed'; readonly cubes: readonly Cube[] } | { readonly kind: 'nowhere' };

/** Options with so many facts are tried together; larger ones where none of these is left. */
const fewFacts = 2;
const mostFacts = 3;
const yieldsPerPause = 8;
/** So many states are taken in around one that shows a candidate to be wrong. */
const mostLearnt = 100;

/**
 * All guesses at once: where a guess of `Guesses` is one of many cubes that hold in no known state, here they all are candidates, and
 * those to which a step leads from something that no candidate covers are struck out until nothing changes (Flanagan and
 * Leino's Houdini, FME 2001, with the candidates that steps back from the roots ask for). Which ones are wrong need not be found out one
 * after the other by paths to initial states.
 */
export class Candidates {
  readonly #candidates = new Map<string, CandidateCube | null>();
  readonly #needs = new Map<string, Need>();
  /** The needs that count on a candidate. */
  readonly #optionOf = new Map<CandidateCube, Need[]>();
  readonly #tables: readonly ForwardStates[];
  readonly #initial: InitialTest;
  readonly #preImages: PreImages;
  readonly #subsumption = new Subsumption();
  /** What waits to be expanded, by the number of facts. */
  readonly #open: CandidateCube[][] = [];
  expanded = 0;

  constructor(
    private readonly problem: BackwardProblem,
    /** Of several numbers of processes. */
    private readonly known: readonly KnownStates[],
    private readonly limits: Limits,
    private readonly progress: ProgressListener,
  ) {
    this.#tables = known.map(({ table }) => table);
    this.#initial = new InitialTest(problem);
    this.#preImages = new PreImages(problem, () => undefined);
  }

  get made(): number {
    return this.#candidates.size;
  }

  /** Until it is clear, or after so much effort. */
  async run(roots: readonly Cube[], maxEffort: number): Promise<CandidatesEnd> {
    const pacer = new Pacer(this.limits, (seconds) =>
      this.progress({ phase: 'candidates', states: this.expanded, frontier: this.made, seconds }),
    );
    const goals = roots.map((root) => this.#needFor(root));
    let nextCheck = 16;
    for (;;) {
      if (goals.some((need) => need.isLost)) return { kind: 'nowhere' };
      if (this.problem.oracle.isWanted || this.#preImages.instances > maxEffort) return { kind: 'nowhere' };
      const next = this.#take();
      if (next === null || this.expanded >= nextCheck) {
        const cubes = this.#standing(goals);
        if (cubes !== null) return { kind: 'closed', cubes };
        if (next === null) return { kind: 'nowhere' };
        nextCheck = Math.ceil(this.expanded * 1.1);
      }
      if ((await pacer.pause()) !== null || this.#isFull()) return { kind: 'nowhere' };
      // More may be known by now.
      if (this.#isKnown(next.cube)) this.#fail(next);
      else if (!(await this.#expand(next, pacer))) return { kind: 'nowhere' };
    }
  }

  #take(): CandidateCube | null {
    for (const list of this.#open) {
      for (let next = list?.shift(); next !== undefined; next = list?.shift()) {
        if (next.state === 'open') return next;
      }
    }
    return null;
  }

  #isFull(): boolean {
    return this.expanded % 64 === 0 && isHeapFull(this.limits);
  }

  /** False: it was stopped. */
  async #expand(candidate: CandidateCube, pacer: Pacer): Promise<boolean> {
    this.expanded++;
    candidate.state = 'expanded';
    const before: Cube[] = [];
    try {
      const steps = this.#stepsInto(candidate.cube, before);
      for (let count = 1; steps.next().done !== true; count++) {
        if (count % yieldsPerPause === 0 && (await pacer.pause()) !== null) return false;
      }
    } catch (error) {
      if (error instanceof Stopped) return false;
      if (!(error instanceof CubeTooLarge)) throw error;
      this.#fail(candidate);
      return true;
    }
    for (const one of before) if (candidate.state === 'expanded') this.#ask(candidate, one);
    return true;
  }

  #stepsInto(cube: Cube, before: Cube[]): Generator<void> {
    return this.#preImages.of(cube, this.#preImages.into(cube), (one) => {
      // One instance of a transition may lead to very many cubes.
      requireTime(this.limits);
      if (!this.#subsumption.covers(cube, one)) before.push(one);
    });
  }

  /** The candidate stands only if that is covered, too. */
  #ask(candidate: CandidateCube, before: Cube): void {
    const need = this.#needFor(before);
    if (need.isLost) {
      for (const states of this.known) states.learn(before, mostLearnt);
      this.#fail(candidate);
    } else if (!need.of.includes(candidate)) {
      need.of.push(candidate);
      candidate.needs.push(need);
    }
  }

  #fail(candidate: CandidateCube): void {
    const open = [candidate];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next.state === 'failed') continue;
      next.state = 'failed';
      for (const need of this.#optionOf.get(next) ?? []) {
        need.options = need.options.filter((option) => option !== next);
        if (need.options.length === 0) this.#more(need);
        if (need.isLost) open.push(...need.of);
      }
      this.#optionOf.delete(next);
    }
  }

  #needFor(cube: Cube): Need {
    const key = keyOf(cube);
    let need = this.#needs.get(key);
    if (need !== undefined) return need;
    need = { cube, options: [], nextSize: 1, isLost: false, of: [] };
    this.#needs.set(key, need);
    if (this.#isKnown(cube)) need.isLost = true;
    else this.#more(need);
    return need;
  }

  /** Looks for options: those with few facts, and larger ones until there are some. */
  #more(need: Need): void {
    while (need.nextSize <= mostFacts + 1 && (need.options.length === 0 || need.nextSize <= fewFacts)) {
      for (const part of this.#parts(need.cube, need.nextSize)) this.#offer(need, part);
      need.nextSize++;
    }
    if (need.options.length === 0) need.isLost = true;
  }

  /** At last the cube itself. */
  #parts(cube: Cube, size: number): readonly Cube[] {
    if (size > mostFacts) return cube.size > mostFacts ? [cube] : [];
    return size > cube.size ? [] : partsOf(cube, size, this.#tables);
  }

  #offer(need: Need, part: Cube): void {
    const candidate = this.#candidateFor(part);
    if (candidate === null || candidate.state === 'failed' || need.options.includes(candidate)) return;
    need.options.push(candidate);
    const needs = this.#optionOf.get(candidate);
    if (needs === undefined) this.#optionOf.set(candidate, [need]);
    else needs.push(need);
  }

  #candidateFor(cube: Cube): CandidateCube | null {
    const key = keyOf(cube);
    const known = this.#candidates.get(key);
    if (known !== undefined) return known;
    const isOut = this.#isKnown(cube) || this.#initial.meets(cube);
    const candidate: CandidateCube | null = isOut ? null : { cube, key, state: 'open', needs: [] };
    this.#candidates.set(key, candidate);
    if (candidate !== null) (this.#open[cube.size] ??= []).push(candidate);
    return candidate;
  }

  #isKnown(cube: Cube): boolean {
    return this.known.some((states) => states.has(cube));
  }

  /** The largest set of expanded candidates in which all needs have options; null: it does not have the goals in it. */
  #standing(goals: readonly Need[]): readonly Cube[] | null {
    const out = new Set<CandidateCube>();
    const stands = (one: CandidateCube): boolean => one.state === 'expanded' && !out.has(one);
    const isMet = (need: Need): boolean => need.options.some(stands);
    for (let changed = true; changed;) {
      changed = false;
      for (const one of this.#candidates.values()) {
        if (one === null || !stands(one) || one.needs.every(isMet)) continue;
        out.add(one);
        changed = true;
      }
    }
    if (!goals.every(isMet)) return null;
    const needed = new Set<CandidateCube>();
    const open = [...goals];
    for (let need = open.pop(); need !== undefined; need = open.pop()) {
      const options = need.options.filter(stands);
      if (options.some((one) => needed.has(one))) continue;
      const chosen = at(options, 0);
      needed.add(chosen);
      open.push(...chosen.needs);
    }
    return [...needed].map(({ cube }) => cube);
  }
}

const keyOf = ({ procs, facts, reads, reach }: Cube): string =>
  reads.length === 0
    ? `${procs}:${facts.join(' ')}`
    : [
        procs,
        facts,
        reads,
        reach.fromRead,
        reach.fromReadOf,
        reach.fromWriteOf,
        reach.cells,
        reach.fromCell,
      ].join(';');
