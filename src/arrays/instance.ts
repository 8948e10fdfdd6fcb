import { unsupported } from '../diagnostics/diagnostic.js';
import type { ArraySystem, CellSymbol, SymbolId, ValueType } from '../lang/arrays/array-system.js';
import { rational } from '../lang/arrays/linear-terms.js';
import { assertNever, at } from '../support/invariant.js';
import type { ArrayValue } from './array-values.js';
import { isFree, largestValue, scaledNumber } from './array-values.js';
import { commonDenominator, mostFixed, numbersOf, tuples } from './walk-system.js';

/** A cell of memory: a symbol and the processes that index it. */
export interface ArrayCell {
  readonly slot: number;
  readonly symbol: CellSymbol;
  /** From 1; as many as the symbol's arity. */
  readonly procs: readonly number[];
  /** `X`, `A[#1]`, `M[#1,#2]`. */
  readonly name: string;
}

/**
 * A system with the processes 1 to `procs`. A variable that holds a process may also hold `procs` + 1, the outsider: it stands for
 * a process that takes no step, since the system may have more processes than take part in a run (docs/engines/mcmt.md). Nobody asks
 * universal guards of it, so a run in which it turns up need not be one with `procs` + 1 processes. `closed` leaves it out.
 */
export class ArrayInstance {
  readonly cells: readonly ArrayCell[];
  /** Numbers are multiples of 1 / scale. 1 where no reals are. */
  readonly scale: number;
  readonly #first: readonly number[];
  readonly #domains: readonly (readonly ArrayValue[] | null)[];
  /** The numbers that the system speaks of. */
  readonly numbers: readonly ArrayValue[];

  constructor(
    readonly system: ArraySystem,
    readonly procs: number,
    private readonly closed = false,
  ) {
    if (system.maxProcs !== null && procs > system.maxProcs)
      unsupported(
        `the system has at most ${system.maxProcs} processes`,
        system.span,
        'give --procs a smaller number',
      );
    const fixed = mostFixed(system);
    if (procs < fixed)
      unsupported(
        `the system speaks of #${fixed}, so it has at least ${fixed} processes`,
        null,
        `give --procs ${fixed}`,
      );
    this.#first = firstSlots(system, procs);
    this.cells = system.symbols.flatMap((symbol) =>
      tuples(symbol.arity, procs).map((indices) => ({
        slot: this.slot(symbol.id, indices),
        symbol,
        procs: indices,
        name: cellName(symbol, indices),
      })),
    );
    this.#domains = this.cells.map(({ symbol }) => this.#domain(symbol.type));
    this.scale = scaleOf(system);
    const spoken = numbersOf(system).map(({ number, span }) => scaledNumber(number, this.scale, span));
    this.numbers = [...new Set(spoken)].sort((a, b) => a - b);
  }

  slot(symbol: SymbolId, procs: readonly number[]): number {
    return at(this.#first, symbol) + procs.reduce((place, p) => place * this.procs + p - 1, 0);
  }

  /** All values of the cell; null: there are infinitely many. */
  domain(slot: number): readonly ArrayValue[] | null {
    const domain = this.#domains[slot];
    return domain ?? null;
  }

  symbol(id: SymbolId): CellSymbol {
    return at(this.system.symbols, id);
  }

  /** As the user writes it; `?` for a value that was not chosen. */
  text(slot: number, value: ArrayValue): string {
    if (isFree(value)) return '?';
    const { type } = at(this.cells, slot).symbol;
    switch (type.kind) {
      case 'enum':
        return at(type.constructors, value);
      case 'abstract':
        return `${type.name}_${value + 1}`;
      case 'int':
      case 'real':
        return rationalText(value, this.scale);
      case 'proc':
        return `#${value}`;
      default:
        return assertNever(type);
    }
  }

  /** The value that is written so; null: it is no number that there is. */
  number(text: string): ArrayValue | null {
    const [, numerator = '', denominator = '1'] = /^(-?\d{1,20})(?:\/([1-9]\d{0,9}))?$/.exec(text) ?? [];
    if (numerator === '') return null;
    const scaled = BigInt(numerator) * BigInt(this.scale);
    const value = Number(scaled / BigInt(denominator));
    const isExact = scaled % BigInt(denominator) === 0n && Math.abs(value) <= largestValue;
    return isExact ? value : null;
  }

  #domain(type: ValueType): readonly ArrayValue[] | null {
    switch (type.kind) {
      case 'enum':
        return type.constructors.map((_, i) => i);
      case 'abstract': {
        // Only equality matters, so one value beyond those that the cells can hold is like any other.
        const holders = this.cells.filter(
          (c) => c.symbol.type.kind === 'abstract' && c.symbol.type.name === type.name,
        );
        return [...holders, null].map((_, i) => i);
      }
      case 'int':
      case 'real':
        return null;
      case 'proc':
        return Array.from({ length: this.procs + (this.closed ? 0 : 1) }, (_, i) => i + 1);
      default:
        return assertNever(type);
    }
  }
}

function firstSlots({ symbols }: ArraySystem, procs: number): readonly number[] {
  const first: number[] = [];
  let next = 0;
  for (const { arity } of symbols) {
    first.push(next);
    next += procs ** arity;
  }
  return first;
}

const cellName = ({ name }: CellSymbol, procs: readonly number[]): string =>
  procs.length === 0 ? name : `${name}[${procs.map((p) => `#${p}`).join(',')}]`;

/** Twice the least common denominator, where reals are, so that there is something between any two numbers of the text. */
function scaleOf(system: ArraySystem): number {
  const common = commonDenominator(system);
  if (common > 1000n)
    unsupported('the fractions have no small common denominator', null, 'take --engine mcmt');
  const hasReals = system.symbols.some(({ type }) => type.kind === 'real') || common > 1n;
  return hasReals ? 2 * Number(common) : 1;
}

function rationalText(value: number, scale: number): string {
  const { numerator, denominator } = rational(BigInt(value), BigInt(scale));
  return denominator === 1n ? String(numerator) : `${numerator}/${denominator}`;
}
