import type { SharedId } from '../src/lang/expr/ids.js';
import type { Program, Stmt } from '../src/lang/program/program.js';
import { mapBlocks, mapBodies } from '../src/lang/program/visit.js';
import { labelledAs, marksOf } from '../src/pass/make-statements.js';
import type { ProgramPass } from '../src/pass/pass.js';
import { numberWrites, storesOf } from '../src/pass/write-sites.js';
import type { NumberedWrites } from '../src/pass/write-sites.js';
import { remembered } from '../src/support/remembered.js';

/**
 * The chosen writes become atomic: paper 004, section III, rule 3. The whole transition waits for the buffers first, and the
 * stores to the chosen variables go to memory at once; those to others still go through the buffer.
 *
 *   BEFORE  L: x = 1;                       AFTER (x at L)  L: locked { x = 1; }
 *           atomic { r = z; x = r; y = r; }       (x, y)    locked { r = z; x = r; y = r; }
 *                                                 (x)       locked (y through the buffer) { r = z; x = r; y = r; }
 *
 * Marks every transition that writes, so that a step of the automata tells which one it is of. Left alone: programs of
 * which nobody asks; what is inside `locked` already.
 */
export const atomicWrites: ProgramPass = {
  name: 'atomic-writes',
  summary: 'make the chosen writes atomic',
  level: 'program',
  requires: ['resolved', 'no-ranges', 'no-rmw', 'single-access'],
  establishes: ['single-access'],
  run: (program, { atomicWrites: chosen }) =>
    chosen === undefined ? program : withAtomic(numberWrites(program), chosen),
};

function withAtomic({ program, sites }: NumberedWrites, chosen: ReadonlySet<number>): Program {
  const direct = new Map<number, Set<SharedId>>();
  for (const { id, transition, variable } of sites) {
    if (!chosen.has(id)) continue;
    remembered(direct, transition, () => new Set()).add(variable);
  }
  const rewritten = (stmt: Stmt): Stmt => {
    if (stmt.transition === undefined) return mapBlocks(stmt, (block) => block.map(rewritten));
    const variables = direct.get(stmt.transition);
    return variables === undefined ? stmt : locking(stmt, variables, program);
  };
  return mapBodies(program, (body) => body.map(rewritten));
}

/** The transition under a lock that leaves out the stores to all variables but these. */
function locking(stmt: Stmt, direct: ReadonlySet<SharedId>, program: Program): Stmt {
  const others = storesOf(stmt, program).map(({ target }) => target.shared);
  const buffered = new Set(others.filter((variable) => !direct.has(variable)));
  const exceptions = buffered.size === 0 ? {} : { buffered };
  if (stmt.kind === 'atomic') return { ...stmt, ...exceptions, kind: 'locked' };
  const { continues: _, ...inner } = stmt;
  const whole: Stmt = {
    kind: 'locked',
    body: [{ ...inner, labels: [] }],
    labels: [],
    ...marksOf(stmt),
    span: stmt.span,
  };
  return labelledAs(whole, stmt);
}
