import type { Span } from '../../diagnostics/span.js';
import { constantValue } from '../../lang/expr/constant.js';
import { subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { initialExprs } from '../../lang/program/program.js';
import type { Init, VariableShape } from '../../lang/program/program.js';
import type { Type } from '../../lang/expr/type.js';
import { byTypes, contains, everything, intervalOf, intervalOfType } from '../../lang/expr/interval.js';
import type { KnownIntervals } from '../../lang/expr/interval.js';
import { printType } from '../../lang/expr/type.js';
import type { ExprAst, InitAst } from './ast.js';
import { cellsOfLocal } from './declare.js';
import type { DeclaredLocal, DeclaredShared, FileDeclarations } from './declare.js';
import { outside } from './scope.js';
import type { ExprPlace, FpWorld } from './scope.js';
import type { LocalInfo, SharedInfo } from './variable-infos.js';
import { cellsIn } from './variable-places.js';
import { checkStored } from './check-stored.js';

/** The initial values of all variables, in the order of their numbers. */
export interface VariableInits {
  readonly shared: readonly Init[];
  readonly locals: readonly Init[];
}

/**
 * An initial value is a constant, or an expression over the initial values of other variables: so two variables can be
 * equal but unknown. What they start from may not go in a circle, and their values must fit by their types alone.
 */
export function initialValues(declarations: FileDeclarations): VariableInits {
  const { world, shared, threads } = declarations;
  const locals = threads.flatMap((thread) =>
    thread.locals.flatMap((local) =>
      cellsOfLocal(local).map((cell) => ({ info: { ...local.info, ...cell }, init: local.init })),
    ),
  );
  const types = byTypes({ shared: shared.map((v) => v.info), locals: locals.map((v) => v.info) });
  const place = outside(world, 'initialiser');
  const values: VariableInits = {
    shared: shared.map((variable) => sharedInit(variable, place, types)),
    locals: threads.flatMap(({ info, locals: own }) =>
      own.flatMap((variable) => localInits(variable, { ...place, thread: info }, types)),
    ),
  };
  refuseCircles(values, [...shared, ...locals], world);
  return values;
}

function sharedInit({ info, init }: DeclaredShared, place: ExprPlace, types: KnownIntervals): Init {
  if (init?.kind !== 'cells') return valueInit(init, info, place, types);
  if (info.shape.kind !== 'array') {
    const note = info.shape.kind === 'scalar' ? 'write the value alone' : 'give one value for every instance';
    place.world.bag.report('E301', init.span, `\`${info.name}\` is not an array of fixed length`, note);
    return { kind: 'any' };
  }
  checkLengths(init, info, info.shape, place);
  const values = init.values.map((value) => initialValue(value, info, place, types));
  return values.includes(null) ? { kind: 'any' } : { kind: 'cells', values: values.flatMap((v) => v ?? []) };
}

/** As many values as cells. */
export function checkLengths(
  { values, rows, span }: CellsAst,
  { name }: InitialisedVariable,
  { length, columns }: Extract<VariableShape, { kind: 'array' }>,
  { world }: ExprPlace,
): void {
  const note = 'one value without braces is for all cells';
  if (values.length !== length)
    world.bag.report(
      'E301',
      span,
      `\`${name}\` has ${length} cells, but there are ${values.length} values`,
      note,
    );
  else if (rows?.some((row) => row !== columns) === true)
    world.bag.report('E301', span, `the rows of \`${name}\` do not have these lengths`, note);
}

type CellsAst = Extract<InitAst, { kind: 'cells' }>;

/** Of each cell. */
function localInits({ info, init }: DeclaredLocal, place: ExprPlace, types: KnownIntervals): readonly Init[] {
  const { shape } = info;
  if (init?.kind !== 'cells') {
    const one = valueInit(init, info, place, types);
    return Array.from({ length: cellsIn(shape) }, () => one);
  }
  if (shape.kind !== 'array') {
    place.world.bag.report('E301', init.span, `\`${info.name}\` is not an array`, 'write the value alone');
    return [{ kind: 'any' }];
  }
  checkLengths(init, info, shape, place);
  const values = init.values.map((value) => initialValue(value, info, place, types));
  return Array.from({ length: shape.length }, (_, i): Init => {
    const value = values[i] ?? null;
    return value === null ? { kind: 'any' } : { kind: 'value', value };
  });
}

interface InitialisedVariable {
  readonly name: string;
  readonly type: Type;
}

function valueInit(
  init: Extract<InitAst, { kind: 'value' }> | null,
  variable: InitialisedVariable,
  place: ExprPlace,
  types: KnownIntervals,
): Init {
  const value = init === null ? null : initialValue(init.value, variable, place, types);
  return value === null ? { kind: 'any' } : { kind: 'value', value };
}

function initialValue(
  ast: ExprAst,
  { name, type }: InitialisedVariable,
  place: ExprPlace,
  types: KnownIntervals,
): Expr | null {
  const value = checkStored(ast, name, type, place);
  if (value === null || !isDefined(value, ast.span, place.world)) return null;
  if (type.kind !== 'range' || constantValue(value) !== null) return value;
  const instances = place.thread?.instances ?? null;
  const numbers =
    instances?.kind === 'range' ? { lo: BigInt(instances.lo), hi: BigInt(instances.hi) } : everything;
  const values = intervalOf(value, (expr) => (expr.kind === 'param' ? numbers : types(expr)));
  if (contains(intervalOfType(type), values)) return value;
  const message = `the initial value of \`${name}\` may be out of its range`;
  place.world.bag.report('E303', ast.span, message, `its type is \`${printType(type)}\``);
  return null;
}

/** Nothing runs yet that could violate `div` or `bounds`. */
function isDefined(value: Expr, span: Span, world: FpWorld): boolean {
  for (const part of subexpressions(value)) {
    const divides = part.kind === 'binary' && (part.op === '/' || part.op === '%');
    const doubtful = divides ? part.right : part.kind === 'shared' ? part.index : null;
    if (doubtful === null || constantValue(doubtful) !== null) continue;
    const what = divides ? 'divisors' : 'indices';
    world.bag.report('E305', span, `${what} in an initial value must be constants`);
    return false;
  }
  return true;
}

function refuseCircles(
  values: VariableInits,
  variables: readonly { readonly info: SharedInfo | LocalInfo }[],
  world: FpWorld,
): void {
  const inits = [...values.shared, ...values.locals];
  const numberOf = (expr: Expr): number | null => {
    if (expr.kind === 'shared') return expr.shared;
    return expr.kind === 'local' || expr.kind === 'instance-local' ? values.shared.length + expr.local : null;
  };
  const needs = inits.map(
    (init) =>
      new Set(
        initialExprs(init)
          .flatMap((e) => [...subexpressions(e)])
          .map(numberOf),
      ),
  );
  const state = new Map<number, 'open' | 'done'>();
  const visit = (variable: number): void => {
    state.set(variable, 'open');
    for (const needed of needs[variable] ?? []) {
      if (needed === null) continue;
      const { info } = variables[variable] ?? {};
      if (state.get(needed) === 'open' && info !== undefined) {
        const message = `the initial value of \`${info.name}\` depends on itself`;
        world.bag.report(
          'E306',
          info.span,
          message,
          'leave out one initial value: then any value is possible',
        );
      }
      if (!state.has(needed)) visit(needed);
    }
    state.set(variable, 'done');
  };
  for (const variable of inits.keys()) if (!state.has(variable)) visit(variable);
}
