import { procTerm } from '../../lang/arrays/array-formula.js';
import type { ArrayTerm, CellSymbol, Linear, ProcTerm, ValueType } from '../../lang/arrays/array-system.js';
import {
  constantOf,
  integerOf,
  isZero,
  plus,
  rational,
  times,
  zero,
} from '../../lang/arrays/linear-terms.js';
import { assertNever } from '../../support/invariant.js';
import { didYouMean } from '../../support/suggest.js';
import type { CubPlace, CubProcess, Term } from './ast.js';
import { isKnown } from './names.js';
import { placeOf, procOf } from './scope.js';
import type { PlacedScope } from './scope.js';

export interface TypedTerm {
  readonly term: ArrayTerm;
  readonly type: ValueType;
}

/** The term and its type; null, with a report, if it makes no sense. */
export function typedTerm(term: Term, scope: PlacedScope): TypedTerm | null {
  switch (term.kind) {
    case 'name':
    case 'cell':
      return typedPlace(term, null, scope);
    case 'view': {
      const view = procOf(term.process, scope);
      return view === null ? null : typedPlace(term.place, view, scope);
    }
    case 'fixed': {
      const proc = procOf(term, scope);
      return proc === null ? null : { term: procTerm(proc), type: { kind: 'proc' } };
    }
    case 'number':
    case 'negative':
    case 'arithmetic':
      return typedSum(term, scope);
    default:
      return assertNever(term);
  }
}

function typedPlace(place: CubPlace, view: ProcTerm | null, scope: PlacedScope): TypedTerm | null {
  const { text, span } = place.name;
  const { bag, names } = scope;
  if (place.kind === 'name') {
    const bound = scope.bindings.get(text);
    if (bound !== undefined) {
      if (view === null) return { term: procTerm(placeOf(bound, scope.places)), type: { kind: 'proc' } };
      bag.report('E205', span, `${text} is a process, so it looks the same to all`, 'Leave out the view.');
      return null;
    }
    const constructor = names.constructors.get(text);
    if (constructor !== undefined) return { term: constructor, type: constructor.type };
  }
  const symbol = names.symbols.get(text);
  if (symbol === undefined) {
    reportUnknown(place, scope);
    return null;
  }
  const indices = place.kind === 'name' ? [] : place.indices;
  const procs = indicesOf(symbol, indices, place, scope);
  if (procs === null || !isKnown(symbol.type)) return null;
  if (view !== null && !symbol.weak) {
    bag.report(
      'W605',
      span,
      `${text} is not weak, so all processes see the same of it`,
      'Leave out the view.',
    );
  }
  return { term: cellTerm(symbol, procs, symbol.weak ? view : null), type: symbol.type };
}

function cellTerm(symbol: CellSymbol, indices: readonly ProcTerm[], view: ProcTerm | null): ArrayTerm {
  if (isNumericConstant(symbol)) return { kind: 'number', value: constantOf(symbol.id) };
  return { kind: 'cell', symbol: symbol.id, indices, view, plus: null };
}

const isNumericConstant = ({ kind, arity, type }: CellSymbol): boolean =>
  kind === 'constant' && arity === 0 && isNumeric(type);

export const isNumeric = ({ kind }: ValueType): boolean => kind === 'int' || kind === 'real';

function reportUnknown({ name: { text, span } }: CubPlace, { names, bindings, bag }: PlacedScope): void {
  const known = [...bindings.keys(), ...names.symbols.keys(), ...names.constructors.keys()];
  const hint = didYouMean(text, known) ?? 'Declare it, or make it a parameter if it is a process.';
  bag.report('E201', span, `unknown name ${text}`, hint);
}

/** The processes of the indices; null, with a report, if they are not as many as the symbol has. */
export function indicesOf(
  { name, arity }: CellSymbol,
  indices: readonly CubProcess[],
  { span }: CubPlace,
  scope: PlacedScope,
): readonly ProcTerm[] | null {
  if (indices.length !== arity) {
    const hint =
      arity === 0 ? `Write ${name}.` : `Write ${name}[${['i', 'j', 'k'].slice(0, arity).join(', ')}].`;
    scope.bag.report('E301', span, `${name} has ${countOf(arity)}, not ${indices.length}`, hint);
    return null;
  }
  const procs = indices.map((index) => procOf(index, scope));
  return procs.every((proc) => proc !== null) ? procs : null;
}

const countOf = (n: number): string => (n === 0 ? 'no indices' : n === 1 ? 'one index' : `${n} indices`);

/** A sum under way: at most one cell and any numbers and constants. */
interface PartialSum {
  readonly cell: Extract<ArrayTerm, { kind: 'cell' }> | null;
  readonly linear: Linear;
  readonly type: ValueType;
}

function typedSum(term: Term, scope: PlacedScope): TypedTerm | null {
  const sum = sumOf(term, scope);
  if (sum === null) return null;
  const { cell, linear, type } = sum;
  if (cell === null) return { term: { kind: 'number', value: linear }, type };
  return { term: { ...cell, plus: isZero(linear) ? null : linear }, type };
}

function sumOf(term: Term, scope: PlacedScope): PartialSum | null {
  switch (term.kind) {
    case 'number': {
      const linear = rational(term.numerator, term.denominator);
      return { cell: null, linear, type: { kind: term.real ? 'real' : 'int' } };
    }
    case 'negative': {
      const arg = sumOf(term.arg, scope);
      return arg === null ? null : scaled(arg, -1n, term, scope);
    }
    case 'arithmetic':
      return term.op === '*' ? productOf(term, scope) : added(term, scope);
    case 'name':
    case 'cell':
    case 'view':
    case 'fixed': {
      const typed = typedTerm(term, scope);
      if (typed === null) return null;
      if (typed.term.kind === 'number') return { cell: null, linear: typed.term.value, type: typed.type };
      if (typed.term.kind === 'cell' && isNumeric(typed.type))
        return { cell: typed.term, linear: zero, type: typed.type };
      scope.bag.report('E301', term.span, `arithmetic needs int or real, and this is ${nameOf(typed.type)}`);
      return null;
    }
    default:
      return assertNever(term);
  }
}

type Arithmetic = Extract<Term, { kind: 'arithmetic' }>;

function operandsOf(
  { left, right }: Arithmetic,
  scope: PlacedScope,
): readonly [PartialSum, PartialSum] | null {
  const a = sumOf(left, scope);
  const b = sumOf(right, scope);
  if (a === null || b === null) return null;
  return [a, b];
}

function added(term: Arithmetic, scope: PlacedScope): PartialSum | null {
  const operands = operandsOf(term, scope);
  if (operands === null) return null;
  const [left, unsigned] = operands;
  if (left.type.kind !== unsigned.type.kind) {
    scope.bag.report(
      'E301',
      term.span,
      'an int and a real do not mix',
      'Real numbers are written with a point: 1.0.',
    );
    return null;
  }
  const right = term.op === '-' ? scaled(unsigned, -1n, term, scope) : unsigned;
  if (right === null) return null;
  if (left.cell !== null && right.cell !== null) {
    const hint = 'To a variable only numbers and constants can be added.';
    scope.bag.report('E501', term.span, 'sums of two variables are not supported', hint);
    return null;
  }
  return { cell: left.cell ?? right.cell, linear: plus(left.linear, right.linear), type: left.type };
}

/** One side is an integer number. */
function productOf(term: Arithmetic, scope: PlacedScope): PartialSum | null {
  const operands = operandsOf(term, scope);
  if (operands === null) return null;
  const [left, right] = operands;
  const factor = left.cell === null && left.type.kind === 'int' ? integerOf(left.linear) : null;
  if (factor !== null) return scaled(right, factor, term, scope);
  const other = right.cell === null && right.type.kind === 'int' ? integerOf(right.linear) : null;
  if (other !== null) return scaled(left, other, term, scope);
  const hint = 'Constants can be multiplied by integers, as in 2 * Tick.';
  scope.bag.report('E501', term.span, 'this product is not supported', hint);
  return null;
}

function scaled(
  { cell, linear, type }: PartialSum,
  by: bigint,
  { span }: Term,
  { bag }: PlacedScope,
): PartialSum | null {
  if (cell !== null && by !== 1n) {
    const hint = 'Variables can only be added: bring it to the other side of the comparison.';
    bag.report('E501', span, 'negative and multiplied variables are not supported', hint);
    return null;
  }
  return { cell, linear: times(linear, by), type };
}

/** A type as the file calls it. */
export const nameOf = (type: ValueType): string => ('name' in type ? type.name : type.kind);
