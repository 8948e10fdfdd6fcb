import { assertNever } from '../../support/invariant.js';
import { mapChildren } from '../expr/expr.js';
import type { Expr } from '../expr/expr.js';
import type { Block, Program, RmwOp, SharedPlace, Stmt, Thread } from './program.js';

/** The same statement over `f` of its direct blocks. */
export function mapBlocks(stmt: Stmt, f: (block: Block) => Block): Stmt {
  switch (stmt.kind) {
    case 'if':
      return { ...stmt, then: f(stmt.then), else: f(stmt.else) };
    case 'while':
    case 'atomic':
    case 'locked':
      return { ...stmt, body: f(stmt.body) };
    case 'either':
      return { ...stmt, branches: stmt.branches.map(f) };
    case 'skip':
    case 'assign':
    case 'havoc':
    case 'rmw':
    case 'fence':
    case 'assume':
    case 'assert':
    case 'goto':
      return stmt;
    default:
      return assertNever(stmt);
  }
}

/** The same statement over `f` of its direct expressions; nested statements stay. */
export function mapExpressions(stmt: Stmt, f: (expr: Expr) => Expr): Stmt {
  switch (stmt.kind) {
    case 'assign':
      return {
        ...stmt,
        target: stmt.target.kind === 'local' ? stmt.target : mapPlace(stmt.target, f),
        value: f(stmt.value),
      };
    case 'rmw':
      return { ...stmt, place: mapPlace(stmt.place, f), op: mapRmw(stmt.op, f) };
    case 'assume':
    case 'assert':
    case 'if':
    case 'while':
      return { ...stmt, cond: f(stmt.cond) };
    case 'skip':
    case 'havoc':
    case 'fence':
    case 'goto':
    case 'either':
    case 'atomic':
    case 'locked':
      return stmt;
    default:
      return assertNever(stmt);
  }
}

function mapPlace(place: SharedPlace, f: (expr: Expr) => Expr): SharedPlace {
  return place.index === null ? place : { ...place, index: f(place.index) };
}

function mapRmw(op: RmwOp, f: (expr: Expr) => Expr): RmwOp {
  return op.kind === 'cas'
    ? { ...op, expected: f(op.expected), value: f(op.value) }
    : { ...op, value: f(op.value) };
}

/** Rewrites every statement, inner ones first; one may become several or none. */
export function rewriteBlock(block: Block, f: (stmt: Stmt) => readonly Stmt[]): Block {
  return block.flatMap((stmt) => f(mapBlocks(stmt, (inner) => rewriteBlock(inner, f))));
}

/** The same program over `f` of the bodies of its threads. */
export const mapBodies = (program: Program, f: (body: Block, thread: Thread) => Block): Program => ({
  ...program,
  threads: program.threads.map((thread) => ({ ...thread, body: f(thread.body, thread) })),
});

/** Rewrites every subexpression, inner ones first. */
export function rewriteExpr(expr: Expr, f: (expr: Expr) => Expr): Expr {
  return f(mapChildren(expr, (child) => rewriteExpr(child, f)));
}
