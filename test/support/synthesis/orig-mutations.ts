import { atLabel, binary, forall, int, param } from '../../../src/lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../../src/lang/expr/expr.js';
import { sharedId, threadId } from '../../../src/lang/expr/ids.js';
import type { ThreadId } from '../../../src/lang/expr/ids.js';
import { generatedBy } from '../../../src/diagnostics/span.js';
import { mapFormulas } from '../../../src/lang/program/program.js';
import type { Init, LValue, Program, SharedPlace, Stmt } from '../../../src/lang/program/program.js';
import type { Type } from '../../../src/lang/expr/type.js';
import { intType } from '../../../src/lang/expr/type.js';
import { mapExpressions, rewriteBlock, rewriteExpr } from '../../../src/lang/program/visit.js';
import { at, invariant } from '../../../src/support/invariant.js';

/** A change to a program and its predicates that changes nothing about them that matters. */
export interface Mutation {
  readonly name: string;
  readonly of: (program: Program) => Program;
}

/** For programs as front ends make them; `printProgram` writes what comes out as `.fp`. */
export const mutations: readonly Mutation[] = [
  { name: 'renamed', of: renamed },
  { name: 'threads swapped', of: threadsSwapped },
  { name: 'constants shifted', of: (program) => shifted(program, 7n) },
  { name: 'with an unused variable', of: withUnused },
];

/** All variables have other names, in the other order of the alphabet. */
export function renamed(program: Program): Program {
  const last = program.shared.length + program.locals.length;
  const name = (n: number): string => `v${String(last - n).padStart(4, '0')}`;
  return {
    ...program,
    shared: program.shared.map((variable, i) => ({ ...variable, name: name(i) })),
    locals: program.locals.map((variable, i) => ({ ...variable, name: name(program.shared.length + i) })),
  };
}

/** The last thread comes first, and so on. */
export function threadsSwapped(program: Program): Program {
  const swap = (id: ThreadId): ThreadId => threadId(program.threads.length - 1 - id);
  const inExpr = (expr: Expr): Expr =>
    rewriteExpr(expr, (e) => {
      switch (e.kind) {
        case 'param':
          return param(swap(e.thread));
        case 'at':
          return atLabel(swap(e.thread), e.instance, e.label);
        case 'forall':
          return forall(e.binders, swap(e.thread), e.body);
        default:
          return e;
      }
    });
  const mapped = mapProgram(program, inExpr, (stmt) => mapExpressions(stmt, inExpr));
  return {
    ...mapped,
    shared: mapped.shared.map((variable) =>
      variable.shape.kind === 'per-instance'
        ? { ...variable, shape: { ...variable.shape, thread: swap(variable.shape.thread) } }
        : variable,
    ),
    locals: mapped.locals.map((variable) => ({ ...variable, thread: swap(variable.thread) })),
    threads: mapped.threads.map((thread) => ({ ...thread, id: swap(thread.id) })).reverse(),
  };
}

/** Every variable without a range is greater by a number, and all that reads and writes it knows. */
export function shifted(program: Program, by: bigint): Program {
  const moves = (type: Type): boolean => type.kind === 'int';
  const typeOf = (place: LValue): Type =>
    place.kind === 'local' ? at(program.locals, place.local).type : at(program.shared, place.shared).type;
  const read = (expr: Expr): Expr => {
    switch (expr.kind) {
      case 'shared':
        return moves(at(program.shared, expr.shared).type) ? plus(expr, -by) : expr;
      case 'local':
      case 'instance-local':
        return moves(at(program.locals, expr.local).type) ? plus(expr, -by) : expr;
      case 'binary':
        return moved(expr.op, expr.left, expr.right) ?? expr;
      default:
        return expr;
    }
  };
  const inExpr = (expr: Expr): Expr => rewriteExpr(expr, read);
  const inPlace = (place: SharedPlace): SharedPlace =>
    place.index === null ? place : { ...place, index: inExpr(place.index) };
  const inStmt = (stmt: Stmt): Stmt => {
    switch (stmt.kind) {
      case 'assign': {
        const target = stmt.target.kind === 'local' ? stmt.target : inPlace(stmt.target);
        return { ...stmt, target, value: plus(inExpr(stmt.value), moves(typeOf(target)) ? by : 0n) };
      }
      case 'rmw': {
        const same =
          stmt.result === null ||
          (stmt.op.kind !== 'cas' && moves(at(program.locals, stmt.result).type)) ===
            moves(typeOf(stmt.place));
        invariant(same, 'the result of a locked instruction moves as its variable does');
        const value = moves(typeOf(stmt.place)) && stmt.op.kind !== 'fetch_add' ? by : 0n;
        const op =
          stmt.op.kind === 'cas'
            ? {
                ...stmt.op,
                expected: plus(inExpr(stmt.op.expected), value),
                value: plus(inExpr(stmt.op.value), value),
              }
            : { ...stmt.op, value: plus(inExpr(stmt.op.value), value) };
        return { ...stmt, place: inPlace(stmt.place), op };
      }
      default:
        return mapExpressions(stmt, inExpr);
    }
  };
  const mapped = mapProgram(program, inExpr, inStmt);
  return {
    ...mapped,
    shared: mapped.shared.map((v) =>
      moves(v.type) ? { ...v, init: mapInit(v.init, (e) => plus(e, by)) } : v,
    ),
    locals: mapped.locals.map((v) =>
      moves(v.type) ? { ...v, init: mapInit(v.init, (e) => plus(e, by)) } : v,
    ),
  };
}

/** One more shared variable, which nobody reads or writes. */
export function withUnused(program: Program): Program {
  return {
    ...program,
    shared: [
      ...program.shared,
      {
        id: sharedId(program.shared.length),
        name: 'unused_by_all',
        type: intType,
        shape: { kind: 'scalar' },
        init: { kind: 'value', value: int(0) },
        span: generatedBy('with-unused', null),
      },
    ],
  };
}

function mapProgram(program: Program, inExpr: (expr: Expr) => Expr, inStmt: (stmt: Stmt) => Stmt): Program {
  return {
    ...program,
    shared: program.shared.map((v) => ({ ...v, init: mapInit(v.init, inExpr) })),
    locals: program.locals.map((v) => ({ ...v, init: mapInit(v.init, inExpr) })),
    threads: program.threads.map((thread) => ({
      ...thread,
      body: rewriteBlock(thread.body, (stmt) => [inStmt(stmt)]),
    })),
    properties: program.properties.map((p) => mapFormulas(p, inExpr)),
    predicates: program.predicates.map(inExpr),
  };
}

function mapInit(init: Init, f: (expr: Expr) => Expr): Init {
  switch (init.kind) {
    case 'any':
      return init;
    case 'value':
      return { ...init, value: f(init.value) };
    case 'cells':
      return { ...init, values: init.values.map(f) };
  }
}

/** An expression as something and a number: what is added last is seen, nothing else is computed. */
function parts(expr: Expr): { readonly rest: Expr | null; readonly number: bigint } {
  if (expr.kind === 'int') return { rest: null, number: expr.value };
  if (expr.kind === 'binary' && expr.right.kind === 'int') {
    if (expr.op === '+') return { rest: expr.left, number: expr.right.value };
    if (expr.op === '-') return { rest: expr.left, number: -expr.right.value };
  }
  return { rest: expr, number: 0n };
}

function plus(expr: Expr, number: bigint): Expr {
  if (number === 0n) return expr;
  const { rest, number: known } = parts(expr);
  const sum = known + number;
  if (rest === null) return int(sum);
  if (sum === 0n) return rest;
  return sum > 0n ? binary('+', rest, int(sum)) : binary('-', rest, int(-sum));
}

/** `(x - 7) + 1` as `x - 6`, and `x - 7 >= 0` as `x >= 7`: as somebody would write it who starts counting at 7. */
function moved(op: BinaryOp, left: Expr, right: Expr): Expr | null {
  const [a, b] = [parts(left), parts(right)];
  switch (op) {
    case '+':
      return right.kind === 'int' ? plus(left, right.value) : null;
    case '-':
      return right.kind === 'int' ? plus(left, -right.value) : null;
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (a.rest !== null && a.number !== 0n) return binary(op, a.rest, plus(right, -a.number));
      if (b.rest !== null && b.number !== 0n) return binary(op, plus(left, -b.number), b.rest);
      return null;
    default:
      return null;
  }
}
