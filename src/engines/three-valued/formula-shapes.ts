import type { Formula } from '../../lang/boolean/boolean-formula.js';
import { allOf, anyOf, negation } from '../../lang/boolean/boolean-formula.js';
import type { BooleanId } from '../../lang/expr/ids.js';
import { assertNever } from '../../support/invariant.js';

/** A conjunction or a disjunction of literals: the sign of each variable in it. */
export type Signs = ReadonlyMap<BooleanId, boolean>;

/**
 * A formula sorted by what can be done with it at once. `terms` are its parts: of a disjunction the cubes, of a
 * conjunction the clauses.
 */
export type FormulaShape =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'any' }
  | { readonly kind: 'at'; readonly thread: number; readonly label: number; readonly positive: boolean }
  /** Some cube holds. */
  | { readonly kind: 'cubes'; readonly terms: readonly Signs[] }
  /** Every clause holds. */
  | { readonly kind: 'clauses'; readonly terms: readonly Signs[] }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FormulaShape[] };

const always: FormulaShape = { kind: 'constant', value: true };
const never: FormulaShape = { kind: 'constant', value: false };

/** Negations pushed to the atoms, contradictory cubes and tautological clauses dropped. */
export function shapeOf(formula: Formula): FormulaShape {
  return shaped(pushed(formula, true));
}

function pushed(formula: Formula, positive: boolean): Formula {
  switch (formula.kind) {
    case 'constant':
    case 'literal':
    case 'any':
    case 'at':
      return positive ? formula : negation(formula);
    case 'not':
      return pushed(formula.part, !positive);
    case 'and':
    case 'or': {
      const parts = formula.parts.map((part) => pushed(part, positive));
      return (formula.kind === 'and') === positive ? allOf(parts) : anyOf(parts);
    }
    default:
      return assertNever(formula);
  }
}

function shaped(formula: Formula): FormulaShape {
  switch (formula.kind) {
    case 'constant':
    case 'any':
      return formula;
    case 'at':
      return { ...formula, positive: true };
    case 'literal':
      return { kind: 'cubes', terms: [new Map([[formula.variable, formula.positive]])] };
    case 'not': {
      const atom = shaped(formula.part);
      // Only `at` keeps its negation: the others have absorbed theirs.
      return atom.kind === 'at' ? { ...atom, positive: !atom.positive } : atom;
    }
    case 'and':
    case 'or':
      return joined(formula.kind, formula.parts);
    default:
      return assertNever(formula);
  }
}

function joined(kind: 'and' | 'or', parts: readonly Formula[]): FormulaShape {
  const literals = signsOf(parts);
  if (literals !== null) {
    if (literals === 'opposed') return kind === 'and' ? never : always;
    // A single conjunction is one cube, a single disjunction one clause.
    return kind === 'and' ? { kind: 'cubes', terms: [literals] } : { kind: 'clauses', terms: [literals] };
  }
  const inner = kind === 'and' ? 'or' : 'and';
  const terms: Signs[] = [];
  const rest: FormulaShape[] = [];
  for (const part of parts) {
    const signs =
      part.kind === 'literal' ? signsOf([part]) : part.kind === inner ? signsOf(part.parts) : null;
    if (signs === null) rest.push(shaped(part));
    else if (signs !== 'opposed') terms.push(signs);
  }
  if (terms.length > 0) rest.unshift({ kind: kind === 'or' ? 'cubes' : 'clauses', terms });
  const [first] = rest;
  if (first === undefined) return kind === 'and' ? always : never;
  return rest.length === 1 ? first : { kind, parts: rest };
}

/** Null if some part is no literal. */
function signsOf(parts: readonly Formula[]): Signs | 'opposed' | null {
  const signs = new Map<BooleanId, boolean>();
  let opposed = false;
  for (const part of parts) {
    if (part.kind !== 'literal') return null;
    if (signs.get(part.variable) === !part.positive) opposed = true;
    signs.set(part.variable, part.positive);
  }
  return opposed ? 'opposed' : signs;
}
