import { forEachAtom } from '../../../lang/boolean/boolean-formula.js';
import type { Formula } from '../../../lang/boolean/boolean-formula.js';
import type { BooleanId } from '../../../lang/expr/ids.js';
import { assertNever } from '../../../support/invariant.js';

/**
 * A formula over what was there when a chain of commands began, and over what the chain has made since. Negations are pushed
 * to the atoms, constants are gone but where they are all. Atom n is variable n % V, with V variables: for n < V as it was at
 * the begin, else as the (n / V)-th value that the chain has made for it.
 */
export type ResolvedFormula =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'any' }
  | ResolvedAtom
  /** The thread is at one of these of its stops. */
  | {
      readonly kind: 'at';
      readonly thread: number;
      readonly stops: readonly number[];
      readonly positive: boolean;
    }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly ResolvedFormula[] };

export interface ResolvedAtom {
  readonly kind: 'atom';
  readonly atom: number;
  readonly positive: boolean;
}

export type ResolvedValue = ResolvedAtom | Extract<ResolvedFormula, { kind: 'constant' }>;

/** What names mean at a point of a chain. */
export interface Meanings {
  valueOf(variable: BooleanId): ResolvedValue;
  /** The stops of the thread that have the label. */
  stopsAt(thread: number, label: number): readonly number[];
}

export function resolved(formula: Formula, meanings: Meanings, positive = true): ResolvedFormula {
  switch (formula.kind) {
    case 'constant':
      return { kind: 'constant', value: formula.value === positive };
    case 'literal':
      return signed(meanings.valueOf(formula.variable), formula.positive === positive);
    case 'at': {
      const { thread, label } = formula;
      const stops = meanings.stopsAt(thread, label);
      return stops.length === 0
        ? { kind: 'constant', value: !positive }
        : { kind: 'at', thread, stops, positive };
    }
    case 'any':
      return formula;
    case 'not':
      return resolved(formula.part, meanings, !positive);
    case 'and':
    case 'or':
      return joined(
        (formula.kind === 'and') === positive ? 'and' : 'or',
        formula.parts.map((part) => resolved(part, meanings, positive)),
      );
    default:
      return assertNever(formula);
  }
}

export function signed(value: ResolvedValue, positive: boolean): ResolvedValue {
  if (positive) return value;
  return value.kind === 'constant'
    ? { kind: 'constant', value: !value.value }
    : { ...value, positive: !value.positive };
}

/** With the negations at the atoms again. */
export function negated(formula: ResolvedFormula): ResolvedFormula {
  switch (formula.kind) {
    case 'constant':
      return { kind: 'constant', value: !formula.value };
    case 'any':
      return formula;
    case 'atom':
    case 'at':
      return { ...formula, positive: !formula.positive };
    case 'and':
    case 'or':
      return { kind: formula.kind === 'and' ? 'or' : 'and', parts: formula.parts.map(negated) };
    default:
      return assertNever(formula);
  }
}

/** A number for an atom and its sign. What is said of an atom is said, the other way round, of its negation. */
export const literalOf = (atom: number, positive: boolean): number => 2 * atom + (positive ? 0 : 1);

function joined(kind: 'and' | 'or', parts: readonly ResolvedFormula[]): ResolvedFormula {
  const neutral = kind === 'and';
  const kept: ResolvedFormula[] = [];
  for (const part of parts) {
    if (part.kind === 'constant') {
      if (part.value !== neutral) return part;
    } else if (part.kind === kind) for (const inner of part.parts) kept.push(inner);
    else kept.push(part);
  }
  const [first] = kept;
  if (first === undefined) return { kind: 'constant', value: neutral };
  return kept.length === 1 ? first : { kind, parts: kept };
}

/** The variables that occur in any of the formulas. */
export function variablesIn(formulas: readonly Formula[]): ReadonlySet<BooleanId> {
  const found = new Set<BooleanId>();
  for (const formula of formulas)
    forEachAtom(formula, (atom) => {
      if (atom.kind === 'literal') found.add(atom.variable);
    });
  return found;
}
