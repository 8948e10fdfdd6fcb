import { at, invariant } from '../../../support/invariant.js';
import { addSums } from './bounds.js';
import type { CubeDraft } from './draft.js';
import {
  areEqual,
  areUnequal,
  factAt,
  factSize,
  isBefore,
  isBelow,
  isIn,
  isNotValue,
  isValue,
} from './facts.js';
import type { BackwardProblem } from './problem.js';
import { noTerm } from './term-codes.js';
import type { TermCode } from './term-codes.js';
import { compareConstant, compareEqual, termOf } from './term-values.js';
import type { TermValue, TermMeaning } from './term-values.js';

export type Substitution = ReadonlyMap<TermCode, TermMeaning>;

/** Adds the facts with these terms replaced, all at once; false if that contradicts itself or the draft. */
export function addReplaced(facts: Int32Array, by: Substitution, draft: CubeDraft): boolean {
  for (let f = 0; f < facts.length; f += factSize) {
    if (!addFact(facts, f, by, draft)) return false;
  }
  return true;
}

function addFact(facts: Int32Array, f: number, by: Substitution, draft: CubeDraft): boolean {
  const [kind, a, b, c] = factAt(facts, f);
  switch (kind) {
    case isIn: {
      const value = by.get(a);
      if (value === undefined || value.kind === 'term') return draft.addIn(value?.code ?? a, b);
      invariant(value.kind === 'constructor', 'a constructor for a cell of an enumeration');
      return (b & (1 << value.index)) !== 0;
    }
    case isValue:
    case isNotValue:
      return compareConstant(kind === isValue, by.get(a) ?? termOf(a), b, draft);
    case areEqual:
    case areUnequal:
      return compareEqual(kind === areEqual, by.get(a) ?? termOf(a), by.get(b) ?? termOf(b), draft);
    case isBefore:
      return draft.addBefore(a, b);
    default: {
      const { problem } = draft;
      return addNumeric(kind === isBelow, numberOf(a, by, problem), numberOf(b, by, problem), c, draft);
    }
  }
}

function numberOf(term: TermCode, by: Substitution, problem: BackwardProblem): TermValue {
  const value = by.get(term) ?? termOf(term);
  if (value.kind === 'term') return value;
  if (value.kind === 'proc') return termOf(problem.placeOf(value.proc));
  invariant(value.kind === 'number', 'a number for a cell of numbers');
  return { ...value, kind: 'term', code: noTerm };
}

function addNumeric(below: boolean, a: TermValue, b: TermValue, bound: number, draft: CubeDraft): boolean {
  const { bounds } = draft.problem;
  const { sum, limit, strict } = bounds.get(bound);
  const all = bounds.sumId(addSums(addSums(at(bounds.sums, sum), a.sum, 1), b.sum, -1));
  const rest = limit - a.plus + b.plus;
  return below
    ? draft.addBelow(a.code, b.code, all, rest, strict)
    : draft.addNotExactly(a.code, b.code, all, rest);
}
