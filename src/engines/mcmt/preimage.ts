import type { ArrayFormula, Update } from '../../ir/array-system.js';
import { at, invariant } from '../../support/check.js';
import { everyWay, goal, refuted } from './assertion.js';
import type { Goal } from './assertion.js';
import type { Cube, Origin } from './cube.js';
import { Draft } from './draft.js';
import { eachTerm } from './facts.js';
import { CubeTooLarge, cubeOf, noReach } from './finish.js';
import type { History } from './history.js';
import { cellsIn, readsOfUpdate } from './problem.js';
import type { Problem, Step } from './problem.js';
import { extended, openHistory, reachedBy } from './reach.js';
import type { Accesses, OpenReach } from './reach.js';
import { addReplaced } from './substitute.js';
import {
  cellCode,
  cellOf,
  firstOf,
  isRead,
  newOrdinal,
  ordinalOf,
  readerOf,
  secondOf,
  symbolOf,
} from './terms.js';
import type { Code } from './terms.js';
import { withReads, withWrites } from './unreduced.js';
import { cellFor, procOf, valueOf } from './values.js';
import type { Setting, Value } from './values.js';

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

/** What may happen to a cell. */
interface Option {
  readonly goals: readonly Goal[];
  /** `any`: some value; `kept`: it is not written. */
  readonly value: Value | 'any' | 'kept';
}

interface Written {
  readonly cell: Code;
  readonly options: readonly Option[];
}

/** A transition with processes for its parameters, taken back from a cube. */
class Instance {
  readonly #setting: Setting;
  readonly #actor: number;
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
    const { actor } = step.transition;
    this.#actor = actor === null ? -1 : at(procs, actor);
    this.#setting = { procs, reader: problem.tso ? this.#actor : -1 };
  }

  run(): void {
    const { guard } = this.step.transition;
    if (decided(guard.formula, this.procs) === false) return;
    const written = this.#written();
    if (written.every(({ options }) => options.every(({ value }) => value === 'kept'))) return;
    this.#choose(written, 0, [], 0, 0);
  }

  /** The cells of facts and the pending reads that the transition may write, with what it may write to them. */
  #written(): readonly Written[] {
    const cells = new Set<Code>();
    eachTerm(this.cube.facts, (term) => {
      const symbol = symbolOf(term);
      if (this.step.updates.has(symbol) && isRead(term) === at(this.problem.weak, symbol))
        cells.add(cellOf(term));
    });
    return [...cells].map((cell) => ({ cell, options: this.#options(cell) }));
  }

  #options(cell: Code): readonly Option[] {
    const update = this.step.updates.get(symbolOf(cell));
    invariant(update !== undefined, 'only cells of updated symbols are asked for');
    const setting = this.#settingOf(update, cell);
    const options: Option[] = [];
    const before: Goal[] = [];
    for (const { when, value } of update.cases) {
      const known = decided(when, setting.procs);
      if (known === false) continue;
      const isReal = at(this.problem.sorts, symbolOf(cell)) === 'real';
      const result = value === null ? 'any' : this.#kept(valueOf(value, this.problem, setting, isReal), cell);
      options.push({ goals: known === true ? [...before] : [...before, goal(when, setting)], value: result });
      if (known === true) return options;
      before.push(refuted(when, setting));
    }
    return [...options, { goals: before, value: 'kept' }];
  }

  /** A plain cell that gets its own value is not written; with weak ones that is a read and a write. */
  #kept(value: Value, cell: Code): Value | 'kept' {
    const same = value.kind === 'term' && value.code === cell && value.plus === 0 && value.sum.length === 0;
    return same ? 'kept' : value;
  }

  #settingOf(update: Update, cell: Code): Setting {
    const bound = [firstOf(cell), secondOf(cell)].slice(0, update.bound.length);
    return { procs: [...this.procs, ...bound], reader: this.#setting.reader };
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
    const isBound = this.problem.reduced && readerOf(read) === this.#actor;
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
      ...{ actor: this.#actor, reads, writes, fence: transition.guard.fence, satisfied },
      cells: writes ? this.#certainlyWritten() : [],
    });
    if (histories.length === 0) return;
    this.#facts(goals, (newReads) =>
      histories
        .flatMap((open) => withReads(open, this.#actor, newReads))
        .map((open) => openHistory([...old, ...newReads], open)),
    );
  }

  #accesses(satisfied: number, missed: number): Accesses {
    const { step, cube } = this;
    const { reads, writes, transition } = step;
    return {
      ...{ actor: this.#actor, reads, writes, satisfied, missed, fence: transition.guard.fence },
      readCells: reads && cube.reach.cells.length > 0 ? this.#readCells() : [],
      writtenCells: writes && (reads || cube.reads.length > 0) ? this.#certainlyWritten() : [],
    };
  }

  /** The weak cells that it reads, as it is written. */
  #readCells(): readonly Code[] {
    const cells = new Set<Code>();
    const add = (terms: ReturnType<typeof cellsIn>, procs: readonly number[]): void => {
      for (const { symbol, indices } of terms) {
        if (at(this.problem.weak, symbol)) cells.add(cellFor(symbol, indices, procs));
      }
    };
    const { guard, updates } = this.step.transition;
    add(cellsIn(guard.formula), this.procs);
    for (const { formula } of guard.universals) {
      for (const other of this.#others()) add(cellsIn(formula), [...this.procs, other]);
    }
    for (const update of updates) {
      const terms = readsOfUpdate(update);
      for (const bound of this.#cellsOf(update)) add(terms, [...this.procs, ...bound]);
    }
    return [...cells];
  }

  /** The weak cells that it writes in any case. Where that depends on values nothing is said: that forbids less. */
  #certainlyWritten(): readonly Code[] {
    return [...new Set([...this.#matched, ...this.#writtenCells()])];
  }

  #writtenCells(): readonly Code[] {
    const cells: Code[] = [];
    for (const update of this.step.updates.values()) {
      if (!at(this.problem.weak, update.symbol)) continue;
      for (const [first, second] of this.#cellsOf(update)) {
        const cell = cellCode(update.symbol, first ?? 0, second ?? 0);
        if (this.#options(cell).every(({ value }) => value !== 'kept')) cells.push(cell);
      }
    }
    return cells;
  }

  /** The indices of the cells of processes that are known. */
  #cellsOf(update: Update): readonly (readonly number[])[] {
    const procs = Array.from({ length: this.count }, (_, p) => p);
    switch (update.bound.length) {
      case 0:
        return [[]];
      case 1:
        return procs.map((p) => [p]);
      default:
        return procs.flatMap((p) => procs.map((q) => [p, q]));
    }
  }

  /** Those that `forall_other` speaks of. */
  #others(): readonly number[] {
    return Array.from({ length: this.count }, (_, p) => p).filter((p) => !this.procs.includes(p));
  }

  #facts(goals: readonly Goal[], reachesOf: (newReads: readonly Code[]) => readonly OpenReach[]): void {
    const { problem, cube, step, count } = this;
    const draft = new Draft(problem);
    if (!addReplaced(cube.facts, this.#values, problem, draft)) return;
    const { guard } = step.transition;
    const universal = guard.universals.flatMap(({ formula }) =>
      this.#others().map((other) => goal(formula, { ...this.#setting, procs: [...this.procs, other] })),
    );
    everyWay([goal(guard.formula, this.#setting), ...goals, ...universal], problem, draft, () => {
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

/** What a formula says if only processes are compared for being the same; null: that depends. */
function decided(formula: ArrayFormula, procs: readonly number[]): boolean | null {
  switch (formula.kind) {
    case 'compare': {
      const { op, left, right } = formula;
      if (left.kind !== 'proc' || right.kind !== 'proc') return null;
      const same = procOf(left.proc, procs) === procOf(right.proc, procs);
      if (op === '=') return same;
      if (op === '<>') return !same;
      return same ? op === '<=' : null;
    }
    case 'not': {
      const part = decided(formula.part, procs);
      return part === null ? null : !part;
    }
    case 'and':
    case 'or': {
      const strong = formula.kind === 'or';
      const parts = new Set(formula.parts.map((part) => decided(part, procs)));
      if (parts.has(strong)) return strong;
      return parts.has(null) ? null : !strong;
    }
  }
}
