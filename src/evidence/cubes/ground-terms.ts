import { comparesProcesses } from '../../arrays/processes.js';
import { mostFixed, tuples } from '../../arrays/walk-system.js';
import type {
  ArrayCompareOp,
  ArrayFormula,
  ArraySystem,
  ArrayTerm,
  CellTerm,
  Linear,
  ProcTerm,
  ValueType,
} from '../../lang/arrays/array-system.js';
import type { SymbolId } from '../../lang/expr/ids.js';
import { lcm } from '../../support/divisors.js';
import { at, invariant } from '../../support/invariant.js';
import { numbersBelow } from '../../support/lists.js';
import type { VariableDomains } from './open-cases.js';
import { allOf, anyOf, falsity, negated, truth } from './ground.js';
import type { GroundFormula, IntegerSum } from './ground.js';
import { NoCheck } from './no-check.js';
import { plusTimes, scaled } from './sums.js';

/** What a term is, in one obligation. */
export type GroundValue =
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'process'; readonly proc: number }
  | { readonly kind: 'variable'; readonly variable: number }
  | { readonly kind: 'number'; readonly sum: IntegerSum; readonly denominator: bigint };

/** How a symbol's values are told apart. */
type GroundSort = 'finite' | 'process' | 'integer' | 'real';

/** More values than these are told apart as numbers. */
const mostValues = 30;

/** A system as the checker of cubes reads it. */
export class CubeSetting {
  /** The first processes of each cube are #1, #2, ... */
  readonly pinned: number;
  readonly #sorts: readonly GroundSort[];
  /** Whether it matters which of two processes comes first: then processes are numbers. */
  readonly hasOrder: boolean;

  constructor(
    readonly system: ArraySystem,
    readonly hasBuffers: boolean,
    /** There are at most so many processes; null: any number. */
    readonly most: number | null,
  ) {
    this.pinned = mostFixed(system);
    this.hasOrder = comparesProcesses(system);
    this.#sorts = system.symbols.map(({ type }) => sortOf(type, this.hasOrder));
  }

  sortOf(symbol: SymbolId): GroundSort {
    return at(this.#sorts, symbol);
  }

  isWeak(symbol: SymbolId): boolean {
    return this.hasBuffers && at(this.system.symbols, symbol).weak;
  }
}

function sortOf(type: ValueType, hasOrder: boolean): GroundSort {
  switch (type.kind) {
    case 'enum':
      return type.constructors.length <= mostValues ? 'finite' : 'integer';
    case 'proc':
      return hasOrder ? 'integer' : 'process';
    // There are as many values as one likes, and only equality is asked.
    case 'abstract':
    case 'int':
      return 'integer';
    case 'real':
      return 'real';
  }
}

/** Who is meant by the variables of a formula, and by whom weak cells are read; -1: nobody, the cell itself is meant. */
export interface GroundPlace {
  readonly procs: readonly number[];
  readonly reader: number;
}

interface GroundVariable {
  readonly sort: GroundSort;
  /** Of `finite`. */
  readonly size: number;
}

/** The variables of one obligation about some processes. */
export class GroundVocabulary {
  readonly #variables: GroundVariable[] = [];
  readonly #cells = new Map<number, number>();
  readonly #reads = new Map<number, number>();
  readonly #places = new Map<number, number>();

  constructor(
    readonly setting: CubeSetting,
    readonly procs: number,
    /** The pending read of a cell by a process; only with buffers. */
    private readonly readOf: (symbol: SymbolId, indices: readonly number[], reader: number) => number,
  ) {
    if (procs > mostProcs) throw new NoCheck(`a cube is about more than ${mostProcs} processes`);
  }

  /** As it is known when all has been said. */
  variables(): VariableDomains {
    const others = this.#variables.filter(({ sort }) => sort === 'process').length;
    if (this.procs + others > mostValues && others > 0)
      throw new NoCheck('a step speaks of too many processes');
    const all = (values: number): number => 2 ** values - 1;
    return {
      // Any two may hold two different processes of which nothing else is known.
      domains: this.#variables.map(({ sort, size }) =>
        sort === 'process' ? all(this.procs + others) : all(size),
      ),
      isInteger: (variable) => at(this.#variables, variable).sort !== 'real',
    };
  }

  cell(symbol: SymbolId, indices: readonly number[]): GroundValue {
    const key = cellKey(symbol, indices);
    return this.#value(symbol, this.#cells, key);
  }

  read(symbol: SymbolId, read: number): GroundValue {
    return this.#value(symbol, this.#reads, read);
  }

  /** Null: nothing was said of it. */
  knownCell(symbol: SymbolId, indices: readonly number[]): GroundValue | null {
    const variable = this.#cells.get(cellKey(symbol, indices));
    return variable === undefined ? null : this.#valueOf(symbol, variable);
  }

  knownRead(symbol: SymbolId, read: number): GroundValue | null {
    const variable = this.#reads.get(read);
    return variable === undefined ? null : this.#valueOf(symbol, variable);
  }

  /** From now on it speaks of each cell of its processes; false: it has done so before. */
  speakOfAllCells(): boolean {
    const before = this.#cells.size;
    for (const { id, arity } of this.setting.system.symbols)
      if (!this.setting.isWeak(id))
        for (const tuple of tuples(arity, this.procs))
          this.cell(
            id,
            tuple.map((p) => p - 1),
          );
    return this.#cells.size > before;
  }

  /** A value of the symbol's type that has no name. */
  fresh(symbol: SymbolId): GroundValue {
    return this.#valueOf(symbol, this.#made(symbol));
  }

  process(proc: number): GroundValue {
    return { kind: 'process', proc };
  }

  #value(symbol: SymbolId, known: Map<number, number>, key: number): GroundValue {
    let variable = known.get(key);
    if (variable === undefined) known.set(key, (variable = this.#made(symbol)));
    return this.#valueOf(symbol, variable);
  }

  #made(symbol: SymbolId): number {
    const { type } = at(this.setting.system.symbols, symbol);
    const sort = this.setting.sortOf(symbol);
    const size = sort === 'finite' && type.kind === 'enum' ? type.constructors.length : 0;
    return this.#variables.push({ sort, size }) - 1;
  }

  #valueOf(symbol: SymbolId, variable: number): GroundValue {
    const sort = this.setting.sortOf(symbol);
    return sort === 'finite' || sort === 'process' ? { kind: 'variable', variable } : numberOf(variable);
  }

  /** What all know of processes as numbers: they differ, and those without a name of their own come last. */
  order(): GroundFormula {
    if (!this.setting.hasOrder) return truth;
    const unnamed = numbersBelow(this.procs).slice(this.setting.pinned);
    const last: GroundValue = constant(BigInt(this.setting.pinned));
    return allOf(
      unnamed.flatMap((proc, i) => [
        this.compared('<', last, this.process(proc)),
        ...unnamed.slice(0, i).map((other) => {
          const { sum } = added(this.#placeOf(other), this.#placeOf(proc), -1n);
          return compareToZero('<>', sum);
        }),
      ]),
    );
  }

  formula(formula: ArrayFormula, place: GroundPlace): GroundFormula {
    switch (formula.kind) {
      case 'compare': {
        const { op, left, right } = formula;
        return this.compared(op, this.term(left, place), this.term(right, place));
      }
      case 'and':
        return allOf(formula.parts.map((part) => this.formula(part, place)));
      case 'or':
        return anyOf(formula.parts.map((part) => this.formula(part, place)));
      case 'not':
        return negated(this.formula(formula.part, place));
    }
  }

  term(term: ArrayTerm, place: GroundPlace): GroundValue {
    switch (term.kind) {
      case 'constructor':
        return { kind: 'code', code: term.index };
      case 'proc':
        return this.process(procOf(term.proc, place));
      case 'number':
        return this.#linear(term.value);
      case 'cell': {
        const value = this.#cellTerm(term, place);
        return term.plus === null ? value : this.#plus(value, this.#linear(term.plus));
      }
    }
  }

  #cellTerm({ symbol, indices, view }: CellTerm, place: GroundPlace): GroundValue {
    const procs = indices.map((index) => procOf(index, place));
    if (!this.setting.isWeak(symbol)) return this.cell(symbol, procs);
    const reader = view === null ? place.reader : procOf(view, place);
    return place.reader === everybody || reader < 0
      ? this.cell(symbol, procs)
      : this.read(symbol, this.readOf(symbol, procs, reader));
  }

  #linear({ numerator, denominator, constants }: Linear): GroundValue {
    return constants.reduce<GroundValue>(
      (sum, { symbol, factor }) => this.#plus(sum, times(this.#asNumber(this.cell(symbol, [])), factor)),
      { kind: 'number', sum: { terms: [], constant: numerator }, denominator },
    );
  }

  #plus(left: GroundValue, right: GroundValue): GroundValue {
    return added(this.#asNumber(left), this.#asNumber(right), 1n);
  }

  /** `sum op 0`. */
  sum(
    op: '<' | '<=' | '<>',
    terms: readonly (readonly [bigint, GroundValue])[],
    constantPart: GroundNumber,
  ): GroundFormula {
    const all = terms.reduce(
      (sum, [factor, value]) => added(sum, times(this.#asNumber(value), factor), 1n),
      constantPart,
    );
    return compareToZero(op, all.sum);
  }

  compared(op: ArrayCompareOp, left: GroundValue, right: GroundValue): GroundFormula {
    if (op === '<>') return negated(this.compared('=', left, right));
    const isOrdered = op !== '=' || left.kind === 'number' || right.kind === 'number';
    if (isOrdered) {
      const { sum } = added(this.#asNumber(left), this.#asNumber(right), -1n);
      return op === '=' ? compareToZero('=', sum) : compareToZero(op, sum);
    }
    if (left.kind === 'variable') return equalTo(left.variable, right);
    if (right.kind === 'variable') return equalTo(right.variable, left);
    return isSameConstant(left, right) ? truth : falsity;
  }

  #asNumber(value: GroundValue): GroundNumber {
    switch (value.kind) {
      case 'number':
        return value;
      case 'code':
        return constant(BigInt(value.code));
      case 'process':
        return this.#placeOf(value.proc);
      case 'variable':
        throw new NoCheck('what is no number is compared as one');
    }
  }

  #placeOf(proc: number): GroundNumber {
    if (proc < this.setting.pinned) return constant(BigInt(proc + 1));
    let place = this.#places.get(proc);
    if (place === undefined) {
      place = this.#variables.push({ sort: 'integer', size: 0 }) - 1;
      this.#places.set(proc, place);
    }
    return numberOf(place);
  }
}

/** As a reader: all see the same, as at the start. */
export const everybody = -2;

const mostProcs = 24;

type GroundNumber = Extract<GroundValue, { readonly kind: 'number' }>;

const cellKey = (symbol: SymbolId, [first = 0, second = 0]: readonly number[]): number =>
  (symbol * 32 + first) * 32 + second;

export function procOf(proc: ProcTerm, { procs }: GroundPlace): number {
  return proc.kind === 'fixed' ? proc.number - 1 : at(procs, proc.index);
}

const numberOf = (variable: number): GroundNumber => ({
  kind: 'number',
  sum: { terms: [[variable, 1n]], constant: 0n },
  denominator: 1n,
});

const constant = (value: bigint): GroundNumber => ({
  kind: 'number',
  sum: { terms: [], constant: value },
  denominator: 1n,
});

const times = ({ sum, denominator }: GroundNumber, factor: bigint): GroundNumber => ({
  kind: 'number',
  sum: scaled(sum, factor),
  denominator,
});

/** `left + by * right`. */
function added(left: GroundNumber, right: GroundNumber, by: bigint): GroundNumber {
  const denominator = lcm(left.denominator, right.denominator);
  const sum = plusTimes(
    scaled(left.sum, denominator / left.denominator),
    right.sum,
    (by * denominator) / right.denominator,
  );
  return { kind: 'number', sum, denominator };
}

/** Denominators are positive, so they make no difference. */
function compareToZero(op: '<' | '<=' | '<>' | '=', sum: IntegerSum): GroundFormula {
  return op === '<>'
    ? { kind: 'sum', sum: signed(sum), op: '=', holds: false }
    : { kind: 'sum', sum: op === '=' ? signed(sum) : sum, op, holds: true };
}

/** Of a sum and its opposite the same one. */
const signed = (sum: IntegerSum): IntegerSum => ((sum.terms[0]?.[1] ?? 1n) < 0n ? scaled(sum, -1n) : sum);

function equalTo(variable: number, value: GroundValue): GroundFormula {
  switch (value.kind) {
    case 'code':
      return { kind: 'in', variable, values: 1 << value.code, holds: true };
    case 'process':
      return { kind: 'in', variable, values: 1 << value.proc, holds: true };
    case 'variable':
      return { kind: 'same', left: variable, right: value.variable, holds: true };
    case 'number':
      invariant(false, 'numbers are compared as numbers');
  }
}

function isSameConstant(left: GroundValue, right: GroundValue): boolean {
  if (left.kind === 'code') return right.kind === 'code' && left.code === right.code;
  return left.kind === 'process' && right.kind === 'process' && left.proc === right.proc;
}
