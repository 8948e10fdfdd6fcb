import { collected } from '../../support/lists.js';
import type { Expr } from '../expr/expr.js';
import type { Block, Stmt } from './program.js';
import { mapBlocks, mapExpressions } from './visit.js';

/** The blocks directly inside a statement. */
export const blocksOf = (stmt: Stmt): readonly Block[] => collected((keep) => mapBlocks(stmt, keep));

/** The expressions that a statement itself evaluates, in order; not those of statements inside it. */
export const exprsOf = (stmt: Stmt): readonly Expr[] => collected((keep) => mapExpressions(stmt, keep));

/** Every statement of a block and of the blocks inside, each before what is inside it. */
export function* everyStatement(block: Block): Generator<Stmt> {
  for (const stmt of block) {
    yield stmt;
    for (const inner of blocksOf(stmt)) yield* everyStatement(inner);
  }
}

/** The labels that jumps in a block lead to. */
export const jumpTargets = (block: Block): readonly string[] =>
  [...everyStatement(block)].flatMap((stmt) => (stmt.kind === 'goto' ? [stmt.target] : []));
