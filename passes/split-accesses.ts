import { unsupported } from '../src/diagnostics/diagnostic.js';
import { sharedReads } from '../src/lang/expr/expr.js';
import type { ThreadId } from '../src/lang/expr/ids.js';
import type { Block, Program, Stmt } from '../src/lang/program/program.js';
import { mapBlocks } from '../src/lang/program/visit.js';
import type { FreshLabels } from '../src/pass/fresh-labels.js';
import { Hoist, loopAround, sequence, withTemporaries } from '../src/pass/hoist.js';
import type { Hoisted } from '../src/pass/hoist.js';
import type { LocalSupply } from '../src/pass/local-supply.js';
import type { ProgramPass } from '../src/pass/pass.js';
import { assertNever } from '../src/support/invariant.js';

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
    withTemporaries(program, (thread, supply, labels) =>
      new AccessSplitter(program, thread.id, supply, labels).block(thread.body),
    ),
};

class AccessSplitter {
  constructor(
    private readonly program: Program,
    private readonly thread: ThreadId,
    private readonly supply: LocalSupply,
    private readonly labels: FreshLabels,
  ) {}

  block(block: Block): Block {
    return block.flatMap((stmt) =>
      this.stmt(mapBlocks(stmt, (b) => (isExclusive(stmt) ? b : this.block(b)))),
    );
  }

  private stmt(stmt: Stmt): Block {
    const hoist = new Hoist(this.program, this.thread, this.supply, stmt);
    switch (stmt.kind) {
      case 'assign': {
        const { target } = stmt;
        if (target.kind === 'local') {
          const { before, expr } = hoist.keeping(stmt.value, 1);
          return sequence(stmt, before, { ...stmt, value: expr });
        }
        const store = hoist.store(stmt, target);
        return sequence(stmt, store.before, store.stmt);
      }
      case 'if':
      case 'assert': {
        const { before, expr } = hoist.keeping(stmt.cond, 1);
        return sequence(stmt, before, { ...stmt, cond: expr });
      }
      case 'while':
        return loop(stmt, hoist.keeping(stmt.cond, 1), this.labels);
      case 'assume':
        if (sharedReads(stmt.cond).length <= 1) return [stmt];
        return unsupported(
          'an assume outside atomic tests one shared variable only',
          stmt.span,
          'write atomic { assume(...); }',
        );
      case 'skip':
      case 'havoc':
      case 'rmw':
      case 'fence':
      case 'goto':
      case 'either':
      case 'atomic':
      case 'locked':
        return [stmt];
      default:
        return assertNever(stmt);
    }
  }
}

const isExclusive = (stmt: Stmt): boolean => stmt.kind === 'atomic' || stmt.kind === 'locked';

function loop(stmt: Extract<Stmt, { kind: 'while' }>, test: Hoisted, labels: FreshLabels): Block {
  if (test.before.length === 0) return [stmt];
  return loopAround(stmt, test, labels.numbered('again'), 'split-accesses');
}
