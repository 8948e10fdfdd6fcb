import type { Span } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import { always, never } from './array-system.js';
import type {
  ArrayFormula,
  ArrayTerm,
  CellSymbol,
  ArrayCompareOp,
  ProcTerm,
  ArrayUpdate,
  ValueType,
} from './array-system.js';

/** All that makes formulas makes them with these, so that equal ones look equal. */

export type ArrayComparison = Extract<ArrayFormula, { readonly kind: 'compare' }>;

export const compare = (
  op: ArrayCompareOp,
  left: ArrayTerm,
  right: ArrayTerm,
  span: Span,
): ArrayComparison => ({
  kind: 'compare',
  op,
  left,
  right,
  span,
});

/** The comparison that holds where this one does not, and whether its sides are swapped. */
export const oppositeComparison: Readonly<
  Record<ArrayCompareOp, { readonly op: ArrayCompareOp; readonly turned: boolean }>
> = {
  '=': { op: '<>', turned: false },
  '<>': { op: '=', turned: false },
  '<': { op: '<=', turned: true },
  '<=': { op: '<', turned: true },
};

export function conjunction(formulas: readonly ArrayFormula[]): ArrayFormula {
  const parts = formulas.flatMap((formula) => (formula.kind === 'and' ? formula.parts : [formula]));
  return parts.length === 1 ? at(parts, 0) : { kind: 'and', parts };
}

export function disjunction(formulas: readonly ArrayFormula[]): ArrayFormula {
  const parts = formulas.flatMap((formula) => (formula.kind === 'or' ? formula.parts : [formula]));
  return parts.length === 1 ? at(parts, 0) : { kind: 'or', parts };
}

export function negation(formula: ArrayFormula): ArrayFormula {
  if (formula.kind === 'not') return formula.part;
  if (isTrue(formula)) return never;
  return isFalse(formula) ? always : { kind: 'not', part: formula };
}

export const isTrue = (formula: ArrayFormula): boolean =>
  formula.kind === 'and' && formula.parts.length === 0;
export const isFalse = (formula: ArrayFormula): boolean =>
  formula.kind === 'or' && formula.parts.length === 0;

/** What it must satisfy: the parts of an `and`, else itself. */
export const conjuncts = (formula: ArrayFormula): readonly ArrayFormula[] =>
  formula.kind === 'and' ? formula.parts : [formula];

/** All comparisons in it. */
export function comparisons(formula: ArrayFormula): readonly ArrayComparison[] {
  switch (formula.kind) {
    case 'compare':
      return [formula];
    case 'and':
    case 'or':
      return formula.parts.flatMap(comparisons);
    case 'not':
      return comparisons(formula.part);
  }
}

/** The formula about other terms. */
export function mapTerms(formula: ArrayFormula, f: (term: ArrayTerm) => ArrayTerm): ArrayFormula {
  switch (formula.kind) {
    case 'compare':
      return { ...formula, left: f(formula.left), right: f(formula.right) };
    case 'and':
    case 'or':
      return { ...formula, parts: formula.parts.map((part) => mapTerms(part, f)) };
    case 'not':
      return { ...formula, part: mapTerms(formula.part, f) };
  }
}

export const procVariable = (index: number): ProcTerm => ({ kind: 'variable', index });
export const procTerm = (proc: ProcTerm): ArrayTerm => ({ kind: 'proc', proc });

/** The processes that a term speaks of. */
export function procsOf(term: ArrayTerm): readonly ProcTerm[] {
  if (term.kind === 'proc') return [term.proc];
  if (term.kind !== 'cell') return [];
  return term.view === null ? term.indices : [...term.indices, term.view];
}

export const sameProc = (a: ProcTerm, b: ProcTerm): boolean =>
  a.kind === 'variable'
    ? b.kind === 'variable' && a.index === b.index
    : b.kind === 'fixed' && a.number === b.number;

export const sameType = (a: ValueType, b: ValueType): boolean =>
  a.kind === 'enum' || a.kind === 'abstract'
    ? a.kind === b.kind && 'name' in b && a.name === b.name
    : a.kind === b.kind;

/**
 * `A[i] := v`, or `X := v` without indices; null: any value. `bound` are the names for the indices, `params` is how many
 * parameters the transition has.
 */
export function directUpdate(
  symbol: CellSymbol,
  indices: readonly ProcTerm[],
  value: ArrayTerm | null,
  {
    params,
    bound,
    span,
  }: { readonly params: number; readonly bound: readonly string[]; readonly span: Span },
): ArrayUpdate {
  const equal = (index: ProcTerm, i: number): ArrayFormula =>
    compare('=', procTerm(procVariable(params + i)), procTerm(index), span);
  const when = conjunction(indices.map(equal));
  return { symbol: symbol.id, bound, cases: [{ when, value }], direct: true, span };
}
