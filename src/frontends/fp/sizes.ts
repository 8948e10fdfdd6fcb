import type { Span, Word } from '../../diagnostics/span.js';
import { constantValue } from '../../lang/expr/constant.js';
import type { Instances, VariableShape } from '../../lang/program/program.js';
import type { ShownValues } from '../../lang/program/shown-values.js';
import { boolType, intType, rangeType } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import type { ExprAst, InstancesAst, TypeAst, VariableAst } from './ast.js';
import { checkSort } from './check-expr.js';
import { unknown, wrongUse } from './names.js';
import { describeGlobal } from './scope.js';
import type { ExprPlace } from './scope.js';

/** Beyond these an array or a family of threads is a mistake. */
const maxCells = 1n << 20n;
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
  if (global !== undefined)
    return wrongUse(place, name.span, `\`${name.text}\` is ${describeGlobal(global)}, not a type`);
  const enumerations = [...place.world.globals.values()].filter(({ kind }) => kind === 'enum');
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
export function shapeOf({ size }: VariableAst, place: ExprPlace): VariableShape {
  if (size === null) return { kind: 'scalar' };
  const owner = size.kind === 'name' ? place.world.globals.get(size.name.text) : undefined;
  if (owner?.kind === 'thread') {
    if (owner.instances.kind !== 'one') return { kind: 'per-instance', thread: owner.id };
    wrongUse(place, size.span, `\`${owner.name}\` is a single thread; it has no instances to count`);
    return { kind: 'array', length: 1 };
  }
  const length = constantInt(size, 'the length of an array', place);
  if (length !== null && (length < 1n || length > maxCells)) {
    outOfRange(size.span, `an array has 1 to ${maxCells} cells, not ${length}`, place);
  }
  const isGood = length !== null && length >= 1n && length <= maxCells;
  return { kind: 'array', length: isGood ? Number(length) : Number(maxCells) };
}

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
