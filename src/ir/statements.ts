import { assertNever } from '../support/check.js';
import type { Expr } from './expr.js';
import type { Block, LValue, RmwOp, Stmt } from './program.js';

/** The blocks directly inside a statement. */
export function blocksOf(stmt: Stmt): readonly Block[] {
  switch (stmt.kind) {
    case 'if':
      return [stmt.then, stmt.else];
    case 'while':
    case 'atomic':
    case 'locked':
      return [stmt.body];
    case 'either':
      return stmt.branches;
    case 'skip':
    case 'assign':
    case 'havoc':
    case 'rmw':
    case 'fence':
    case 'assume':
    case 'assert':
    case 'goto':
      return [];
    default:
      return assertNever(stmt);
  }
}

/** The expressions that a statement itself evaluates, in order; not those of statements inside it. */
export function exprsOf(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case 'assign':
      return [...indexOf(stmt.target), stmt.value];
    case 'rmw':
      return [...indexOf(stmt.place), ...operandsOf(stmt.op)];
    case 'assume':
    case 'assert':
    case 'if':
    case 'while':
      return [stmt.cond];
    case 'skip':
    case 'havoc':
    case 'fence':
    case 'goto':
    case 'either':
    case 'atomic':
    case 'locked':
      return [];
    default:
      return assertNever(stmt);
  }
}

function indexOf(place: LValue): readonly Expr[] {
  return place.kind === 'shared' && place.index !== null ? [place.index] : [];
}

function operandsOf(op: RmwOp): readonly Expr[] {
  return op.kind === 'cas' ? [op.expected, op.value] : [op.value];
}

/** Every statement of a block and of the blocks inside, each before what is inside it. */
export function* everyStatement(block: Block): Generator<Stmt> {
  for (const stmt of block) {
    yield stmt;
    for (const inner of blocksOf(stmt)) yield* everyStatement(inner);
  }
}
