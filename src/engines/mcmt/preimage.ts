import { at } from '../../support/check.js';
import { everyWay, goal } from './assertion.js';
import type { Goal } from './assertion.js';
import type { Cube, Origin } from './cube.js';
import { Draft } from './draft.js';
import { eachTerm } from './facts.js';
import { CubeTooLarge, cubeOf, noReach } from './finish.js';
import type { History } from './history.js';
import type { Problem, Step } from './problem.js';
import { extended, openHistory, reachedBy } from './reach.js';
import type { Accesses, OpenReach } from './reach.js';
import { StepInstance } from './step-instance.js';
import type { Written } from './step-instance.js';
import { addReplaced } from './substitute.js';
import { cellCode, cellOf, isRead, newOrdinal, ordinalOf, readerOf, symbolOf } from './terms.js';
import type { Code } from './terms.js';
import { withReads, withWrites } from './unreduced.js';
import type { Value } from './values.js';

export type Emit = (cube: Cube) => void;

/** All cubes from which a step leads into the given one, as far as they say more than that cube itself. */
export class PreImages {
  /** Instances of transitions that were looked at, and those that could matter. */
  instances = 0;

  constructor(
    private readonly problem: Problem,
    /** Called where a cube would have more processes than there may be. */
    private readonly onCapped: () => void,
  ) {}

  /** Whether any transition writes what the cube speaks of. */
  exist(cube: Cube): boolean {
    return this.#steps(cube).length > 0;
  }

  /** Yields between the instances of transitions, so that others get their turn. */
  *of(cube: Cube, emit: Emit): Generator<void> {
    for (const step of this.#steps(cube)) yield* this.#instances(cube, step, [], cube.procs, emit);
  }

  #steps(cube: Cube): readonly Step[] {
    const touched = touchable(cube);
    const { transitions, weak } = this.problem;
    return transitions.filter((step) =>
      touched.some(({ symbol, isWeak }) => step.updates.has(symbol) && isWeak === at(weak, symbol)),
    );
  }

  *#instances(cube: Cube, step: Step, procs: readonly number[], count: number, emit: Emit): Generator<void> {
    if (procs.length === step.arity) {
      this.instances++;
      new Instance(this.problem, cube, step, procs, count, emit).run();
      yield;
      return;
    }
    for (let p = 0; p < cube.procs; p++) {
      if (!procs.includes(p)) yield* this.#instances(cube, step, [...procs, p], count, emit);
    }
    if (count < this.problem.limit) yield* this.#instances(cube, step, [...procs, count], count + 1, emit);
    else this.onCapped();
  }
}

/** The symbols of cells that facts speak of, and of pending reads. */
function touchable(cube: Cube): readonly { readonly symbol: number; readonly isWeak: boolean }[] {
  const seen = new Map<number, { readonly symbol: number; readonly isWeak: boolean }>();
  eachTerm(cube.facts, (term) => {
    const symbol = symbolOf(term);
    seen.set(symbol * 2 + (isRead(term) ? 1 : 0), { symbol, isWeak: isRead(term) });
  });
  return [...seen.values()];
}

/** A transition with processes for its parameters, taken back from a cube. */
class Instance {
  readonly #taken: StepInstance;
  readonly #values = new Map<Code, Value>();
  /** Weak cells with pending reads that it writes. */
  readonly #matched: Code[] = [];
  #ghosts = 0;

  constructor(
    private readonly problem: Problem,
    private readonly cube: Cube,
    private readonly step: Step,
    private readonly procs: readonly number[],
    /** With new ones. */
    private readonly count: number,
    private readonly emit: Emit,
  ) {
    this.#taken = new StepInstance(problem, step, procs, count);
  }

  run(): void {
    if (this.#taken.isImpossible) return;
    const written = this.#written();
    if (written.every(({ options }) => options.every(({ value }) => value === 'kept'))) return;
    this.#choose([...written, ...this.#undecided(written)], 0, [], 0, 0);
  }

  /** Without pending reads nothing is ordered. */
  #undecided(written: readonly Written[]): readonly Written[] {
    const { reads, history } = this.cube;
    return reads.length === 0 && history === null ? [] : this.#taken.undecided(written);
  }

  /** The cells of facts and the pending reads that the transition may write, with what it may write to them. */
  #written(): readonly Written[] {
    const cells = new Set<Code>();
    eachTerm(this.cube.facts, (term) => {
      const symbol = symbolOf(term);
      if (this.step.updates.has(symbol) && isRead(term) === at(this.problem.weak, symbol))
        cells.add(cellOf(term));
    });
    return [...cells].map((cell) => ({ cell, options: this.#taken.options(cell) }));
  }

  /** Tries all options of the cells from `index` on. Bits: pending reads of others that get their values here, or did before. */
  #choose(
    written: readonly Written[],
    index: number,
    goals: readonly Goal[],
    satisfied: number,
    missed: number,
  ): void {
    if (index === written.length) {
      this.#ordered(goals, satisfied, missed);
      return;
    }
    const { cell, options } = at(written, index);
    const ghosts = this.#ghosts;
    for (const option of options) {
      this.#ghosts = ghosts;
      const more = option.goals.length === 0 ? goals : [...goals, ...option.goals];
      if (option.value === 'kept') {
        this.#choose(written, index + 1, more, satisfied, missed);
        continue;
      }
      const value = option.value === 'any' ? this.#ghost(cell) : option.value;
      const next = (s: number, m: number): void => this.#choose(written, index + 1, more, s, m);
      if (at(this.problem.weak, symbolOf(cell))) {
        this.#matched.push(cell);
        this.#match(cell, value, 0, satisfied, missed, next);
        this.#matched.pop();
      } else {
        this.#values.set(cell, value);
        next(satisfied, missed);
        this.#values.delete(cell);
      }
    }
  }

  /** Own pending reads of the cell get the value, as co is scheduled; of those of others any may. */
  #match(
    cell: Code,
    value: Value,
    index: number,
    satisfied: number,
    missed: number,
    next: (satisfied: number, missed: number) => void,
  ): void {
    const { reads } = this.cube;
    let place = index;
    while (place < reads.length && cellOf(at(reads, place)) !== cell) place++;
    if (place === reads.length) {
      next(satisfied, missed);
      return;
    }
    const read = at(reads, place);
    const isBound = this.problem.reduced && readerOf(read) === this.#taken.actor;
    this.#values.set(read, value);
    this.#match(cell, value, place + 1, isBound ? satisfied : satisfied | (1 << place), missed, next);
    this.#values.delete(read);
    if (!isBound) this.#match(cell, value, place + 1, satisfied, missed | (1 << place), next);
  }

  #ghost(cell: Code): Value {
    const symbol = this.problem.ghostOf(symbolOf(cell));
    const used = new Set<Code>();
    eachTerm(this.cube.facts, (term) => used.add(term));
    for (let number = this.#ghosts; number < 256; number++) {
      const code = cellCode(symbol, number >> 4, number & 15);
      if (used.has(code)) continue;
      this.#ghosts = number + 1;
      return { kind: 'term', code, sum: [], plus: 0 };
    }
    throw new CubeTooLarge('values');
  }

  #ordered(goals: readonly Goal[], satisfied: number, missed: number): void {
    if (!this.problem.tso) {
      this.#facts(goals, () => [noReach]);
      return;
    }
    const { history } = this.cube;
    if (history !== null) {
      this.#unreduced(goals, history, satisfied);
      return;
    }
    const access = this.#accesses(satisfied, missed);
    const reached = reachedBy(this.cube, access);
    if (reached === null) return;
    this.#facts(goals, (newReads) => [extended(this.cube, this.count, access, reached, newReads)]);
  }

  #unreduced(goals: readonly Goal[], history: History, satisfied: number): void {
    const { reads: old } = this.cube;
    const { reads, writes, transition } = this.step;
    const histories = withWrites(history, [...old], {
      ...{ actor: this.#taken.actor, reads, writes, fence: transition.guard.fence, satisfied },
      cells: writes ? this.#certainlyWritten() : [],
    });
    if (histories.length === 0) return;
    this.#facts(goals, (newReads) =>
      histories
        .flatMap((open) => withReads(open, this.#taken.actor, newReads))
        .map((open) => openHistory([...old, ...newReads], open)),
    );
  }

  #accesses(satisfied: number, missed: number): Accesses {
    const { step, cube } = this;
    const { reads, writes, transition } = step;
    return {
      ...{ actor: this.#taken.actor, reads, writes, satisfied, missed, fence: transition.guard.fence },
      readCells: reads && cube.reach.cells.length > 0 ? this.#taken.readCells() : [],
      writtenCells: writes && (reads || cube.reads.length > 0) ? this.#certainlyWritten() : [],
    };
  }

  /** The weak cells that it writes in any case. Where that depends on values nothing is said: that forbids less. */
  #certainlyWritten(): readonly Code[] {
    return [...new Set([...this.#matched, ...this.#taken.writtenCells()])];
  }

  #facts(goals: readonly Goal[], reachesOf: (newReads: readonly Code[]) => readonly OpenReach[]): void {
    const { problem, cube, step, count } = this;
    const draft = new Draft(problem);
    if (!addReplaced(cube.facts, this.#values, problem, draft)) return;
    const { guard } = step.transition;
    const universal = guard.universals.flatMap(({ formula }) =>
      this.#taken
        .others()
        .map((other) => goal(formula, { ...this.#taken.setting, procs: [...this.procs, other] })),
    );
    everyWay([goal(guard.formula, this.#taken.setting), ...goals, ...universal], problem, draft, () => {
      const facts = draft.close();
      if (facts === null) return false;
      const newReads = new Set<Code>();
      eachTerm(facts, (term) => {
        if (isRead(term) && ordinalOf(term) === newOrdinal) newReads.add(term);
      });
      if (cube.reads.length + newReads.size > 31) throw new CubeTooLarge('pending reads');
      const origin = (here: readonly number[]): Origin => ({
        kind: 'step',
        parent: cube,
        transition: step.index,
        procs: this.procs,
        here,
      });
      for (const reach of reachesOf([...newReads])) {
        this.emit(cubeOf(problem, count, facts, reach, origin, cube.depth + 1));
      }
      return false;
    });
  }
}
