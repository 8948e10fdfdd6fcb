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
  const terms = [...termsIn(cube.facts)];
  const ofReads = new Set(terms.filter(isRead).map(cellOf));
  return { cells: terms.filter((term) => !isRead(term)), ofReads: [...ofReads] };
}

/** A transition with processes for its parameters, taken back from a cube. */
class Instance {
  readonly #values = new Map<TermCode, TermMeaning>();
  /** Weak cells with pending reads that it writes. */
  readonly #matched: TermCode[] = [];
  #ghosts = 0;
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
    return this.#choose([...written, ...this.#undecided(written)], 0, [], 0, 0);
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

  /** Tries all options of the cells from `index` on. Bits: pending reads of others that get their values here, or did before. */
  #choose(
    written: readonly WrittenCell[],
    index: number,
    goals: readonly Goal[],
    satisfied: number,
    missed: number,
  ): Iterable<void> {
    return index === written.length
      ? this.#ordered(goals, satisfied, missed)
      : this.#options(written, index, goals, satisfied, missed);
  }

  *#options(
    written: readonly WrittenCell[],
    index: number,
    goals: readonly Goal[],
    satisfied: number,
    missed: number,
  ): Generator<void> {
    const { cell, options } = at(written, index);
    const ghosts = this.#ghosts;
    for (const option of options) {
      if (this.#isDue()) yield;
      this.#ghosts = ghosts;
      const more = option.goals.length === 0 ? goals : [...goals, ...option.goals];
      if (option.value === 'kept') {
        yield* this.#choose(written, index + 1, more, satisfied, missed);
        continue;
      }
      const value = option.value === 'any' ? this.#ghost(cell) : option.value;
      const next = (s: number, m: number): Iterable<void> => this.#choose(written, index + 1, more, s, m);
      if (at(this.problem.weak, symbolOf(cell))) {
        this.#matched.push(cell);
        yield* this.#match(cell, value, 0, satisfied, missed, next);
        this.#matched.pop();
      } else if (this.#mayBe(cell, value)) {
        this.#values.set(cell, value);
        yield* next(satisfied, missed);
        this.#values.delete(cell);
      }
    }
  }

  /** Own pending reads of the cell get the value, as co is scheduled; of those of others any may. */
  *#match(
    cell: TermCode,
    value: TermMeaning,
    index: number,
    satisfied: number,
    missed: number,
    next: (satisfied: number, missed: number) => Iterable<void>,
  ): Generator<void> {
    if (this.#isDue()) yield;
    const { reads } = this.cube;
    let place = index;
    while (place < reads.length && cellOf(at(reads, place)) !== cell) place++;
    if (place === reads.length) {
      yield* next(satisfied, missed);
      return;
    }
    const read = at(reads, place);
    const isBound = this.problem.reduced && readerOf(read) === this.taken.actor;
    if (this.#mayBe(read, value)) {
      this.#values.set(read, value);
      yield* this.#match(
        cell,
        value,
        place + 1,
        isBound ? satisfied : satisfied | (1 << place),
        missed,
        next,
      );
      this.#values.delete(read);
    }
    if (!isBound) yield* this.#match(cell, value, place + 1, satisfied, missed | (1 << place), next);
  }

  /** Whether the cube lets the term have the value, as far as is seen at once: most are ruled out here. */
  #mayBe(term: TermCode, value: TermMeaning): boolean {
    if (value.kind === 'constructor' && value.sort === 'set')
      return (this.cube.setOf(term) & (1 << value.index)) !== 0;
    if (value.kind !== 'constructor' && value.kind !== 'proc') return true;
    const [known, number] = [this.cube.valueOf(term), value.kind === 'proc' ? value.proc : value.index];
    return known < 0 || known === number;
  }

  #ghost(cell: TermCode): TermMeaning {
    const symbol = this.problem.ghostOf(symbolOf(cell));
    const used = termsIn(this.cube.facts);
    for (let number = this.#ghosts; number < 256; number++) {
      const code = cellCode(symbol, number >> 4, number & 15);
      if (used.has(code)) continue;
      this.#ghosts = number + 1;
      return termOf(code);
    }
    throw new CubeTooLarge('values');
  }

  #ordered(goals: readonly Goal[], satisfied: number, missed: number): Iterable<void> {
    if (!this.problem.tso) return this.#facts(goals, () => [noReach]);
    const { history } = this.cube;
    if (history !== null) return this.#unreduced(goals, history, satisfied);
    const access = this.#accesses(satisfied, missed);
    const reached = reachedBy(this.cube, access);
    if (reached === null) return [];
    return this.#facts(goals, (newReads) => [
      extended(this.cube, this.taken.count, access, reached, newReads),
    ]);
  }

  #unreduced(goals: readonly Goal[], history: EventHistory, satisfied: number): Iterable<void> {
    const { reads: old } = this.cube;
    const { reads, writes, transition } = this.taken.step;
    const histories = withWrites(history, [...old], {
      ...{ actor: this.taken.actor, reads, writes, fence: transition.guard.fence, satisfied },
      writtenCells: writes ? this.#certainlyWritten() : [],
    });
    if (histories.length === 0) return [];
    return this.#facts(goals, (newReads) =>
      histories
        .flatMap((open) => withReads(open, this.taken.actor, newReads))
        .map((open) => openHistory([...old, ...newReads], open)),
    );
  }

  #accesses(satisfied: number, missed: number): Accesses {
    const { cube, taken } = this;
    const { reads, writes, transition } = taken.step;
    return {
      ...{ actor: taken.actor, reads, writes, satisfied, missed, fence: transition.guard.fence },
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

  #facts(
    goals: readonly Goal[],
    reachesOf: (newReads: readonly TermCode[]) => readonly OpenReach[],
  ): Iterable<void> {
    const draft = new CubeDraft(this.problem);
    return addReplaced(this.cube.facts, this.#values, draft) ? this.#solved(goals, draft, reachesOf) : [];
  }

  *#solved(
    goals: readonly Goal[],
    draft: CubeDraft,
    reachesOf: (newReads: readonly TermCode[]) => readonly OpenReach[],
  ): Generator<void> {
    const { guard, universals } = this.taken;
    for (const found of waysOf([guard, ...goals, ...universals], draft)) {
      if (found === 'way') this.#emitWith(draft, reachesOf);
      if (this.#isDue()) yield;
    }
  }

  #emitWith(draft: CubeDraft, reachesOf: (newReads: readonly TermCode[]) => readonly OpenReach[]): void {
    const { problem, cube, taken } = this;
    const facts = draft.close();
    if (facts === null) return;
    const newReads = [...termsIn(facts)].filter((term) => isRead(term) && ordinalOf(term) === newOrdinal);
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

/** Few, as one way may take a millisecond. */
const waysPerYield = 32;
