import { unsupported } from '../../../../src/diagnostics/diagnostic.js';
import { comparisons } from '../../../../src/lang/arrays/array-formula.js';
import type {
  ArrayFormula,
  ArraySystem,
  ArrayTerm,
  CellSymbol,
  Linear,
  SymbolId,
} from '../../../../src/lang/arrays/array-system.js';
import { boolType, rangeType } from '../../../../src/lang/expr/type.js';
import type { Type } from '../../../../src/lang/expr/type.js';
import { assertNever, at } from '../../../../src/support/invariant.js';
import type { ArrayInstance } from '../../../../src/arrays/instance.js';
import type { ArrayState } from '../../../../src/arrays/array-states.js';
import { isFree, scaledNumber } from '../../../../src/arrays/array-values.js';
import { clausesOf, termsOfSystem } from '../../../../src/arrays/walk-system.js';

/** Numbers that may take more values than this are taken for unbounded. */
const mostNumbers = 64;

/** The type of each symbol's cells: a finite one, or the system is refused. Numbers are multiples of 1 / scale. */
export function cellTypes(instance: ArrayInstance, initial: readonly ArrayState[]): readonly Type[] {
  const numbers = new SymbolNumbers(instance, initial);
  return instance.system.symbols.map((symbol) => {
    switch (symbol.type.kind) {
      case 'enum':
        return symbol.type.name === 'bool' ? boolType : upTo(0, symbol.type.constructors.length - 1);
      case 'abstract':
        return upTo(0, instance.cells.filter((cell) => sameAbstract(cell.symbol, symbol)).length);
      case 'int':
      case 'real':
        return numbers.typeOf(symbol);
      case 'proc':
        return upTo(1, instance.procs + 1);
      default:
        return assertNever(symbol.type);
    }
  });
}

const upTo = (lo: number, hi: number): Type => rangeType(BigInt(lo), BigInt(hi));

const sameAbstract = (a: CellSymbol, b: CellSymbol): boolean =>
  a.type.kind === 'abstract' && b.type.kind === 'abstract' && a.type.name === b.type.name;

/** Which numbers get into which symbol, whatever guards say. */
class SymbolNumbers {
  readonly #values: readonly Set<number>[];

  constructor(
    private readonly instance: ArrayInstance,
    initial: readonly ArrayState[],
  ) {
    const { system, cells } = instance;
    this.#values = system.symbols.map(() => new Set<number>());
    for (const { cells: values } of initial)
      for (const { slot, symbol } of cells) if (isNumeric(symbol)) this.#start(symbol, at(values, slot));
    const updates = system.transitions.flatMap((transition) => transition.updates);
    const numeric = updates.filter(({ symbol }) => isNumeric(instance.symbol(symbol)));
    for (let changed = true; changed;) {
      changed = false;
      for (const { symbol, cases } of numeric)
        for (const { value } of cases) changed = this.#enter(instance.symbol(symbol), value) || changed;
    }
  }

  typeOf({ id }: CellSymbol): Type {
    const values = [...at(this.#values, id)];
    return values.length === 0 ? upTo(0, 0) : upTo(Math.min(...values), Math.max(...values));
  }

  #start(symbol: CellSymbol, value: number): void {
    const values = isFree(value) ? this.#anyNumber(symbol) : [value];
    for (const number of values) at(this.#values, symbol.id).add(number);
  }

  /**
   * Where integers are only compared, and their order only with numbers of the text, those that lie beyond the numbers of the text
   * are alike: as many of them do as there are cells to hold them.
   */
  #anyNumber({ name, type, span }: CellSymbol): readonly number[] {
    const { system, cells, numbers, scale } = this.instance;
    if (type.kind !== 'int' || scale !== 1 || !comparesOnly(system))
      return unsupported(`${name} may be any number`, span);
    const holders = cells.filter(({ symbol }) => isNumeric(symbol)).length;
    const lowest = Math.min(0, ...numbers) - holders;
    const count = Math.max(0, ...numbers) + holders - lowest + 1;
    if (count > mostNumbers) return unsupported(`${name} may be too many numbers`, span);
    return Array.from({ length: count }, (_, i) => lowest + i);
  }

  #enter(symbol: CellSymbol, value: ArrayTerm | null): boolean {
    const into = at(this.#values, symbol.id);
    const before = into.size;
    const values = value === null ? this.#anyNumber(symbol) : this.#valuesOf(value, symbol);
    for (const number of values) into.add(number);
    if (into.size > mostNumbers) unsupported(`the numbers of ${symbol.name} have no end`, symbol.span);
    return into.size > before;
  }

  #valuesOf(term: ArrayTerm, { span }: CellSymbol): readonly number[] {
    const { scale } = this.instance;
    if (term.kind === 'number') return this.#sums([scaledNumber(term.value, scale, span)], term.value);
    if (term.kind !== 'cell') return [];
    const values = [...this.#of(term.symbol)];
    if (term.plus === null) return values;
    const added = scaledNumber(term.plus, scale, span);
    return this.#sums(
      values.map((value) => value + added),
      term.plus,
    );
  }

  #sums(values: readonly number[], { constants }: Linear): readonly number[] {
    return constants.reduce<readonly number[]>(
      (sums, { symbol, factor }) =>
        sums.flatMap((sum) => [...this.#of(symbol)].map((value) => sum + Number(factor) * value)),
      values,
    );
  }

  #of(symbol: SymbolId): ReadonlySet<number> {
    return at(this.#values, symbol);
  }
}

const isNumeric = ({ type }: CellSymbol): boolean => type.kind === 'int' || type.kind === 'real';

/** No sums, and no order between cells. */
function comparesOnly(system: ArraySystem): boolean {
  const isPlain = (term: ArrayTerm): boolean =>
    term.kind === 'cell' ? term.plus === null : term.kind !== 'number' || term.value.constants.length === 0;
  const isCell = ({ kind }: ArrayTerm): boolean => kind === 'cell';
  const ordersCells = comparisonsOf(system).some(
    ({ op, left, right }) => (op === '<' || op === '<=') && isCell(left) && isCell(right),
  );
  return !ordersCells && termsOfSystem(system).every(({ term }) => isPlain(term));
}

function comparisonsOf(system: ArraySystem): readonly Extract<ArrayFormula, { kind: 'compare' }>[] {
  const formulas = [
    ...clausesOf(system).map(({ formula }) => formula),
    ...system.transitions.flatMap(({ guard, updates }) => [
      guard.formula,
      ...guard.universals.map(({ formula }) => formula),
      ...updates.flatMap(({ cases }) => cases.map(({ when }) => when)),
    ]),
  ];
  return formulas.flatMap(comparisons);
}
