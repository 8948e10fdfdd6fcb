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

type Atom = Extract<Formula, { kind: 'literal' | 'at' | 'any' }>;

/** Calls `visit` for every literal, `at` and `*` in the formula; `positive`: under an even number of negations. */
export function forEachAtom(
  formula: Formula,
  visit: (atom: Atom, positive: boolean) => void,
  positive = true,
): void {
  switch (formula.kind) {
    case 'constant':
      return;
    case 'literal':
    case 'at':
    case 'any':
      visit(formula, positive);
      return;
    case 'not':
      forEachAtom(formula.part, visit, !positive);
      return;
    case 'and':
    case 'or':
      for (const part of formula.parts) forEachAtom(part, visit, positive);
      return;
    default:
      assertNever(formula);
  }
}

/** In the order of the text. */
export function atomsOf(formula: Formula): readonly Atom[] {
  const atoms: Atom[] = [];
  forEachAtom(formula, (atom) => atoms.push(atom));
  return atoms;
}

/** The variables that occur, each once. */
export const variablesOf = (formula: Formula): ReadonlySet<BooleanId> =>
  new Set(atomsOf(formula).flatMap((atom) => (atom.kind === 'literal' ? [atom.variable] : [])));
