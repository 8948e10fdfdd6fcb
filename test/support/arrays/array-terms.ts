import { generatedBy } from '../../../src/diagnostics/span.js';
import { always, boolType } from '../../../src/lang/arrays/array-system.js';
import type {
  ArrayFormula,
  ArraySystem,
  ArrayTerm,
  ArrayTransition,
  CellSymbol,
  Clause,
  ArrayCompareOp,
  Linear,
  ProcTerm,
  UnsafeClause,
  ArrayUpdate,
  ValueType,
} from '../../../src/lang/arrays/array-system.js';
import { conjunction, directUpdate, disjunction, negation } from '../../../src/lang/arrays/array-formula.js';
import { symbolId } from '../../../src/lang/expr/ids.js';

export const span = generatedBy('test', null);

export const v = (index: number): ProcTerm => ({ kind: 'variable', index });
export const fixed = (number: number): ProcTerm => ({ kind: 'fixed', number });

export const enumType = (name: string, ...constructors: string[]): Extract<ValueType, { kind: 'enum' }> => ({
  kind: 'enum',
  name,
  constructors,
});

export interface SymbolOptions {
  readonly weak?: boolean;
  readonly arity?: number;
  readonly constant?: boolean;
}

/** Symbols of a system in the making; each knows its number. */
export class Symbols {
  readonly list: CellSymbol[] = [];

  add(
    name: string,
    type: ValueType,
    { weak = false, arity = 0, constant = false }: SymbolOptions = {},
  ): CellSymbol {
    const symbol: CellSymbol = {
      id: symbolId(this.list.length),
      name,
      kind: constant ? 'constant' : 'variable',
      weak,
      arity,
      type,
      span,
    };
    this.list.push(symbol);
    return symbol;
  }
}

export const linear = (value: number, constants: Linear['constants'] = []): Linear => ({
  numerator: BigInt(value),
  denominator: 1n,
  constants,
});

export const num = (value: number): ArrayTerm => ({ kind: 'number', value: linear(value) });
export const proc = (term: ProcTerm): ArrayTerm => ({ kind: 'proc', proc: term });
export const bool = (value: boolean): ArrayTerm => con(boolType, value ? 'True' : 'False');

export function con(type: ValueType, name: string): ArrayTerm {
  if (type.kind !== 'enum') throw new Error(`${name} is of no enumeration`);
  return { kind: 'constructor', type, index: type.constructors.indexOf(name) };
}

export const cell = (symbol: CellSymbol, ...indices: ProcTerm[]): ArrayTerm => ({
  kind: 'cell',
  symbol: symbol.id,
  indices,
  view: null,
  plus: null,
});

/** `i@X` */
export const seen = (view: ProcTerm, symbol: CellSymbol, ...indices: ProcTerm[]): ArrayTerm => ({
  kind: 'cell',
  symbol: symbol.id,
  indices,
  view,
  plus: null,
});

/** `X + n` */
export const plus = (symbol: CellSymbol, n: number, ...indices: ProcTerm[]): ArrayTerm => ({
  kind: 'cell',
  symbol: symbol.id,
  indices,
  view: null,
  plus: linear(n),
});

export const compare = (op: ArrayCompareOp, left: ArrayTerm, right: ArrayTerm): ArrayFormula => ({
  kind: 'compare',
  op,
  left,
  right,
  span,
});
export const eq = (left: ArrayTerm, right: ArrayTerm): ArrayFormula => compare('=', left, right);
export const and = (...parts: ArrayFormula[]): ArrayFormula => conjunction(parts);
export const or = (...parts: ArrayFormula[]): ArrayFormula => disjunction(parts);
export const not = (part: ArrayFormula): ArrayFormula => negation(part);

const variableNames = ['p', 'q', 'r', 's', 't'];

export const clause = (params: number, formula: ArrayFormula): Clause => ({
  params: variableNames.slice(0, params),
  formula,
  span,
});

export interface TransitionParts {
  readonly params?: number;
  /** The first parameter is the actor, unless it is null. */
  readonly actor?: number | null;
  readonly guard?: ArrayFormula;
  readonly universals?: readonly ArrayFormula[];
  readonly fence?: boolean;
  readonly updates?: readonly ArrayUpdate[];
}

export function transition(name: string, parts: TransitionParts): ArrayTransition {
  const { params = 1, actor = 0, guard = always, universals = [], fence = false, updates = [] } = parts;
  return {
    name,
    params: variableNames.slice(0, params),
    actor,
    guard: {
      formula: guard,
      universals: universals.map((formula) => ({ name: 'k', formula, span })),
      fence,
    },
    updates,
    span,
  };
}

/** `A[i] := value`; null: any value. `params` is how many parameters the transition has. */
export function assign(
  symbol: CellSymbol,
  value: ArrayTerm | null,
  indices: readonly ProcTerm[] = [],
  params = 1,
): ArrayUpdate {
  const bound = indices.map((_, i) => `j${i + 1}`);
  return directUpdate(symbol, indices, value, { params, bound, span });
}

/** `A[j] := case ...`; the bound variable comes after the parameters. */
export const byCases = (symbol: CellSymbol, cases: ArrayUpdate['cases']): ArrayUpdate => ({
  symbol: symbol.id,
  bound: Array.from({ length: symbol.arity }, (_, i) => `j${i + 1}`),
  cases,
  direct: false,
  span,
});

export interface SystemParts {
  readonly symbols: Symbols;
  readonly init: Clause;
  readonly unsafe: readonly Clause[];
  readonly invariants?: readonly Clause[];
  readonly transitions: readonly ArrayTransition[];
  readonly maxProcs?: number | null;
}

export const systemOf = (parts: SystemParts): ArraySystem => ({
  maxProcs: parts.maxProcs ?? null,
  symbols: parts.symbols.list,
  init: parts.init,
  unsafe: parts.unsafe.map((c, i): UnsafeClause => ({ ...c, name: `unsafe[${i + 1}]` })),
  invariants: parts.invariants ?? [],
  transitions: parts.transitions,
  span,
});
