import { unsupported } from '../src/diagnostics/diagnostic.js';
import { sharedReads } from '../src/lang/expr/expr.js';
import type { Block, Stmt } from '../src/lang/program/program.js';
import { mapBlocks } from '../src/lang/program/visit.js';
import { Hoist, loopAround, sequence, withTemporaries } from '../src/pass/hoist.js';
import type { ProgramPass } from '../src/pass/pass.js';

/**
 * Outside atomic and locked, a statement makes at most one shared access; further loads go first, left to right, each
 * into a temporary of its own.
 *
 *   BEFORE  x = y + z;                  AFTER  load_1 = y; load_2 = z; x = load_1 + load_2;
 *   BEFORE  L: while (x == y) { B }     AFTER  L: load_1 = x; if (load_1 == y) { B goto L; }
 *   BEFORE  if (x == 0 && y == 0) { }   AFTER  load_1 = x == 0; if (load_1 && y == 0) { }
 *
 * As in C, an operand that is not needed is not loaded: `i < 2 && a[i] == x` never reads beyond a. Left alone: atomic and
 * locked blocks, where nobody can look in between, and statements with one access.
 */
export const splitAccesses: ProgramPass = {
  name: 'split-accesses',
  summary: 'one shared access a statement outside atomic and locked',
  level: 'program',
  requires: ['resolved', 'no-rmw'],
  establishes: ['single-access'],
  run: (program) =>
    withTemporaries(program, ({ id, body }, supply, labels) => {
      const split = (stmt: Stmt): Block => {
        if (stmt.kind === 'assume') refuseSeveral(stmt);
        const { before, stmt: last } = new Hoist(program, id, supply, stmt).hoisted(1);
        return last.kind === 'while'
          ? loopAround(last, before, labels, 'split-accesses')
          : sequence(stmt, before, last);
      };
      const inBlock = (block: Block): Block =>
        block.flatMap((stmt) => split(isExclusive(stmt) ? stmt : mapBlocks(stmt, inBlock)));
      return inBlock(body);
    }),
};

const isExclusive = (stmt: Stmt): boolean => stmt.kind === 'atomic' || stmt.kind === 'locked';

function refuseSeveral({ cond, span }: Extract<Stmt, { kind: 'assume' }>): void {
  if (sharedReads(cond).length > 1)
    unsupported(
      'an assume outside atomic tests one shared variable only',
      span,
      'write atomic { assume(...); }',
    );
}
