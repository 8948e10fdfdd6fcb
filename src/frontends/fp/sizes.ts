import type { Span, Word } from '../../diagnostics/span.js';
import { constantValue } from '../../lang/expr/constant.js';
import type { Instances, VariableShape } from '../../lang/program/program.js';
import type { ShownValues } from '../../lang/program/shown-values.js';
import { boolType, intType, rangeType } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import type { ExprAst, InstancesAst, TypeAst, VariableAst } from './ast.js';
import { checkSort } from './check-expr.js';
import { unknown, wrongUse } from './name-reports.js';
import { describeGlobal } from './scope.js';
import type { ExprPlace, ThreadInfo } from './scope.js';
import type { LocalShape } from './variable-infos.js';

/** Beyond these an array or a family of threads is a mistake. */
const maxCells = 1n << 20n;
const maxLocalCells = 256n;
const maxInstances = 1000n;

/** A type, and how its values are shown, where not as plain numbers. */
export interface ShownType {
  readonly type: Type;
  readonly shown?: ShownValues;
}

export function typeOf(ast: TypeAst, place: ExprPlace): ShownType {
  switch (ast.kind) {
    case 'int':
      return { type: intType };
    case 'bool':
      return { type: boolType };
    case 'range': {
      const range = rangeOf(ast.lo, ast.hi, place);
      return { type: range === null ? intType : rangeType(...range) };
    }
    case 'named':
      return namedType(ast.name, place) ?? { type: intType };
  }
}

function namedType(name: Word, place: ExprPlace): ShownType | null {
  const global = place.world.globals.get(name.text);
  if (global?.kind === 'enum') return { type: global.type, shown: global.shown };
  if (global?.kind === 'struct')
    return wrongUse(
      place,
      name.span,
      `\`${name.text}\` is a structure; its values are not stored as a whole`,
      'name the members one by one',
    );
  if (global !== undefined)
    return wrongUse(place, name.span, `\`${name.text}\` is ${describeGlobal(global)}, not a type`);
  const enumerations = [...place.world.globals.values()].filter(
    ({ kind }) => kind === 'enum' || kind === 'struct',
  );
  const candidates = ['int', 'bool', ...enumerations.map((known) => known.name)];
  return unknown(place, name, `unknown type \`${name.text}\``, candidates);
}

/** The ends of a range that is not empty. */
function rangeOf(loAst: ExprAst, hiAst: ExprAst, place: ExprPlace): readonly [bigint, bigint] | null {
  const lo = constantInt(loAst, 'the start of a range', place);
  const hi = constantInt(hiAst, 'the end of a range', place);
  if (lo === null || hi === null) return null;
  if (lo <= hi) return [lo, hi];
  outOfRange(hiAst.span, `the range ${lo}..${hi} is empty`, place);
  return null;
}

export function constantInt(ast: ExprAst, who: string, place: ExprPlace): bigint | null {
  const checked = checkSort(ast, 'int', who, place);
  const value = checked === null ? null : constantValue(checked);
  return typeof value === 'bigint' ? value : null;
}

/** One value, an array, or one cell for each instance of a thread. */
export function shapeOf({ sizes }: VariableAst, place: ExprPlace): VariableShape {
  const [size, ...others] = sizes;
  const owner = size === undefined ? undefined : threadOf(size, place);
  if (size === undefined || owner === undefined) return arrayShape(sizes, maxCells, place);
  const [second] = others;
  if (second !== undefined)
    wrongUse(place, second.span, 'an array with a cell for each instance has one index', 'declare several');
  if (owner.instances.kind !== 'one') return { kind: 'per-instance', thread: owner.id };
  wrongUse(place, size.span, `\`${owner.name}\` is a single thread; it has no instances to count`);
  return { kind: 'array', length: 1 };
}

/** Each cell is a variable of its own. */
export function localShapeOf({ sizes }: VariableAst, place: ExprPlace): LocalShape {
  for (const size of sizes) {
    const owner = threadOf(size, place);
    if (owner === undefined) continue;
    wrongUse(place, size.span, `\`${owner.name}\` is a thread; a local array has a constant length`);
    return { kind: 'array', length: 1 };
  }
  return arrayShape(sizes, maxLocalCells, place);
}

function threadOf(size: ExprAst, { world }: ExprPlace): ThreadInfo | undefined {
  const named =
    size.kind === 'place' && size.path.length === 0 ? world.globals.get(size.name.text) : undefined;
  return named?.kind === 'thread' ? named : undefined;
}

function arrayShape(sizes: readonly ExprAst[], most: bigint, place: ExprPlace): LocalShape {
  const [, , third] = sizes;
  if (third !== undefined) {
    const note = 'compute the index: `a[i * N + j][k]`';
    wrongUse(place, third.span, 'an array has at most two indices', note);
  }
  const lengths = sizes.slice(0, 2).map((size) => lengthOf(size, most, place));
  const [rows, columns] = lengths;
  if (rows === undefined) return { kind: 'scalar' };
  if (columns === undefined) return { kind: 'array', length: Number(rows) };
  const isGood = rows * columns <= most;
  const [first] = sizes;
  if (!isGood && first !== undefined) outOfRange(first.span, tooMany(most, rows * columns), place);
  return { kind: 'array', length: Number(isGood ? rows * columns : columns), columns: Number(columns) };
}

function lengthOf(size: ExprAst, most: bigint, place: ExprPlace): bigint {
  const length = constantInt(size, 'the length of an array', place);
  if (length === null) return most;
  if (length >= 1n && length <= most) return length;
  outOfRange(size.span, tooMany(most, length), place);
  return most;
}

const tooMany = (most: bigint, length: bigint): string => `an array has 1 to ${most} cells, not ${length}`;

export function instancesOf(ast: InstancesAst | null, place: ExprPlace): Instances {
  if (ast === null) return { kind: 'one' };
  const param = ast.param.text;
  if (ast.kind === 'any') return { kind: 'any', param };
  const range = rangeOf(ast.lo, ast.hi, place);
  if (range === null) return { kind: 'any', param };
  const [lo, hi] = range;
  if (lo >= 0n && hi - lo < maxInstances && hi <= maxCells) {
    return { kind: 'range', param, lo: Number(lo), hi: Number(hi) };
  }
  const message =
    lo < 0n ? 'instances are numbered from 0' : `a thread has at most ${maxInstances} instances`;
  outOfRange(ast.lo.span, message, place);
  return { kind: 'any', param };
}

function outOfRange(span: Span, message: string, place: ExprPlace): void {
  place.world.bag.report('E303', span, message);
}
