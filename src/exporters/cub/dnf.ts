import { oppositeComparison } from '../../lang/arrays/array-formula.js';
import type { ArrayComparison } from '../../lang/arrays/array-formula.js';
import type { ArrayFormula, ArrayTerm } from '../../lang/arrays/array-system.js';

/** The ways in which the formula can hold, each by some comparisons at once; null: there are more than `most`. */
export function cubesOf(formula: ArrayFormula, most: number): DnfCubes | null {
  const cubes = waysToHold(formula, true, most);
  return cubes === null ? null : distinct(cubes);
}

export type DnfCubes = readonly (readonly ArrayComparison[])[];

function waysToHold(formula: ArrayFormula, holds: boolean, most: number): DnfCubes | null {
  switch (formula.kind) {
    case 'compare':
      return [[asEquality(holds ? formula : opposite(formula))]];
    case 'not':
      return waysToHold(formula.part, !holds, most);
    case 'and':
    case 'or': {
      const parts = formula.parts.map((part) => waysToHold(part, holds, most));
      return (formula.kind === 'and') === holds ? product(parts, most) : union(parts, most);
    }
  }
}

function union(parts: readonly (DnfCubes | null)[], most: number): DnfCubes | null {
  const all: (readonly ArrayComparison[])[] = [];
  for (const part of parts) {
    if (part === null || all.length + part.length > most) return null;
    all.push(...part);
  }
  return all;
}

function product(parts: readonly (DnfCubes | null)[], most: number): DnfCubes | null {
  let all: DnfCubes = [[]];
  for (const part of parts) {
    if (part === null) return null;
    all = all.flatMap((cube) =>
      part.flatMap((more) => {
        const both = tidied([...cube, ...more]);
        return both === null ? [] : [both];
      }),
    );
    if (all.length > most) return null;
  }
  return all;
}

function opposite(literal: ArrayComparison): ArrayComparison {
  const { op, turned } = oppositeComparison[literal.op];
  return turned ? { ...literal, op, left: literal.right, right: literal.left } : { ...literal, op };
}

/** Without what follows from an equality with a constant, and each comparison once; null: they contradict each other. */
function tidied(cube: readonly ArrayComparison[]): readonly ArrayComparison[] | null {
  const values = new Map<string, string>();
  for (const { op, left, right } of cube) {
    if (op !== '=' || !isConstant(right)) continue;
    const [key, value] = [keyOf(left), keyOf(right)];
    const before = values.get(key);
    if (before !== undefined && before !== value) return null;
    values.set(key, value);
  }
  const kept = new Map<string, ArrayComparison>();
  for (const literal of cube) {
    const { op, left, right } = literal;
    const value = values.get(keyOf(left));
    if (op === '<>' && isConstant(right) && value !== undefined) {
      if (value === keyOf(right)) return null;
      continue;
    }
    kept.set(literalKey(literal), literal);
  }
  return [...kept.values()];
}

/** Of two truth values, not to be the one is to be the other. */
function asEquality(literal: ArrayComparison): ArrayComparison {
  const { op, right } = literal;
  if (op !== '<>' || right.kind !== 'constructor' || right.type.constructors.length !== 2) return literal;
  if (right.type.name !== 'bool') return literal;
  return { ...literal, op: '=', right: { ...right, index: 1 - right.index } };
}

const isConstant = (term: ArrayTerm): boolean =>
  term.kind === 'constructor' || (term.kind === 'number' && term.value.constants.length === 0);

function distinct(cubes: DnfCubes): DnfCubes {
  const keys = new Set<string>();
  return cubes.filter((cube) => {
    const key = cube.map(literalKey).sort().join('&');
    return !keys.has(key) && keys.add(key);
  });
}

export const literalKey = ({ op, left, right }: ArrayComparison): string =>
  `${keyOf(left)}${op}${keyOf(right)}`;

/** Equal for terms that say the same. */
export function keyOf(term: ArrayTerm): string {
  return JSON.stringify(term, (name, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    return name === 'type' ? undefined : value;
  });
}
