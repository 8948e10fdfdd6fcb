import { at } from '../../../support/invariant.js';
import { addTo } from '../../../support/remembered.js';
import type { Cube } from '../cubes/cube.js';
import type { BackwardProblem } from '../cubes/problem.js';
import { mayCover } from '../cubes/signature.js';
import { Subsumption } from '../cubes/subsume.js';
import { InitialTest } from '../steps/initial-test.js';
import { aboutFew, partOf, partsOf, placesOf } from './cube-parts.js';
import type { KnownStates } from './known-states.js';

/** A cube that may be one that nothing leads to. */
export interface CandidateCube {
  readonly cube: Cube;
  /** `open`: the steps back are not known yet. `failed`: initial states lead there, for all that these cubes can show. */
  state: 'open' | 'expanded' | 'failed';
  /** What has to be shown for it: all of these. */
  readonly needs: Need[];
}

/** A cube one step before some candidates: they stand as long as it is a part of a candidate that stands. */
export interface Need {
  readonly cube: Cube;
  /** One of them is enough. */
  options: CandidateCube[];
  /** The one that is taken for now. */
  choice: CandidateCube | null;
  /** So many times it was looked for options: first those with one fact, ... */
  rounds: number;
  /** So many of the expanded candidates were asked whether the need is a part of them. */
  compared: number;
  isLost: boolean;
  readonly of: CandidateCube[];
}

/** Options with so many facts are tried together; larger ones where none of these is left. */
const fewFacts = 2;
/** With more facts only those that cannot do without any of them. */
const mostFacts = 3;
/** What fails is not tried again, so each time there are others. */
const mostRounds = mostFacts + 9;
/** So many states are taken in around one that shows a candidate to be wrong. */
const mostLearnt = 100;

/** Candidates, what they need, and which of them fail because a need has no candidate left. */
export class CandidateGraph {
  readonly #candidates = new Map<string, CandidateCube | null>();
  readonly #needs = new Map<string, Need>();
  /** The needs that count on a candidate. */
  readonly #optionOf = new Map<CandidateCube, Need[]>();
  readonly #expanded: CandidateCube[] = [];
  readonly #initial: InitialTest;
  readonly #subsumption = new Subsumption();
  readonly #mostProcs: number;
  /** So often it was asked whether something is a known state. */
  tests = 0;

  constructor(
    problem: BackwardProblem,
    /** Of several numbers of processes. */
    private readonly known: readonly KnownStates[],
  ) {
    this.#initial = new InitialTest(problem);
    this.#mostProcs = Math.max(...known.map(({ table }) => table.procs));
  }

  get made(): number {
    return this.#candidates.size;
  }

  /** How many needs it would be an option for. */
  demandFor(candidate: CandidateCube): number {
    return this.#optionOf.get(candidate)?.length ?? 0;
  }

  isKnown(cube: Cube): boolean {
    this.tests++;
    return this.known.some((states) => states.has(cube));
  }

  needFor(cube: Cube): Need {
    const key = keyOf(cube);
    let need = this.#needs.get(key);
    if (need !== undefined) return need;
    need = { cube, options: [], choice: null, rounds: 0, compared: 0, isLost: false, of: [] };
    this.#needs.set(key, need);
    if (this.isKnown(cube)) need.isLost = true;
    else this.#more(need);
    return need;
  }

  /** These are all cubes one step before it. */
  expand(candidate: CandidateCube, before: readonly Cube[]): void {
    candidate.state = 'expanded';
    this.#expanded.push(candidate);
    for (const one of before) {
      // Those before may have made it fail.
      if (candidate.state !== 'expanded') return;
      this.#ask(candidate, one);
    }
  }

  /** The candidate stands only if that is covered, too. */
  #ask(candidate: CandidateCube, before: Cube): void {
    const need = this.needFor(before);
    if (need.isLost) {
      for (const states of this.known) states.learn(before, mostLearnt);
      this.fail(candidate);
    } else if (!need.of.includes(candidate)) {
      need.of.push(candidate);
      candidate.needs.push(need);
    }
  }

  /** And with it all those that cannot do without it. */
  fail(candidate: CandidateCube): void {
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

  /** Expanded candidates that it is a part of count as options too, whichever facts that follows from. */
  compare(need: Need): void {
    for (; need.compared < this.#expanded.length; need.compared++) {
      const one = at(this.#expanded, need.compared);
      if (one.state === 'failed' || !mayCover(one.cube.signature, 0, need.cube.signature, 0)) continue;
      if (!need.options.includes(one) && this.#subsumption.covers(one.cube, need.cube)) this.#add(need, one);
    }
  }

  /** Looks for options: those with few facts, and larger ones until there are some. */
  #more(need: Need): void {
    while (need.rounds < mostRounds && (need.options.length === 0 || need.rounds < fewFacts)) {
      need.rounds++;
      for (const part of this.#parts(need.cube, need.rounds)) this.#offer(need, part);
    }
    if (need.options.length === 0) need.isLost = true;
  }

  #parts(cube: Cube, size: number): readonly Cube[] {
    if (size > mostFacts) return cube.size > mostFacts ? this.#leastParts(cube) : [];
    if (size > cube.size) return [];
    return partsOf(
      cube,
      size,
      this.known.map(({ table }) => table),
    );
  }

  /** Of more processes than there are in known states nothing tells whether there may be such states. */
  #leastParts(cube: Cube): readonly Cube[] {
    return aboutFew(cube, this.#mostProcs).flatMap((part) => {
      if (!this.#mayStand(part)) return [];
      const places = placesOf(part);
      return [this.#least(part, places), this.#least(part, places.toReversed())];
    });
  }

  /** Leaves out facts in this order as long as the cube may still be a candidate. */
  #least(cube: Cube, order: readonly number[]): Cube {
    const leftOut = new Set<number>();
    const part = (): Cube =>
      partOf(
        cube,
        placesOf(cube).filter((f) => !leftOut.has(f)),
      );
    for (const f of order) {
      leftOut.add(f);
      if (!this.#mayStand(part())) leftOut.delete(f);
    }
    return part();
  }

  #mayStand(cube: Cube): boolean {
    if (cube.size === 0) return false;
    const before = this.#candidates.get(keyOf(cube));
    if (before?.state === 'failed') return false;
    return !this.isKnown(cube) && !this.#initial.meets(cube);
  }

  #offer(need: Need, part: Cube): void {
    const candidate = this.#candidateFor(part);
    if (candidate === null || candidate.state === 'failed' || need.options.includes(candidate)) return;
    this.#add(need, candidate);
  }

  #add(need: Need, option: CandidateCube): void {
    need.options.push(option);
    addTo(this.#optionOf, option, need);
  }

  #candidateFor(cube: Cube): CandidateCube | null {
    const key = keyOf(cube);
    const known = this.#candidates.get(key);
    if (known !== undefined) return known;
    const candidate: CandidateCube | null = this.#mayStand(cube) ? { cube, state: 'open', needs: [] } : null;
    this.#candidates.set(key, candidate);
    return candidate;
  }
}

/** Without buffers there is nothing else to a cube. */
const keyOf = ({ procs, facts }: Cube): string => `${procs}:${facts.join(' ')}`;
