import { assertNever } from '../../support/invariant.js';
import type { BlockAst, StmtAst } from './ast.js';

/** The blocks directly inside a statement. */
export function blocksInAst(stmt: StmtAst): readonly BlockAst[] {
  switch (stmt.kind) {
    case 'if':
      return stmt.else === null ? [stmt.then] : [stmt.then, stmt.else];
    case 'while':
    case 'do':
    case 'for':
    case 'atomic':
    case 'locked':
      return [stmt.body];
    case 'either':
      return stmt.branches;
    case 'local':
    case 'skip':
    case 'assign':
    case 'rmw':
    case 'fence':
    case 'goto':
    case 'break':
    case 'continue':
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
