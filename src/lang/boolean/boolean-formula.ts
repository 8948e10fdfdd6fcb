import { assertNever } from '../../support/invariant.js';
import type { BooleanId } from '../expr/ids.js';

/**
 * A condition of a Boolean program. `*` is drawn anew each time it is evaluated; under three-valued evaluation it is
 * unknown. Conjunctions and disjunctions have any number of parts: abstraction writes thousands of cubes into one.
 */
export type Formula =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'literal'; readonly variable: BooleanId; readonly positive: boolean }
  /** The thread's next command carries the label. In properties only. */
  | { readonly kind: 'at'; readonly thread: number; readonly label: number }
  | { readonly kind: 'any' }
  | { readonly kind: 'not'; readonly part: Formula }
  | { readonly kind: 'and'; readonly parts: readonly Formula[] }
  | { readonly kind: 'or'; readonly parts: readonly Formula[] };

export const yes: Formula = { kind: 'constant', value: true };
export const no: Formula = { kind: 'constant', value: false };
export const anyTruth: Formula = { kind: 'any' };

export const literal = (variable: BooleanId, positive = true): Formula => ({
  kind: 'literal',
  variable,
  positive,
});

export function negation(part: Formula): Formula {
  switch (part.kind) {
    case 'constant':
      return part.value ? no : yes;
    case 'literal':
      return literal(part.variable, !part.positive);
    case 'any':
      return part;
    case 'not':
      return part.part;
    case 'at':
    case 'and':
    case 'or':
      return { kind: 'not', part };
    default:
      return assertNever(part);
  }
}

export const allOf = (parts: readonly Formula[]): Formula => joined('and', parts);
export const anyOf = (parts: readonly Formula[]): Formula => joined('or', parts);

function joined(kind: 'and' | 'or', parts: readonly Formula[]): Formula {
  const neutral = kind === 'and';
  const kept: Formula[] = [];
  for (const part of parts) {
    if (part.kind === 'constant') {
      if (part.value !== neutral) return part;
    } else if (part.kind === kind) for (const inner of part.parts) kept.push(inner);
    else kept.push(part);
  }
  const [first] = kept;
  if (first === undefined) return neutral ? yes : no;
  return kept.length === 1 ? first : { kind, parts: kept };
}

/** Every literal, `at` and `*` in the formula, in the order of the text. */
export function atomsOf(formula: Formula): readonly Extract<Formula, { kind: 'literal' | 'at' | 'any' }>[] {
  switch (formula.kind) {
    case 'constant':
      return [];
    case 'literal':
    case 'at':
    case 'any':
      return [formula];
    case 'not':
      return atomsOf(formula.part);
    case 'and':
    case 'or':
      return formula.parts.flatMap(atomsOf);
    default:
      return assertNever(formula);
  }
}

/** The variables that occur, each once. */
export const variablesOf = (formula: Formula): ReadonlySet<BooleanId> =>
  new Set(atomsOf(formula).flatMap((atom) => (atom.kind === 'literal' ? [atom.variable] : [])));
