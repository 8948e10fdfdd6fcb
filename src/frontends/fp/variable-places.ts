import type { Span, Word } from '../../diagnostics/span.js';
import { constantValue } from '../../lang/expr/constant.js';
import { contains, everything, intervalOf, intervalOfType } from '../../lang/expr/interval.js';
import type { Interval } from '../../lang/expr/interval.js';
import { binary, instanceLocal, int, local, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { localId } from '../../lang/expr/ids.js';
import { cellNumbers } from '../../lang/program/cell-numbers.js';
import type { Instances, LValue, VariableShape } from '../../lang/program/program.js';
import type { ExprAst, PlaceAst } from './ast.js';
import { reportFault } from './implicit-faults.js';
import { unknown, wrongUse } from './name-reports.js';
import { threadsOf } from './scope.js';
import type { ExprPlace } from './scope.js';
import type { LocalInfo, RecordInfo, SharedInfo } from './variable-infos.js';

/** Checks a subexpression: handed in, so that names need not know of all expressions. */
export type CheckInt = (ast: ExprAst, who: string) => Expr | null;

type VariableInfo = SharedInfo | LocalInfo;

/** Where the names of variables are looked up. */
export interface VisibleVariables {
  variable(name: string): VariableInfo | undefined;
  record(name: string): RecordInfo | undefined;
}

/** What a place stands for: a variable, or a cell of one. */
export interface ResolvedPlace {
  readonly to: LValue;
  readonly variable: VariableInfo;
  /** Of a local of somebody else the instance. */
  readonly instance: Expr | null;
}

export function readOf({ to, instance }: ResolvedPlace): Expr {
  if (to.kind === 'shared') return shared(to.shared, to.index);
  return instance === null ? local(to.local) : instanceLocal(to.local, instance);
}

/** The variable that a path leads to, with the indices on the way. */
interface FollowedPath {
  readonly variable: VariableInfo;
  readonly indices: readonly ExprAst[];
}

/** `x`, `flag[e]`, `node[e].next`; the name is one of `variables`. */
export function resolveVariable(
  ast: Pick<PlaceAst, 'name' | 'path'>,
  variables: VisibleVariables,
  place: ExprPlace,
  checkInt: CheckInt,
  instance: Expr | null = null,
): ResolvedPlace | null {
  const indices = ast.path.flatMap((step) => (step.kind === 'cell' ? [step.index] : []));
  const checked = indices.map((index) => checkInt(index, 'an index'));
  const followed = follow(ast, variables, place);
  if (followed === null || !hasItsIndices(ast.name, followed, place)) return null;
  const numbers = checked.flatMap((index) => index ?? []);
  if (numbers.length < checked.length) return null;
  const { variable } = followed;
  const spans = indices.map(({ span }) => span);
  const to = targetOf(variable, numbers, spans, place);
  return to === null ? null : { to, variable, instance };
}

function follow(
  { name: head, path }: Pick<PlaceAst, 'name' | 'path'>,
  variables: VisibleVariables,
  place: ExprPlace,
): FollowedPath | null {
  let name = head.text;
  const indices: ExprAst[] = [];
  for (const step of path) {
    if (step.kind === 'cell') indices.push(step.index);
    else if (step.kind === 'instance') return wrongUse(place, head.span, `\`${head.text}\` is not a thread`);
    else {
      const record = variables.record(name);
      if (record === undefined)
        return wrongUse(place, step.name.span, `\`${name}\` is no structure; it has no members`);
      if (!record.members.includes(step.name.text)) {
        const message = `\`${name}\` has no member \`${step.name.text}\``;
        return unknown(place, step.name, message, record.members);
      }
      name = `${name}.${step.name.text}`;
    }
  }
  const record = variables.record(name);
  if (record !== undefined) {
    const note = `name a member: \`${name}${'[...]'.repeat(indices.length)}.${record.members[0] ?? ''}\``;
    return wrongUse(place, head.span, `\`${name}\` is a structure; its values are not used as a whole`, note);
  }
  const variable = variables.variable(name);
  return variable === undefined ? null : { variable, indices };
}

function hasItsIndices({ text, span }: Word, { variable, indices }: FollowedPath, place: ExprPlace): boolean {
  const count = indicesOf(variable.shape);
  if (indices.length === count) return true;
  if (count === 0) wrongUse(place, span, `\`${text}\` is not an array`);
  else if (indices.length === 0)
    wrongUse(
      place,
      span,
      `\`${text}\` is an array`,
      `choose a cell: \`${cellsOf(text, variable, '[...]'.repeat(count))}\``,
    );
  else
    wrongUse(
      place,
      span,
      `\`${text}\` has ${count === 1 ? 'one index' : 'two indices'}, not ${indices.length}`,
      `write \`${cellsOf(text, variable, '[...]'.repeat(count))}\``,
    );
  return false;
}

const cellsOf = (head: string, { name }: VariableInfo, brackets: string): string =>
  `${head}${brackets}${name.slice(name.includes('.') ? name.indexOf('.') : name.length)}`;

const indicesOf = (shape: VariableShape): 0 | 1 | 2 => {
  if (shape.kind === 'scalar') return 0;
  return shape.kind === 'array' && shape.columns !== undefined ? 2 : 1;
};

function targetOf(
  variable: VariableInfo,
  indices: readonly Expr[],
  spans: readonly Span[],
  place: ExprPlace,
): LValue | null {
  const { shape } = variable;
  const isShared = 'kind' in variable;
  const [only, column] = indices;
  if (only === undefined)
    return isShared
      ? { kind: 'shared', shared: variable.id, index: null }
      : { kind: 'local', local: variable.id };
  const lengths = lengthsOf(shape, place);
  const inside = indices.map((index, i) => withinBounds(variable, index, lengths[i], spans[i], place));
  if (inside.includes(false)) return null;
  if (isShared && column === undefined) return { kind: 'shared', shared: variable.id, index: only };
  const numbers = indices.map((index, i) => {
    // Of a shared array a row that is not there is a cell that is not there.
    const isChecked = isShared && i === 0;
    return isChecked ? index : surely(index, variable, lengths[i], spans[i], place);
  });
  const [row, behind] = numbers.flatMap((number) => number ?? []);
  if (row === undefined || numbers.includes(null)) return null;
  const index = behind === undefined ? row : inRow(row, behind, columnsOf(shape));
  if (isShared) return { kind: 'shared', shared: variable.id, index };
  const known = constantValue(index);
  if (typeof known === 'bigint') return { kind: 'local', local: localId(variable.id + Number(known)) };
  return { kind: 'shared', shared: place.world.ownCells.local(variable), index };
}

const columnsOf = (shape: VariableShape): number => (shape.kind === 'array' ? (shape.columns ?? 1) : 1);

function inRow(row: Expr, column: Expr, columns: number): Expr {
  const [first, offset] = [constantValue(row), constantValue(column)];
  if (typeof first === 'bigint' && typeof offset === 'bigint') return int(first * BigInt(columns) + offset);
  return binary('+', binary('*', row, int(columns)), column);
}

/** The first and the last number of each index; null: the last is not known. */
type CellNumbers = readonly [bigint, bigint | null];

function lengthsOf(shape: VariableShape, place: ExprPlace): readonly CellNumbers[] {
  if (shape.kind !== 'array' || shape.columns === undefined)
    return [cellNumbers(shape, threadsOf(place.world))];
  const { length, columns } = shape;
  return [length / columns, columns].map((count) => [0n, BigInt(count - 1)]);
}

function withinBounds(
  { name }: VariableInfo,
  index: Expr,
  [lo, hi]: CellNumbers = [0n, null],
  span: Span | undefined,
  place: ExprPlace,
): boolean {
  const value = constantValue(index);
  if (typeof value !== 'bigint' || span === undefined) return true;
  if (place.dead || (value >= lo && (hi === null || value <= hi))) return true;
  const cells = hi === null ? 'cells are numbered from 0' : `its cells are numbered ${lo} to ${hi}`;
  return reportFault('bounds', span, `\`${name}\` has no cell ${value}`, place, cells);
}

/** The index, or what is it only where there is such a cell, and violates `bounds` elsewhere. */
function surely(
  index: Expr,
  { name }: VariableInfo,
  [lo, hi]: CellNumbers = [0n, null],
  span: Span | undefined,
  place: ExprPlace,
): Expr | null {
  if (hi === null || span === undefined) return null;
  if (
    contains(
      { lo, hi },
      intervalOf(index, (part) => valuesOf(part, place)),
    )
  )
    return index;
  if (place.role === 'statement') return shared(place.world.ownCells.number(Number(hi) + 1, span), index);
  place.world.bag.report(
    'E305',
    span,
    `this index of \`${name}\` may be out of bounds`,
    'outside of statements it is a constant, or an instance that surely has such a cell',
  );
  return null;
}

/** What a variable may be, by its type and where it is. */
function valuesOf(expr: Expr, place: ExprPlace): Interval | null {
  const { thread, world } = place;
  switch (expr.kind) {
    case 'param':
      return thread === null ? everything : instanceNumbers(thread.instances);
    case 'bound': {
      const binder = [...place.binders.values()].find(({ id }) => id === expr.binder);
      return binder === undefined ? everything : instanceNumbers(binder.thread.instances);
    }
    case 'local': {
      const variable = [...(thread?.locals.values() ?? [])].find(
        ({ id, shape }) => id <= expr.local && expr.local < id + cellsIn(shape),
      );
      if (variable === undefined) return everything;
      return place.counting.get(variable.name) ?? intervalOfType(variable.type);
    }
    case 'shared': {
      const own = world.ownCells.meaning(expr.shared);
      if (own !== null)
        return own.kind === 'number'
          ? { lo: 0n, hi: BigInt(own.length - 1) }
          : intervalOfType(own.variable.type);
      const found = [...world.globals.values()].find((v) => v.kind === 'shared' && v.id === expr.shared);
      return found?.kind === 'shared' ? intervalOfType(found.type) : everything;
    }
    default:
      return null;
  }
}

export const cellsIn = (shape: VariableShape): number => (shape.kind === 'array' ? shape.length : 1);

const instanceNumbers = (instances: Instances): Interval =>
  instances.kind === 'range'
    ? { lo: BigInt(instances.lo), hi: BigInt(instances.hi) }
    : instances.kind === 'any'
      ? { lo: 0n, hi: null }
      : everything;
