import { unsupported } from '../../diagnostics/diagnostic.js';
import { assertNever, at, invariant } from '../../support/invariant.js';
import type {
  ArrayFormula,
  ArraySystem,
  ArrayTerm,
  CellSymbol,
  Linear,
  ProcTerm,
  ValueType,
} from './array-system.js';

/** What formulas of a system speak of: its symbols, and what its process variables are called here. */
export interface CubNames {
  readonly symbols: readonly CellSymbol[];
  /** By the place of the variable. */
  readonly processes: readonly string[];
}

export const namesIn = ({ symbols }: ArraySystem, processes: readonly string[]): CubNames => ({
  symbols,
  processes,
});

/** A formula as `.cub` files write it; parts that an `&&` joins are in parentheses where they need to be. */
export function printArrayFormula(formula: ArrayFormula, names: CubNames): string {
  switch (formula.kind) {
    case 'compare': {
      const { left, right, op } = formula;
      const real = isReal(left, names) || isReal(right, names);
      return `${printTerm(left, real, names)} ${op} ${printTerm(right, real, names)}`;
    }
    case 'and':
      if (formula.parts.length === 0) return 'true';
      return formula.parts.map((part) => printPart(part, names)).join(' && ');
    case 'or':
      if (formula.parts.length === 0) return 'false';
      return formula.parts.map((part) => printPart(part, names)).join(' || ');
    case 'not':
      return `not (${printArrayFormula(formula.part, names)})`;
    default:
      return assertNever(formula);
  }
}

/** A part of a conjunction or disjunction. */
export function printPart(formula: ArrayFormula, names: CubNames): string {
  const text = printArrayFormula(formula, names);
  const compound = (formula.kind === 'and' || formula.kind === 'or') && formula.parts.length > 0;
  return compound ? `(${text})` : text;
}

/** `type` is what the term is compared with or assigned to: an integral number of a real is written 1.0. */
export const printArrayTerm = (term: ArrayTerm, type: ValueType, names: CubNames): string =>
  printTerm(term, type.kind === 'real' || isReal(term, names), names);

function printTerm(term: ArrayTerm, real: boolean, names: CubNames): string {
  switch (term.kind) {
    case 'constructor':
      return at(term.type.constructors, term.index);
    case 'proc':
      return printProc(term.proc, names);
    case 'cell': {
      const indices = term.indices.map((index) => printProc(index, names));
      const view = term.view === null ? '' : `${printProc(term.view, names)} @ `;
      const place = `${at(names.symbols, term.symbol).name}${printIndices(indices)}`;
      return `${view}${place}${term.plus === null ? '' : signed(term.plus, real, names)}`;
    }
    case 'number':
      return unsigned(signed(term.value, real, names)) || (real ? '0.0' : '0');
    default:
      return assertNever(term);
  }
}

export const printIndices = (indices: readonly string[]): string =>
  indices.length === 0 ? '' : `[${indices.join(',')}]`;

export const printProc = (proc: ProcTerm, { processes }: CubNames): string =>
  proc.kind === 'fixed' ? `#${proc.number}` : at(processes, proc.index);

/** ` + 2 * Tick - 1`; nothing for zero. */
function signed({ numerator, denominator, constants }: Linear, real: boolean, { symbols }: CubNames): string {
  const texts = constants.map(({ symbol, factor }) => {
    const size = absolute(factor);
    return `${signOf(factor)}${size === 1n ? '' : `${size} * `}${at(symbols, symbol).name}`;
  });
  if (numerator === 0n) return texts.join('');
  const size = absolute(numerator);
  return `${texts.join('')}${signOf(numerator)}${real ? decimals(size, denominator) : String(size)}`;
}

const unsigned = (text: string): string =>
  text.startsWith(' + ') ? text.slice(3) : text.replace(/^ - /, '-');
const signOf = (n: bigint): string => (n < 0n ? ' - ' : ' + ');
const absolute = (n: bigint): bigint => (n < 0n ? -n : n);

/** A fraction of this type is that of a text, or of a sum of such. */
function decimals(numerator: bigint, denominator: bigint): string {
  let digits = 0;
  let scale = 1n;
  while ((numerator * scale) % denominator !== 0n) {
    if (digits === 1000) unsupported(`${numerator}/${denominator} is no decimal number`);
    scale *= 10n;
    digits++;
  }
  const text = String((numerator * scale) / denominator).padStart(digits + 1, '0');
  return `${text.slice(0, text.length - digits)}.${text.slice(text.length - digits) || '0'}`;
}

/** Whether the term says of itself that it is real; an integral number does not. */
function isReal(term: ArrayTerm, { symbols }: CubNames): boolean {
  const holdsReal = (symbol: number): boolean => at(symbols, symbol).type.kind === 'real';
  switch (term.kind) {
    case 'constructor':
    case 'proc':
      return false;
    case 'cell':
      return holdsReal(term.symbol);
    case 'number': {
      const { constants, denominator } = term.value;
      invariant(denominator > 0n, 'denominators are positive');
      return denominator !== 1n || constants.some(({ symbol }) => holdsReal(symbol));
    }
    default:
      return assertNever(term);
  }
}
