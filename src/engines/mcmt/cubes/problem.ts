import { commonDenominator, mostFixed, termsOfTransition } from '../../../arrays/walk-system.js';
import type { PlacedTerm } from '../../../arrays/walk-system.js';
import { unsupported } from '../../../diagnostics/diagnostic.js';
import type {
  ArraySystem,
  ArrayTransition,
  CellTerm,
  Linear,
  SymbolId,
  ArrayUpdate,
  ValueType,
} from '../../../lang/arrays/array-system.js';
import { comparisons } from '../../../lang/arrays/array-formula.js';
import { at } from '../../../support/invariant.js';
import { Bounds, largestLimit } from './bounds.js';
import type { SymbolSum } from './bounds.js';
import { IntegerOracle } from './integer-oracle.js';
import { constantVariable } from './numeric-closure.js';
import type { NumericSetting } from './numeric-closure.js';
import { cellCode, maxProcesses, maxSymbols, renamedCode, symbolOf } from './term-codes.js';
import type { TermCode } from './term-codes.js';

/** How values of a type are compared: sets for small enumerations; one by one for large ones; and so on. */
export type ValueSort = 'set' | 'large' | 'abstract' | 'proc' | 'int' | 'real';

/** More constructors than a machine word has bits are compared one by one. */
const maxInSet = 31;

const explicitly = 'take --engine explicit --procs N';

/** A system as the search needs it: what is asked of symbols and transitions all the time, worked out once. */
export class BackwardProblem {
  readonly sorts: readonly ValueSort[];
  readonly arities: readonly number[];
  /** All values of a `set` symbol. */
  readonly full: readonly number[];
  /** Whether cubes only keep what is needed of the order of events, and co is as scheduled. */
  readonly reduced: boolean;
  /** How many constructors there are; 0: values are none. */
  readonly constructors: readonly number[];
  /** Read and written through store buffers. */
  readonly weak: readonly boolean[];
  readonly transitions: readonly BackwardStep[];
  /** Processes 0 .. pinned - 1 are #1, #2, ...: they are in every cube. */
  readonly pinned: number;
  /** A cube has at most so many processes. */
  readonly limit: number;
  /** Whether there are no more processes than `limit` by intent, rather than for want of room. */
  readonly isDeclared: boolean;
  readonly bounds = new Bounds();
  /** Numbers of reals are kept as so many times their value. */
  readonly scale: bigint;
  readonly numbers: NumericSetting;
  /** So many questions about linear arithmetic were asked. */
  linearQueries = 0;

  constructor(
    readonly system: ArraySystem,
    readonly tso: boolean,
    maxProcs: number | null,
    /** Processes that are in every cube, as those are of which the system speaks by number. */
    present = 0,
    reduced = true,
    readonly oracle = new IntegerOracle(),
  ) {
    this.reduced = reduced || !tso;
    const { symbols } = system;
    if (symbols.length > maxSymbols)
      unsupported(`more than ${maxSymbols} variables and arrays`, system.span, explicitly);
    for (const { arity, name, span } of symbols) {
      if (arity > 2) unsupported(`${name} has more than two indices`, span, explicitly);
    }
    const types = symbols.map(({ type }) => type);
    this.sorts = [...twice(types.map(sortOf)), 'proc'];
    // What a stand-in's code says beside its symbol is a number, no process.
    this.arities = [...symbols.map(({ arity }) => arity), ...symbols.map(() => 0), 1];
    this.full = [...twice(types.map((type) => (sortOf(type) === 'set' ? allOf(type) : 0))), 0];
    this.constructors = twice(types.map((type) => (type.kind === 'enum' ? type.constructors.length : 0)));
    this.weak = symbols.map((symbol) => tso && symbol.weak);
    this.pinned = Math.max(mostFixed(system), present);
    const declared = maxProcs ?? system.maxProcs;
    this.isDeclared = declared !== null && declared <= maxProcesses;
    this.limit = Math.min(maxProcesses, declared ?? maxProcesses);
    if (this.pinned > this.limit)
      unsupported(
        `the system speaks of #${this.pinned}, and there are at most ${this.limit} processes here`,
        system.span,
        'raise --max-procs, or number_procs',
      );
    this.scale = commonDenominator(system);
    this.transitions = system.transitions.map((transition, index) => this.#step(transition, index));
    this.numbers = {
      bounds: this.bounds,
      isInteger: (variable) =>
        this.sorts[variable < -1 ? constantVariable(variable) : symbolOf(variable)] !== 'real',
      asked: () => {
        this.linearQueries++;
      },
      oracle,
    };
  }

  /** The same term of other processes: `to[p]` stands for p. */
  renamed(code: TermCode, to: ArrayLike<number>): TermCode {
    return renamedCode(code, at(this.arities, symbolOf(code)), to);
  }

  /** A stand-in for any value that a cell of the symbol may get. */
  standInFor(symbol: number): number {
    return symbol + this.system.symbols.length;
  }

  isStandIn(symbol: number): boolean {
    return symbol >= this.system.symbols.length && symbol < this.#placeSymbol;
  }

  /** The place of a process in the order of all, for comparisons with processes that are stored in cells. */
  placeOf(proc: number): TermCode {
    return cellCode(this.#placeSymbol, proc, 0);
  }

  isPlace(code: TermCode): boolean {
    return symbolOf(code) === this.#placeSymbol;
  }

  get #placeSymbol(): number {
    return 2 * this.system.symbols.length;
  }

  /** The number of a linear expression, scaled where it is a real. */
  limitOf({ numerator, denominator }: Linear, isReal: boolean): number {
    const scaled = isReal ? (numerator * this.scale) / denominator : numerator / denominator;
    const number = Number(scaled);
    if (Math.abs(number) > largestLimit)
      unsupported(`the number ${scaled} is too large`, this.system.span, 'write it with smaller numbers');
    return number;
  }

  sumOf({ constants }: Linear): SymbolSum {
    return constants.map(({ symbol, factor }) => [symbol, Number(factor)] as const);
  }

  #step(transition: ArrayTransition, index: number): BackwardStep {
    const isWeak = (symbol: SymbolId): boolean => at(this.weak, symbol);
    const updates = new Map<number, ArrayUpdate>(transition.updates.map((u) => [u.symbol, u]));
    return {
      transition,
      index,
      updates,
      arity: transition.params.length,
      reads: this.tso && cellsIn(termsOfTransition(transition)).some((term) => isWeak(term.symbol)),
      writes: transition.updates.some((u) => isWeak(u.symbol)),
      conditional: transition.updates.filter((u) => isWeak(u.symbol) && !u.cases.every(isAboutProcesses)),
    };
  }
}

export interface BackwardStep {
  readonly transition: ArrayTransition;
  readonly index: number;
  readonly arity: number;
  readonly updates: ReadonlyMap<number, ArrayUpdate>;
  /** Whether it has a weak cell in its guard, its values or its cases: then it reads, whatever is left of that in a cube. */
  readonly reads: boolean;
  readonly writes: boolean;
  /** Updates of weak cells of which the processes alone do not say which cells are written. */
  readonly conditional: readonly ArrayUpdate[];
}

/** Whether it only asks which processes are the same. */
const isAboutProcesses = ({ when }: ArrayUpdate['cases'][number]): boolean =>
  comparisons(when).every(
    ({ op, left, right }) => left.kind === 'proc' && right.kind === 'proc' && (op === '=' || op === '<>'),
  );

/** The symbols of a system, and their stand-ins. */
const twice = <T>(items: readonly T[]): readonly T[] => [...items, ...items];

function sortOf(type: ValueType): ValueSort {
  if (type.kind !== 'enum') return type.kind;
  return type.constructors.length <= maxInSet ? 'set' : 'large';
}

const allOf = (type: ValueType): number => (type.kind === 'enum' ? 2 ** type.constructors.length - 1 : 0) | 0;

/** The cells that are read where these terms are. */
export const cellsIn = (terms: readonly PlacedTerm[]): readonly CellTerm[] =>
  terms.flatMap(({ term }) => (term.kind === 'cell' ? [term] : []));
