import type { Span } from '../../diagnostics/span.js';
import type { BooleanText, TextAction, TextExpression, TextValue } from './boolean-text.js';
import { assertNever, at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { TextVariables, TextVariable } from './text-variables.js';

/** More values than this have no business in a Boolean program: a counter that grows. */
const maxValues = 64;
const maxMagnitude = 2 ** 30;

/** A variable takes too many values, or too large ones. */
export interface TooMany {
  readonly name: string;
  readonly span: Span;
}

interface TextAssignment {
  readonly target: TextVariable;
  readonly value: TextValue;
  readonly block: number;
  readonly span: Span;
}

const truthValues: ReadonlySet<number> = new Set([0, 1]);

/**
 * The values that each variable may have, whatever the order of the statements: 0 at the beginning, and what the
 * assignments make of these. A variable that is not in the map has the values 0 and 1 at most.
 */
export function possibleValues(
  text: BooleanText,
  names: TextVariables,
): { readonly values: ReadonlyMap<TextVariable, ReadonlySet<number>>; readonly tooMany: TooMany | null } {
  if (text.blocks.every((block) => block.statements.every(({ action }) => isBoolean(action)))) {
    return { values: new Map(), tooMany: null };
  }
  const assignments = assignmentsOf(text, names);
  const values = new Map<TextVariable, Set<number>>();
  const valuesOf = (place: TextVariable): ReadonlySet<number> =>
    remembered(values, place, () => new Set([0]));
  /** The assignments to be looked at again when the values of a variable become more. */
  const readers = new Map<TextVariable, Set<TextAssignment>>();
  const read = (name: string, by: TextAssignment): ReadonlySet<number> => {
    const place = names.of(name, by.block);
    if (place === null) return new Set([0]);
    remembered(readers, place, () => new Set()).add(by);
    return valuesOf(place);
  };
  // What is added while the set is walked comes at its end.
  const open = new Set(assignments);
  for (const assignment of open) {
    open.delete(assignment);
    const { target, value, span } = assignment;
    const found =
      value.kind === 'choose' ? truthValues : sumsOf(value.expression, (name) => read(name, assignment));
    const before = valuesOf(target);
    const after = new Set([...before, ...(found ?? [])]);
    if (found === null || after.size > maxValues) return { values, tooMany: { name: target.name, span } };
    if (after.size === before.size) continue;
    values.set(target, after);
    for (const reader of readers.get(target) ?? []) open.add(reader);
  }
  return { values, tooMany: null };
}

/** Copies of truth values are truth values; anything else may be more. */
function isBoolean(action: TextAction): boolean {
  if (action.kind !== 'store' && action.kind !== 'assign') return true;
  if (action.value.kind === 'choose') return true;
  const { expression } = action.value;
  switch (expression.kind) {
    case 'any':
    case 'name':
      return true;
    case 'int':
      return truthValues.has(expression.value);
    case 'pc':
    case 'negative':
    case 'sum':
    case 'product':
      return false;
  }
}

function assignmentsOf(text: BooleanText, names: TextVariables): readonly TextAssignment[] {
  return text.blocks.flatMap(({ statements }, block) =>
    statements.flatMap(({ action, span }) => {
      if (!('target' in action) || action.kind === 'if') return [];
      const target = names.of(action.target, block);
      const value: TextValue =
        action.kind === 'load'
          ? { kind: 'expression', expression: { kind: 'name', name: action.from, block: null } }
          : action.value;
      return target === null ? [] : [{ target, value, block, span }];
    }),
  );
}

/** The values of an expression if its variables vary independently; null: too many or too large. */
function sumsOf(
  expression: TextExpression,
  valuesOf: (name: string) => ReadonlySet<number>,
): ReadonlySet<number> | null {
  switch (expression.kind) {
    case 'int':
      return new Set([expression.value]);
    case 'any':
      return truthValues;
    case 'name':
      return valuesOf(expression.name);
    case 'pc':
      return new Set([0]);
    case 'negative':
      return combined([new Set([0]), sumsOf(expression.part, valuesOf)], (a, b) => a - b);
    case 'sum':
      return combined(
        expression.terms.map(({ part }) => sumsOf(part, valuesOf)),
        (a, b, i) => (at(expression.terms, i).minus ? a - b : a + b),
      );
    case 'product':
      return combined(
        expression.parts.map((part) => sumsOf(part, valuesOf)),
        (a, b) => a * b,
      );
    default:
      return assertNever(expression);
  }
}

function combined(
  sets: readonly (ReadonlySet<number> | null)[],
  combine: (a: number, b: number, index: number) => number,
): ReadonlySet<number> | null {
  let result: readonly number[] = [];
  for (const [i, set] of sets.entries()) {
    if (set === null) return null;
    const before = result;
    // There is no negative zero.
    const all = i === 0 ? [...set] : [...set].flatMap((b) => before.map((a) => combine(a, b, i) + 0));
    result = [...new Set(all)];
    if (result.length > maxValues || result.some((value) => Math.abs(value) > maxMagnitude)) return null;
  }
  return new Set(result);
}
