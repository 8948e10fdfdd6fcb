import { at } from '../../../support/invariant.js';
import { waysOf } from './assertion.js';
import type { Goal } from './assertion.js';
import type { Cube, CubeOrigin } from '../cubes/cube.js';
import { CubeDraft } from '../cubes/draft.js';
import { termsIn } from '../cubes/facts.js';
import { CubeTooLarge, cubeOf, noReach } from '../cubes/finish.js';
import type { EventHistory } from '../cubes/event-history.js';
import type { BackwardProblem, BackwardStep } from '../cubes/problem.js';
import { extended, openHistory, reachedBy } from '../cubes/reach.js';
import type { Accesses, OpenReach } from '../cubes/reach.js';
import type { StepInstance, WrittenCell } from './step-instance.js';
import { StepInstances } from './step-instances.js';
import { closedWithoutStandIns } from '../cubes/stand-in-cases.js';
import { addReplaced } from '../cubes/substitute-terms.js';
import { cellCode, cellOf, isRead, newOrdinal, ordinalOf, readerOf, symbolOf } from '../cubes/term-codes.js';
import type { TermCode } from '../cubes/term-codes.js';
import { withReads, withWrites } from './unreduced.js';
import { termOf } from '../cubes/term-values.js';
import type { TermMeaning } from '../cubes/term-values.js';

export type Emit = (cube: Cube) => void;

/** All cubes from which a step leads into the given one, as far as they say more than that cube itself. */
export class PreImages {
  /** So many instances of transitions were looked at. */
  instances = 0;
  readonly #instances: StepInstances;

  constructor(
    private readonly problem: BackwardProblem,
    /** Called where a cube would have more processes than there may be. */
    onCapped: () => void,
  ) {
    this.#instances = new StepInstances(problem, onCapped);
  }

  /** The transitions that may write what the cube speaks of. */
  into(cube: Cube): readonly StepInto[] {
    const spoken = cellsOf(cube);
    return this.problem.transitions
      .map((step) => ({ step, touched: this.#touched(spoken, step) }))
      .filter(({ touched }) => touched.length > 0);
  }

  /** Yields between the instances of transitions, and within those that go through many ways, so that others get their turn. */
  *of(cube: Cube, steps: readonly StepInto[], emit: Emit): Generator<void> {
    for (const { step, touched } of steps) {
      for (const taken of this.#instances.of(step, cube.procs)) {
        this.instances++;
        yield* new Instance(this.problem, cube, taken, touched, emit).run();
        yield;
      }
    }
  }

  /** The cells of facts and of pending reads of which some instance of the transition may write. */
  #touched(spoken: Spoken, { updates }: BackwardStep): readonly TermCode[] {
    const { weak } = this.problem;
    const has = (isWeak: boolean, cell: TermCode): boolean =>
      updates.has(symbolOf(cell)) && isWeak === at(weak, symbolOf(cell));
    return [
      ...spoken.cells.filter((cell) => has(false, cell)),
      ...spoken.ofReads.filter((cell) => has(true, cell)),
    ];
  }
}

export interface StepInto {
  readonly step: BackwardStep;
  /** The cells of a cube of which some instance of it may write. */
  readonly touched: readonly TermCode[];
}

interface Spoken {
  /** Of facts. */
  readonly cells: readonly TermCode[];
  /** Of pending reads. */
  readonly ofReads: readonly TermCode[];
}

function cellsOf(cube: Cube): Spoken {
  const cells = termsIn(cube.facts, (term) => !isRead(term));
  const ofReads = new Set([...termsIn(cube.facts, isRead)].map(cellOf));
  return { cells: [...cells], ofReads: [...ofReads] };
}

/** The orders that events may have before the transition, which reads this. */
type ReachesOf = (newReads: readonly TermCode[]) => readonly OpenReach[];

/** A transition with processes for its parameters, taken back from a cube. */
class Instance {
  /** What may happen to each cell that it may write; its options are gone through one cell after the other. */
  #written: readonly WrittenCell[] = [];
  /** What the options that were taken ask for, and what they give to terms. */
  readonly #goals: Goal[] = [];
  readonly #values = new Map<TermCode, TermMeaning>();
  /** Weak cells with pending reads that it writes. */
  readonly #matched: TermCode[] = [];
  /** Pending reads of others that get their values here, and those of its cells that did before (bits). */
  #satisfied = 0;
  #missed = 0;
  #standIns = 0;
  #ways = 0;

  constructor(
    private readonly problem: BackwardProblem,
    private readonly cube: Cube,
    private readonly taken: StepInstance,
    /** The cells of the cube that its transition may write. */
    private readonly touched: readonly TermCode[],
    private readonly emit: Emit,
  ) {}

  /** Yields now and then: of ways there may be exponentially many, also where none leads to a cube. */
  run(): Iterable<void> {
    const { taken } = this;
    if (taken.isImpossible) return [];
    const written = this.touched.map((cell) => taken.written(cell));
    if (written.every(({ isKept }) => isKept)) return [];
    this.#written = [...written, ...this.#undecided(written)];
    return this.#choose(0);
  }

  /** Whether it is time to yield. */
  #isDue(): boolean {
    this.#ways++;
    return this.#ways % waysPerYield === 0;
  }

  /** Without pending reads nothing is ordered. */
  #undecided(written: readonly WrittenCell[]): readonly WrittenCell[] {
    const { reads, history } = this.cube;
    return reads.length === 0 && history === null ? [] : this.taken.undecided(written);
  }

  /** Tries all options of the cells from `index` on. */
  #choose(index: number): Iterable<void> {
    return index === this.#written.length ? this.#ordered() : this.#options(index);
  }

  *#options(index: number): Generator<void> {
    const { cell, options } = at(this.#written, index);
    const [standIns, goals] = [this.#standIns, this.#goals.length];
    for (const option of options) {
      if (this.#isDue()) yield;
      this.#standIns = standIns;
      this.#goals.length = goals;
      this.#goals.push(...option.goals);
      if (option.value === 'kept') {
        yield* this.#choose(index + 1);
        continue;
      }
      const value = option.value === 'any' ? this.#standIn(cell) : option.value;
      if (at(this.problem.weak, symbolOf(cell))) {
        this.#matched.push(cell);
        yield* this.#match(cell, value, 0, index + 1);
        this.#matched.pop();
      } else if (this.#mayBe(cell, value)) {
        this.#values.set(cell, value);
        yield* this.#choose(index + 1);
        this.#values.delete(cell);
      }
    }
    this.#goals.length = goals;
  }

  /** Own pending reads of the cell get the value, as co is scheduled; of those of others any may. Then the cells from `next` on. */
  *#match(cell: TermCode, value: TermMeaning, from: number, next: number): Generator<void> {
    if (this.#isDue()) yield;
    const { reads } = this.cube;
    let place = from;
    while (place < reads.length && cellOf(at(reads, place)) !== cell) place++;
    if (place === reads.length) {
      yield* this.#choose(next);
      return;
    }
    const read = at(reads, place);
    const isBound = this.problem.reduced && readerOf(read) === this.taken.actor;
    const bit = isBound ? 0 : 1 << place;
    if (this.#mayBe(read, value)) {
      this.#values.set(read, value);
      this.#satisfied |= bit;
      yield* this.#match(cell, value, place + 1, next);
      this.#satisfied &= ~bit;
      this.#values.delete(read);
    }
    if (isBound) return;
    this.#missed |= bit;
    yield* this.#match(cell, value, place + 1, next);
    this.#missed &= ~bit;
  }

  /** Whether the cube lets the term have the value, as far as is seen at once: most are ruled out here. */
  #mayBe(term: TermCode, value: TermMeaning): boolean {
    if (value.kind === 'constructor' && value.sort === 'set')
      return (this.cube.setOf(term) & (1 << value.index)) !== 0;
    if (value.kind !== 'constructor' && value.kind !== 'proc') return true;
    const [known, number] = [this.cube.valueOf(term), value.kind === 'proc' ? value.proc : value.index];
    return known < 0 || known === number;
  }

  #standIn(cell: TermCode): TermMeaning {
    const number = this.#standIns++;
    if (number >= mostStandIns) throw new CubeTooLarge('values');
    return termOf(cellCode(this.problem.standInFor(symbolOf(cell)), number >> 4, number & 15));
  }

  #ordered(): Iterable<void> {
    if (!this.problem.tso) return this.#facts(() => [noReach]);
    const { history } = this.cube;
    if (history !== null) return this.#unreduced(history);
    const access = this.#accesses();
    const reached = reachedBy(this.cube, access);
    if (reached === null) return [];
    return this.#facts((newReads) => [extended(this.cube, this.taken.count, access, reached, newReads)]);
  }

  #unreduced(history: EventHistory): Iterable<void> {
    const { reads } = this.cube;
    const { step, actor } = this.taken;
    const histories = withWrites(history, reads, {
      ...this.#accesses(),
      writtenCells: step.writes ? this.#certainlyWritten() : [],
    });
    if (histories.length === 0) return [];
    return this.#facts((newReads) =>
      histories
        .flatMap((open) => withReads(open, actor, newReads))
        .map((open) => openHistory([...reads, ...newReads], open)),
    );
  }

  #accesses(): Accesses {
    const { cube, taken } = this;
    const { reads, writes, transition } = taken.step;
    return {
      ...{ actor: taken.actor, reads, writes, fence: transition.guard.fence },
      ...{ satisfied: this.#satisfied, missed: this.#missed },
      readCells: reads && cube.reach.cells.length > 0 ? taken.readCells : [],
      writtenCells: writes && (reads || cube.reads.length > 0) ? this.#certainlyWritten() : [],
    };
  }

  /** The weak cells that it writes in any case. Where that depends on values nothing is said: that forbids less. */
  #certainlyWritten(): readonly TermCode[] {
    const { writtenCells } = this.taken;
    return this.#matched.every((cell) => writtenCells.includes(cell))
      ? writtenCells
      : [...new Set([...writtenCells, ...this.#matched])];
  }

  #facts(reachesOf: ReachesOf): Iterable<void> {
    const draft = new CubeDraft(this.problem);
    return addReplaced(this.cube.facts, this.#values, draft) ? this.#solved(draft, reachesOf) : [];
  }

  *#solved(draft: CubeDraft, reachesOf: ReachesOf): Generator<void> {
    const { guard, universals } = this.taken;
    for (const found of waysOf([guard, ...this.#goals, ...universals], draft)) {
      if (found === 'way') yield* this.#emitAll(draft, reachesOf);
      else if (this.#isDue()) yield;
    }
  }

  *#emitAll(draft: CubeDraft, reachesOf: ReachesOf): Generator<void> {
    for (const facts of closedWithoutStandIns(draft)) {
      if (facts !== null) this.#emit(facts, reachesOf);
      if (this.#isDue()) yield;
    }
  }

  #emit(facts: Int32Array, reachesOf: ReachesOf): void {
    const { problem, cube, taken } = this;
    const newReads = [...termsIn(facts, (term) => isRead(term) && ordinalOf(term) === newOrdinal)];
    if (cube.reads.length + newReads.length > 31) throw new CubeTooLarge('pending reads');
    const origin = (here: readonly number[]): CubeOrigin => ({
      kind: 'step',
      parent: cube,
      transition: taken.step.index,
      procs: taken.procs,
      here,
    });
    for (const reach of reachesOf(newReads)) {
      this.emit(cubeOf(problem, taken.count, facts, reach, origin));
    }
  }
}

/** In the code of a stand-in there are eight bits for its number. */
const mostStandIns = 256;

/** Few, as one way may take a millisecond. */
const waysPerYield = 32;
