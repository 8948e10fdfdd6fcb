import { termsOf, termsOfUpdate, tuples } from '../../../arrays/walk-system.js';
import type { PlacedTerm } from '../../../arrays/walk-system.js';
import type { ArrayFormula, ArrayUpdate } from '../../../lang/arrays/array-system.js';
import { at, invariant } from '../../../support/invariant.js';
import { goal, refuted } from './assertion.js';
import type { Goal } from './assertion.js';
import { cellsIn } from '../cubes/problem.js';
import type { BackwardProblem, BackwardStep } from '../cubes/problem.js';
import { cellCode, firstOf, secondOf, symbolOf } from '../cubes/term-codes.js';
import type { TermCode } from '../cubes/term-codes.js';
import { cellFor, procOf, valueOf } from '../cubes/term-values.js';
import type { ProcessSetting, TermMeaning } from '../cubes/term-values.js';

/** What may happen to a cell. */
export interface WriteOption {
  readonly goals: readonly Goal[];
  /** `any`: some value; `kept`: it is not written. */
  readonly value: TermMeaning | 'any' | 'kept';
}

export interface WrittenCell {
  readonly cell: TermCode;
  readonly options: readonly WriteOption[];
  /** Whether it is not written in any case. */
  readonly isKept: boolean;
}

/** A transition with processes for its parameters: what it reads and writes, whatever it is taken back from. */
export class StepInstance {
  readonly setting: ProcessSetting;
  /** -1: nobody. */
  readonly actor: number;
  /** Whether its guard says of its processes alone that it never happens. */
  readonly isImpossible: boolean;
  readonly guard: Goal;
  readonly #written = new Map<TermCode, WrittenCell>();
  #universals: readonly Goal[] | null = null;
  #readCells: readonly TermCode[] | null = null;
  #writtenCells: readonly TermCode[] | null = null;

  constructor(
    readonly problem: BackwardProblem,
    readonly step: BackwardStep,
    readonly procs: readonly number[],
    /** Of processes that are known, new ones among them. */
    readonly count: number,
  ) {
    const { actor, guard } = step.transition;
    this.actor = actor === null ? -1 : at(procs, actor);
    this.setting = { procs, reader: problem.tso ? this.actor : -1 };
    this.isImpossible = decided(guard.formula, procs) === false;
    this.guard = goal(guard.formula, this.setting);
  }

  /** What holds of each process that it does not name. */
  get universals(): readonly Goal[] {
    this.#universals ??= this.step.transition.guard.universals.flatMap(({ formula }) =>
      this.#others().map((other) => goal(formula, { ...this.setting, procs: [...this.procs, other] })),
    );
    return this.#universals;
  }

  /** What may happen to the cell, whose symbol it updates. */
  written(cell: TermCode): WrittenCell {
    // Asked for very often: a function that makes it would be made in vain.
    const known = this.#written.get(cell);
    if (known !== undefined) return known;
    const options = this.#options(cell);
    const written = { cell, options, isKept: options.every(({ value }) => value === 'kept') };
    this.#written.set(cell, written);
    return written;
  }

  #options(cell: TermCode): readonly WriteOption[] {
    const update = this.step.updates.get(symbolOf(cell));
    invariant(update !== undefined, 'only cells of updated symbols are asked for');
    const setting = this.#settingOf(update, cell);
    const options: WriteOption[] = [];
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
  #kept(value: TermMeaning, cell: TermCode): TermMeaning | 'kept' {
    const same = value.kind === 'term' && value.code === cell && value.plus === 0 && value.sum.length === 0;
    return same ? 'kept' : value;
  }

  #settingOf(update: ArrayUpdate, cell: TermCode): ProcessSetting {
    const bound = [firstOf(cell), secondOf(cell)].slice(0, update.bound.length);
    return { procs: [...this.procs, ...bound], reader: this.setting.reader };
  }

  /**
   * Weak cells without pending reads of which it depends on values whether they are written: that decides what is ordered before
   * what, so both are tried.
   */
  undecided(written: readonly WrittenCell[]): readonly WrittenCell[] {
    const { conditional } = this.step;
    if (conditional.length === 0) return [];
    const known = new Set(written.map(({ cell }) => cell));
    const found: WrittenCell[] = [];
    for (const update of conditional) {
      for (const cell of this.#cellsOf(update)) {
        if (known.has(cell)) continue;
        const { options, isKept } = this.written(cell);
        if (!isKept && options.some(({ value }) => value === 'kept')) found.push(this.written(cell));
      }
    }
    return found;
  }

  /** The weak cells that it reads, as it is written. */
  get readCells(): readonly TermCode[] {
    this.#readCells ??= this.#findReadCells();
    return this.#readCells;
  }

  #findReadCells(): readonly TermCode[] {
    const cells = new Set<TermCode>();
    const add = (terms: readonly PlacedTerm[], procs: readonly number[]): void => {
      for (const { symbol, indices } of cellsIn(terms)) {
        if (at(this.problem.weak, symbol)) cells.add(cellFor(symbol, indices, procs));
      }
    };
    const { guard, updates, span } = this.step.transition;
    add(termsOf(guard.formula), this.procs);
    for (const { formula } of guard.universals) {
      for (const other of this.#others()) add(termsOf(formula), [...this.procs, other]);
    }
    for (const update of updates) {
      const terms = termsOfUpdate(update, span);
      for (const cell of this.#cellsOf(update)) add(terms, this.#settingOf(update, cell).procs);
    }
    return [...cells];
  }

  /** The weak cells that it writes, whatever their values are. */
  get writtenCells(): readonly TermCode[] {
    this.#writtenCells ??= this.#findWrittenCells();
    return this.#writtenCells;
  }

  #findWrittenCells(): readonly TermCode[] {
    const cells: TermCode[] = [];
    for (const update of this.step.updates.values()) {
      if (!at(this.problem.weak, update.symbol)) continue;
      for (const cell of this.#cellsOf(update))
        if (this.written(cell).options.every(({ value }) => value !== 'kept')) cells.push(cell);
    }
    return cells;
  }

  /** The cells of processes that are known. */
  #cellsOf({ symbol, bound }: ArrayUpdate): readonly TermCode[] {
    return tuples(bound.length, this.count).map(([first = 1, second = 1]) =>
      cellCode(symbol, first - 1, second - 1),
    );
  }

  /** Those that `forall_other` speaks of. */
  #others(): readonly number[] {
    return Array.from({ length: this.count }, (_, p) => p).filter((p) => !this.procs.includes(p));
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
