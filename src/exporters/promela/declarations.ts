import { initialExpr } from '../../lang/program/program.js';
import { lengthOf } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { cardinality } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { valuesOfType } from '../shared/int32.js';
import { contains, int32 } from '../../lang/expr/interval.js';
import type { Interval } from '../../lang/expr/interval.js';
import { choice, indented } from './lines.js';
import type { PromelaLines } from './lines.js';
import type { OpenedVariable } from './openings.js';
import type { PromelaModel } from './promela-model.js';

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

function valueText(value: bigint, type: Type): string {
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

/** Chooses initial values, computes what follows from them, and then lets the threads run. */
export function initProcess(model: PromelaModel, watched: boolean): PromelaLines {
  const { openings, program, names } = model;
  const chosen = openings.chosen.flatMap((v) =>
    cells(model, v).flatMap((name) => any(name, v.variable.type)),
  );
  const computed = openings.computed.flatMap((v) => computedValues(model, v));
  const runs = program.threads.map(({ id }) => `run ${at(names.threads, id)}();`);
  const all = [...chosen, ...computed, ...runs, ...(watched ? ['run monitor();'] : [])];
  return [
    '/* initial values that cannot be declared; one state more than the program has: the one before this step */',
    'init {',
    ...indented(['atomic {', ...indented(all), '}']),
    '  end: false;',
    '}',
  ];
}

function cells({ names }: PromelaModel, v: OpenedVariable): readonly string[] {
  if (v.kind === 'local') return [at(names.locals, v.variable.id)];
  const name = at(names.shared, v.variable.id);
  if (v.variable.shape.kind === 'scalar') return [name];
  return Array.from({ length: lengthOf(v.variable) }, (_, i) => `${name}[${i}]`);
}

function any(name: string, type: Type): PromelaLines {
  const few = chosenOfFew(name, type);
  if (few !== null) return few;
  const { lo, hi } = valuesOfType(type);
  const next = [`${name} < ${valueText(hi, type)} ->`, `  ${name} = ${name} + 1;`];
  // As select does, which takes no cells of arrays.
  return [`${name} = ${valueText(lo, type)};`, ...choice('do', [next, ['break;']])];
}

function computedValues(model: PromelaModel, v: OpenedVariable): PromelaLines {
  return cells(model, v).flatMap((name, i) => {
    const value = initialExpr(v.variable.init, i);
    return value === null ? [] : [`${name} = ${model.text.print(value)};`];
  });
}
