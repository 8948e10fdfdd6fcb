import type { ArrayTerm, ArrayCompareOp, ProcTerm } from '../../../lang/arrays/array-system.js';
import { at, invariant } from '../../../support/invariant.js';
import { addSums } from './bounds.js';
import type { SymbolSum } from './bounds.js';
import type { CubeDraft } from './draft.js';
import type { BackwardProblem, ValueSort } from './problem.js';
import { cellCode, newOrdinal, noTerm, readCode, symbolOf } from './term-codes.js';
import type { TermCode } from './term-codes.js';

/** What a term of the system is, for given processes. */
export type TermMeaning =
  | { readonly kind: 'constructor'; readonly index: number; readonly sort: ValueSort }
  | { readonly kind: 'proc'; readonly proc: number }
  | { readonly kind: 'term'; readonly code: TermCode; readonly sum: SymbolSum; readonly plus: number }
  | { readonly kind: 'number'; readonly sum: SymbolSum; readonly plus: number };

export type TermValue = Extract<TermMeaning, { kind: 'term' }>;

export const termOf = (code: TermCode): TermValue => ({ kind: 'term', code, sum: none, plus: 0 });

/** Who is meant by the variables of a clause or transition. */
export interface ProcessSetting {
  readonly procs: readonly number[];
  /** Who reads weak cells; -1: nobody does, cells are meant themselves. */
  readonly reader: number;
}

export const procOf = (proc: ProcTerm, procs: readonly number[]): number =>
  proc.kind === 'fixed' ? proc.number - 1 : at(procs, proc.index);

export function cellFor(symbol: number, indices: readonly ProcTerm[], procs: readonly number[]): TermCode {
  const [first, second] = indices;
  return cellCode(
    symbol,
    first === undefined ? 0 : procOf(first, procs),
    second === undefined ? 0 : procOf(second, procs),
  );
}

const none: SymbolSum = [];

export function valueOf(
  term: ArrayTerm,
  problem: BackwardProblem,
  { procs, reader }: ProcessSetting,
  isReal: boolean,
): TermMeaning {
  switch (term.kind) {
    case 'constructor':
      return {
        kind: 'constructor',
        index: term.index,
        sort: term.type.constructors.length > 31 ? 'large' : 'set',
      };
    case 'proc':
      return { kind: 'proc', proc: procOf(term.proc, procs) };
    case 'number':
      return { kind: 'number', sum: problem.sumOf(term.value), plus: problem.limitOf(term.value, isReal) };
    case 'cell': {
      const cell = cellFor(term.symbol, term.indices, procs);
      const sum = term.plus === null ? none : problem.sumOf(term.plus);
      const plus = term.plus === null ? 0 : problem.limitOf(term.plus, isReal);
      if (!at(problem.weak, term.symbol)) return { kind: 'term', code: cell, sum, plus };
      if (term.view !== null)
        return { kind: 'term', code: readCode(cell, procOf(term.view, procs), 0), sum, plus };
      const code = reader < 0 ? cell : readCode(cell, reader, newOrdinal);
      return { kind: 'term', code, sum, plus };
    }
  }
}

/** Whether numbers that are compared are reals. */
export function isRealTerm(term: ArrayTerm, problem: BackwardProblem): boolean {
  if (term.kind === 'cell') return at(problem.sorts, term.symbol) === 'real';
  if (term.kind !== 'number') return false;
  return (
    term.value.denominator !== 1n ||
    term.value.constants.some(({ symbol }) => at(problem.sorts, symbol) === 'real')
  );
}

/** Adds the comparison to the facts; false if it contradicts them. */
export function compare(
  op: ArrayCompareOp,
  left: TermMeaning,
  right: TermMeaning,
  draft: CubeDraft,
): boolean {
  const { problem } = draft;
  if (left.kind === 'proc' && right.kind === 'proc') return compareProcs(op, left.proc, right.proc, draft);
  if (isNumeric(left, problem) && isNumeric(right, problem)) return compareNumbers(op, left, right, draft);
  if (op === '=' || op === '<>') return compareEqual(op === '=', left, right, draft);
  return draft.addBelow(placeOf(left, problem), placeOf(right, problem), 0, 0, op === '<');
}

function placeOf(value: TermMeaning, problem: BackwardProblem): TermCode {
  if (value.kind === 'proc') return problem.placeOf(value.proc);
  invariant(value.kind === 'term', 'a process is a variable or in a cell');
  return value.code;
}

function isNumeric(value: TermMeaning, problem: BackwardProblem): value is NumericValue {
  if (value.kind !== 'term') return value.kind === 'number';
  const sort = at(problem.sorts, symbolOf(value.code));
  return sort === 'int' || sort === 'real';
}

/** Whether the comparison is known to hold, or not to: of processes, and of cells of small enumerations. */
export function isKnown(
  op: ArrayCompareOp,
  left: TermMeaning,
  right: TermMeaning,
  holds: boolean,
  draft: CubeDraft,
): boolean {
  if (op !== '=' && op !== '<>') return false;
  const equal = (op === '=') === holds;
  if (left.kind === 'proc' && right.kind === 'proc') return equal === (left.proc === right.proc);
  const [cell, constant] = left.kind === 'term' ? [left, right] : [right, left];
  if (cell.kind !== 'term' || constant.kind !== 'constructor' || constant.sort !== 'set') return false;
  const [set, bit] = [draft.setOf(cell.code), 1 << constant.index];
  return equal ? (set & ~bit) === 0 : (set & bit) === 0;
}

function compareProcs(op: ArrayCompareOp, left: number, right: number, draft: CubeDraft): boolean {
  switch (op) {
    case '=':
      return left === right;
    case '<>':
      return left !== right;
    case '<':
      return left !== right && draft.addBefore(left, right);
    case '<=':
      return left === right || draft.addBefore(left, right);
  }
}

export function compareEqual(
  equal: boolean,
  left: TermMeaning,
  right: TermMeaning,
  draft: CubeDraft,
): boolean {
  const [first, second] = left.kind === 'term' ? [left, right] : [right, left];
  if (first.kind === 'term' && second.kind === 'term') return draft.addEqual(equal, first.code, second.code);
  if (first.kind === 'term' && second.kind === 'constructor' && second.sort === 'set') {
    const bit = 1 << second.index;
    return draft.addIn(first.code, equal ? bit : ~bit);
  }
  return compareConstant(equal, first, constantOf(second), draft);
}

/** Adds that the value is the process or constructor of this number, or that it is not. */
export function compareConstant(
  equal: boolean,
  value: TermMeaning,
  number: number,
  draft: CubeDraft,
): boolean {
  if (value.kind !== 'term') return equal === (constantOf(value) === number);
  return draft.addValue(equal, value.code, number);
}

function constantOf(value: TermMeaning): number {
  invariant(value.kind === 'constructor' || value.kind === 'proc', 'neither a cell nor a number');
  return value.kind === 'constructor' ? value.index : value.proc;
}

type NumericValue = Extract<TermMeaning, { kind: 'term' | 'number' }>;

function compareNumbers(
  op: ArrayCompareOp,
  left: NumericValue,
  right: NumericValue,
  draft: CubeDraft,
): boolean {
  const { bounds } = draft.problem;
  const codeOf = (value: NumericValue): TermCode => (value.kind === 'term' ? value.code : noTerm);
  const [a, b] = [codeOf(left), codeOf(right)];
  const limit = right.plus - left.plus;
  const below = (strict: boolean): boolean =>
    draft.addBelow(a, b, bounds.sumId(addSums(left.sum, right.sum, -1)), limit, strict);
  switch (op) {
    case '<=':
      return below(false);
    case '<':
      return below(true);
    case '=':
      return (
        below(false) && draft.addBelow(b, a, bounds.sumId(addSums(right.sum, left.sum, -1)), -limit, false)
      );
    case '<>':
      return draft.addNotExactly(a, b, bounds.sumId(addSums(left.sum, right.sum, -1)), limit);
  }
}
