import { countWith, placements } from '../../arrays/placements.js';
import { termsOf, termsOfTransition, termsOfUpdate, tuples } from '../../arrays/walk-system.js';
import type { PlacedTerm } from '../../arrays/walk-system.js';
import type { ArrayTransition, ArrayUpdate } from '../../lang/arrays/array-system.js';
import type { CubeTerm, StatedRead, StatedCell, StatedCube } from '../../lang/arrays/stated-cube.js';
import type { SymbolId } from '../../lang/expr/ids.js';
import { at, invariant } from '../../support/invariant.js';
import { numbersBelow } from '../../support/lists.js';
import { groundClaim } from './claims.js';
import { termsOfClaim } from './cube-index.js';
import type { CubeCase } from './cube-index.js';
import { allOf, anyOf, falsity, negated, truth } from './ground.js';
import type { GroundFormula } from './ground.js';
import { NoCheck } from './no-check.js';
import { cellKey, noReads, readsBefore, readsOf, requireRoom } from './reaches.js';
import type { CubeReads, WeakAccesses } from './reaches.js';
import { procOf, GroundVocabulary } from './ground-terms.js';
import type { CubeSetting, GroundPlace, GroundValue } from './ground-terms.js';

/** What has to lie in the cubes. */
export interface CubeObligation extends CubeCase {
  readonly ground: GroundFormula;
}

/** From where a transition leads into the cube, with some of its processes and others; what it does not change is left out. */
export function* stepsBack(
  setting: CubeSetting,
  cube: StatedCube,
  transition: ArrayTransition,
): Generator<readonly CubeObligation[]> {
  if (!transition.updates.some(({ symbol }) => speaksOf(cube, symbol))) return;
  for (const procs of placements(transition.params.length, cube.procs)) {
    const count = countWith(cube.procs, procs);
    if (setting.most !== null && count > setting.most) continue;
    const obligations = [...new StepBack(setting, cube, transition, procs, count).obligations()];
    if (obligations.length > 0) yield obligations;
  }
}

const speaksOf = ({ facts, reads }: StatedCube, symbol: SymbolId): boolean =>
  reads.some((read) => read.symbol === symbol) ||
  facts.some((claim) => termsOfClaim(claim).some((term) => term.kind === 'cell' && term.symbol === symbol));

/** What a cell may get, where none of the options before it applies; `kept`: it is not written, null: it gets any value. */
interface CellOption {
  readonly when: GroundFormula;
  readonly value: GroundValue | 'kept' | null;
}

interface WeakCell extends StatedCell {
  readonly options: readonly CellOption[];
}

/** For one choice of what is written and who gets it. */
interface WeakChoice {
  readonly written: readonly WeakCell[];
  readonly kept: readonly WeakCell[];
  /** Pending reads of others that get their values, and those of written cells that did before (bits). */
  readonly satisfied: number;
  readonly missed: number;
}

/** A transition with processes for its parameters, undone. */
class StepBack {
  readonly #vocabulary: GroundVocabulary;
  readonly #after: CubeReads;
  readonly #actor: number;
  readonly #place: GroundPlace;
  readonly #newReads: StatedRead[] = [];
  readonly #posts = new Map<string, readonly [GroundValue, GroundFormula]>();

  constructor(
    private readonly setting: CubeSetting,
    private readonly cube: StatedCube,
    private readonly transition: ArrayTransition,
    private readonly procs: readonly number[],
    private readonly count: number,
  ) {
    const { actor } = transition;
    this.#actor = actor === null ? -1 : at(procs, actor);
    this.#place = { procs, reader: this.#actor };
    this.#after = setting.hasBuffers ? readsOf(cube) : noReads;
    this.#vocabulary = new GroundVocabulary(setting, count, (...read) => this.#readOf(...read));
  }

  /** The read that the transition makes of the cell. */
  #readOf(symbol: SymbolId, indices: readonly number[], reader: number): number {
    if (reader !== this.#actor)
      throw new NoCheck('a transition reads what another process than its actor sees');
    const known = this.#newReads.findIndex(
      (read) => read.symbol === symbol && indices.every((index, i) => read.indices[i] === index),
    );
    const place = known < 0 ? this.#newReads.push({ symbol, indices, reader }) - 1 : known;
    requireRoom(this.#after.list.length + place);
    return this.#after.list.length + place;
  }

  *obligations(): Generator<CubeObligation> {
    if (!this.#touches()) return;
    const guard = this.#guard();
    if (isNever(guard)) return;
    for (const choice of this.#choices()) {
      const ground = allOf([guard, this.#written(choice), this.#facts(choice), this.#vocabulary.order()]);
      if (isNever(ground)) continue;
      const reads = this.#readsBefore(choice);
      if (reads !== null) yield { ground, reads, vocabulary: this.#vocabulary };
    }
  }

  /** Whether it may write what the cube speaks of. Else the cube has what leads into it. */
  #touches(): boolean {
    const cells = this.cube.facts
      .flatMap(termsOfClaim)
      .flatMap((term) => (term.kind === 'cell' ? [term] : []));
    const reads = this.setting.hasBuffers ? this.cube.reads : [];
    return [...cells, ...reads].some((cell) => {
      const options = this.#options(cell);
      return options !== null && options.some(({ value }) => value !== 'kept');
    });
  }

  #guard(): GroundFormula {
    const { formula, universals } = this.transition.guard;
    return allOf([
      this.#vocabulary.formula(formula, this.#place),
      ...universals.flatMap((universal) =>
        this.#others().map((other) => this.#vocabulary.formula(universal.formula, this.#with([other]))),
      ),
    ]);
  }

  #with(bound: readonly number[]): GroundPlace {
    return { ...this.#place, procs: [...this.procs, ...bound] };
  }

  /** Of all others that are known; that there may be more of whom the guard is not asked makes the set larger only. */
  #others(): readonly number[] {
    return numbersBelow(this.count).filter((proc) => !this.procs.includes(proc));
  }

  /** Null: it is no cell that the transition updates. */
  #options({ symbol, indices }: StatedCell): readonly CellOption[] | null {
    const update = this.transition.updates.find((one) => one.symbol === symbol);
    if (update === undefined) return null;
    const place = this.#with(indices);
    const options: CellOption[] = [];
    let none: GroundFormula = truth;
    for (const { when, value } of update.cases) {
      const applies = this.#vocabulary.formula(when, place);
      const here = allOf([none, applies]);
      if (!isNever(here))
        options.push({ when: here, value: value === null ? null : this.#vocabulary.term(value, place) });
      none = allOf([none, negated(applies)]);
      if (isNever(none)) return options;
    }
    return [...options, { when: none, value: 'kept' }];
  }

  /** The cells of known processes. */
  #cellsOf({ symbol, bound }: ArrayUpdate): readonly StatedCell[] {
    return tuples(bound.length, this.count).map((tuple) => ({ symbol, indices: tuple.map((p) => p - 1) }));
  }

  /** All ways to write weak cells: which, where that is open and matters, and who reads what is written. */
  #choices(): readonly WeakChoice[] {
    let choices: readonly WeakChoice[] = [{ written: [], kept: [], satisfied: 0, missed: 0 }];
    if (!this.setting.hasBuffers) return choices;
    for (const update of this.transition.updates) {
      if (!this.setting.isWeak(update.symbol)) continue;
      for (const stated of this.#cellsOf(update)) {
        const cell = { ...stated, options: this.#options(stated) ?? [] };
        choices = choices.flatMap((choice) => this.#choicesOf(cell, choice));
      }
    }
    return choices;
  }

  #choicesOf(cell: WeakCell, choice: WeakChoice): readonly WeakChoice[] {
    const kept = cell.options.filter(({ value }) => value === 'kept');
    // Where nothing is pending, that it may be written orders nothing.
    if (this.cube.reads.length === 0)
      return [kept.length > 0 ? choice : { ...choice, written: [...choice.written, cell] }];
    const ways: WeakChoice[] = kept.length === 0 ? [] : [{ ...choice, kept: [...choice.kept, cell] }];
    if (kept.length === cell.options.length) return ways;
    let written: readonly WeakChoice[] = [{ ...choice, written: [...choice.written, cell] }];
    for (const [i, read] of this.cube.reads.entries()) {
      if (read.reader === this.#actor || cellKey(read) !== cellKey(cell)) continue;
      written = written.flatMap((one) => [
        { ...one, satisfied: one.satisfied | (1 << i) },
        { ...one, missed: one.missed | (1 << i) },
      ]);
    }
    return [...ways, ...written];
  }

  #written({ written, kept }: WeakChoice): GroundFormula {
    const isKept = (cell: WeakCell, holds: boolean): GroundFormula =>
      anyOf(cell.options.filter(({ value }) => (value === 'kept') === holds).map(({ when }) => when));
    return allOf([...kept.map((cell) => isKept(cell, true)), ...written.map((cell) => isKept(cell, false))]);
  }

  /** The facts of the cube, about what is there before the transition. */
  #facts(choice: WeakChoice): GroundFormula {
    const values: GroundFormula[] = [];
    const valueOf = (term: CubeTerm): GroundValue => {
      const [value, ground] = this.#before(term, choice);
      values.push(ground);
      return value;
    };
    const claims = this.cube.facts.map((claim) => {
      const ground = groundClaim(claim, this.#vocabulary, valueOf);
      invariant(ground !== null, 'all terms of the cube have values');
      return ground;
    });
    return allOf([...claims, ...new Set(values)]);
  }

  /** What a term of the cube is worth, and what has to hold for that. */
  #before(term: CubeTerm, choice: WeakChoice): readonly [GroundValue, GroundFormula] {
    switch (term.kind) {
      case 'process':
        return [this.#vocabulary.process(term.proc), truth];
      case 'cell':
        return this.#post(term, cellKey(term));
      case 'read': {
        const read = at(this.cube.reads, term.read);
        const isWritten = choice.written.some((cell) => cellKey(cell) === cellKey(read));
        const isOwn = read.reader === this.#actor;
        const gets = isWritten && (isOwn || (choice.satisfied & (1 << term.read)) !== 0);
        return gets
          ? this.#post(read, `w ${cellKey(read)}`)
          : [this.#vocabulary.read(read.symbol, term.read), truth];
      }
    }
  }

  /** The value of a cell after the transition. */
  #post(cell: StatedCell, key: string): readonly [GroundValue, GroundFormula] {
    const known = this.#posts.get(key);
    if (known !== undefined) return known;
    const made = this.#madePost(cell);
    this.#posts.set(key, made);
    return made;
  }

  #madePost(cell: StatedCell): readonly [GroundValue, GroundFormula] {
    const { symbol, indices } = cell;
    const isWeak = this.setting.isWeak(symbol);
    const options = this.#options(cell) ?? [{ when: truth, value: 'kept' as const }];
    const possible = isWeak ? options.filter(({ value }) => value !== 'kept') : options;
    const valueOf = ({ value }: CellOption): GroundValue | null =>
      value === 'kept' ? this.#vocabulary.cell(symbol, indices) : value;
    const [only] = possible;
    if (only !== undefined && possible.length === 1) {
      const value = valueOf(only);
      return [value ?? this.#vocabulary.fresh(symbol), only.when];
    }
    const result = this.#vocabulary.fresh(symbol);
    const ways = possible.map((option) => {
      const value = valueOf(option);
      const is = value === null ? truth : this.#vocabulary.compared('=', result, value);
      return allOf([option.when, is]);
    });
    return [result, anyOf(ways)];
  }

  #readsBefore(choice: WeakChoice): CubeReads | null {
    if (!this.setting.hasBuffers) return noReads;
    const { guard } = this.transition;
    const own = this.cube.reads.reduce((bits, read, i) => {
      const isWritten = choice.written.some((cell) => cellKey(cell) === cellKey(read));
      return isWritten && read.reader === this.#actor ? bits | (1 << i) : bits;
    }, 0);
    const access: WeakAccesses = {
      ...{ actor: this.#actor, fence: guard.fence, newReads: this.#newReads },
      reads: termsOfTransition(this.transition).some((placed) => this.#isWeakTerm(placed)),
      writes: this.transition.updates.some(({ symbol }) => this.setting.isWeak(symbol)),
      readCells: this.#readCells(),
      writtenCells: choice.written.map(cellKey),
      satisfied: choice.satisfied | own,
      satisfiedOfOthers: choice.satisfied,
      missed: choice.missed,
    };
    return readsBefore(this.#after, this.count, access);
  }

  #isWeakTerm({ term }: PlacedTerm): boolean {
    return term.kind === 'cell' && this.setting.isWeak(term.symbol);
  }

  /** The weak cells that the text of the transition reads. */
  #readCells(): readonly string[] {
    const { guard, updates, span } = this.transition;
    const cells = new Set<string>();
    const add = (terms: readonly PlacedTerm[], place: GroundPlace): void => {
      for (const { term } of terms)
        if (term.kind === 'cell' && this.setting.isWeak(term.symbol)) {
          const indices = term.indices.map((index) => procOf(index, place));
          cells.add(cellKey({ symbol: term.symbol, indices }));
        }
    };
    add(termsOf(guard.formula), this.#place);
    for (const { formula } of guard.universals)
      for (const other of this.#others()) add(termsOf(formula), this.#with([other]));
    for (const update of updates)
      for (const { indices } of this.#cellsOf(update)) add(termsOfUpdate(update, span), this.#with(indices));
    return [...cells];
  }
}

const isNever = (ground: GroundFormula): boolean =>
  ground === falsity || (ground.kind === 'or' && ground.parts.length === 0);
