import { cardinality } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { valuesOfType } from '../shared/int32.js';
import { contains, int32 } from '../../lang/expr/interval.js';
import type { Interval } from '../../lang/expr/interval.js';
import { choice } from './lines.js';
import type { PromelaLines } from './lines.js';

const sizes: readonly (readonly [string, Interval])[] = [
  ['byte', { lo: 0n, hi: 255n }],
  ['short', { lo: -32768n, hi: 32767n }],
];

/** The smallest type of Promela that holds the values. */
export function typeText(type: Type): string {
  if (type.kind === 'bool') return 'bool';
  if (type.kind === 'int') return 'int';
  return sizes.find(([, values]) => contains(values, valuesOfType(type)))?.[0] ?? 'int';
}

export function valueText(value: bigint, type: Type): string {
  if (type.kind === 'bool') return value === 0n ? 'false' : 'true';
  return value === int32.lo ? `${int32.lo + 1n} - 1` : String(value);
}

/** A declaration, its type and name in front, of cells with these values. */
export function initText(values: readonly bigint[], type: Type): string {
  const texts = values.map((value) => valueText(value, type));
  return new Set(texts).size === 1 ? (texts[0] ?? '') : `{${texts.join(', ')}}`;
}

/** Gives a variable any value of a type that has so few that each can be an option of its own; else null. */
export function chosenOfFew(name: string, type: Type): PromelaLines | null {
  const count = cardinality(type);
  if (count === null || count > 4n) return null;
  const { lo } = valuesOfType(type);
  const values = Array.from({ length: Number(count) }, (_, i) => valueText(lo + BigInt(i), type));
  return choice(
    'if',
    values.map((value) => [`${name} = ${value};`]),
  );
}
