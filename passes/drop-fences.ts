import { mapBodies, rewriteBlock } from '../src/lang/program/visit.js';
import { StmtMaker, asStep } from '../src/pass/make-statements.js';
import type { ReductionPass } from '../src/pass/pass.js';

/**
 * SC has no buffers, so there is nothing to wait for: what remains is what other languages can say. A fence is a step all
 * the same.
 *
 *   BEFORE  L: fence;          AFTER  L: assume(true);
 *           locked { B }              atomic { B }
 */
export const dropFences: ReductionPass = {
  name: 'drop-fences',
  summary: 'leave out fences and locks, which mean nothing under sc',
  level: 'reduction',
  requires: ['resolved', 'no-instances', 'no-rmw', 'single-access'],
  establishes: ['single-access', 'plain'],
  run: (program) =>
    mapBodies(program, (body) =>
      rewriteBlock(body, (stmt) => {
        if (stmt.kind === 'fence') return [asStep(stmt, new StmtMaker('drop-fences', stmt.span))];
        if (stmt.kind !== 'locked') return [stmt];
        const { buffered: _, ...rest } = stmt;
        return [{ ...rest, kind: 'atomic' }];
      }),
    ),
};
