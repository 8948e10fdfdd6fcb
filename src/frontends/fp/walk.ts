import { assertNever } from '../../support/invariant.js';
import type { BlockAst, ExprAst, PlaceAst, StmtAst } from './ast.js';

/** What stands at a place, as an expression. */
export const cellOf = ({ name, path, span }: PlaceAst): ExprAst => ({ kind: 'place', name, path, span });

/** The blocks directly inside a statement. */
export function blocksInAst(stmt: StmtAst): readonly BlockAst[] {
  switch (stmt.kind) {
    case 'if':
      return stmt.else === null ? [stmt.then] : [stmt.then, stmt.else];
    case 'while':
    case 'do':
    case 'for':
    case 'inlined':
    case 'atomic':
    case 'locked':
      return [stmt.body];
    case 'either':
      return stmt.branches;
    case 'local':
    case 'skip':
    case 'assign':
    case 'fill':
    case 'rmw':
    case 'fence':
    case 'goto':
    case 'break':
    case 'continue':
    case 'call':
    case 'return':
    case 'havoc':
    case 'assume':
    case 'assert':
      return [];
    default:
      return assertNever(stmt);
  }
}

/** Every statement, each before those inside it. */
export function* everyStmtAst(block: BlockAst): Generator<StmtAst> {
  for (const stmt of block.statements) {
    yield stmt;
    for (const inner of blocksInAst(stmt)) yield* everyStmtAst(inner);
  }
}

/** Whether a `break` leaves the loop around. */
export const isLeft = (block: BlockAst): boolean =>
  block.statements.some((stmt) => stmt.kind === 'break' || (!isLoop(stmt) && blocksInAst(stmt).some(isLeft)));

const isLoop = ({ kind }: StmtAst): boolean => kind === 'while' || kind === 'do' || kind === 'for';

export function withoutParentheses(ast: ExprAst): ExprAst {
  let inside = ast;
  while (inside.kind === 'paren') inside = inside.inner;
  return inside;
}
