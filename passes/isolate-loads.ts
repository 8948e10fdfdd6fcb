import { sharedReads } from '../src/lang/expr/expr.js';
import type { SharedRead } from '../src/lang/expr/expr.js';
import type { SharedId } from '../src/lang/expr/ids.js';
import type { Block, Program, Stmt, Thread } from '../src/lang/program/program.js';
import { mapBlocks, rewriteBlock } from '../src/lang/program/visit.js';
import { bufferedVariables } from '../src/pass/buffered.js';
import type { FreshLabels } from '../src/lang/program/fresh-labels.js';
import { Hoist, loopAround, sequence, withTemporaries } from '../src/pass/hoist.js';
import type { LocalSupply } from '../src/pass/local-supply.js';
import { StmtMaker, labelledAs } from '../src/pass/make-statements.js';
import type { ReductionPass } from '../src/pass/pass.js';

/**
 * A variable that the thread writes itself, so that its own buffer may hold a newer value, is read by `r = x` alone: the
 * form of statements that the rules of paper 003 (Fig. 5 and 12) are for. Here P writes x:
 *
 *   BEFORE  r = x + 1;                   AFTER  atomic { load_1 = x; r = load_1 + 1; }
 *   BEFORE  L: assume(x == 1);           AFTER  L: atomic { load_1 = x; assume(load_1 == 1); }
 *   BEFORE  if (x == 0) { ... }          AFTER  load_1 = x; if (load_1 == 0) { ... }
 *
 * The test of the last needs no atomic: it is of locals only. Left alone: what the thread never writes is read from main
 * memory anyway; inside `locked` the buffer is empty (unless it says which stores go through it).
 */
export const isolateLoads: ReductionPass = {
  name: 'isolate-loads',
  summary: 'read a variable that the own buffer may hold by r = x alone',
  level: 'reduction',
  requires: ['resolved', 'no-instances', 'no-rmw', 'single-access'],
  establishes: ['single-access', 'isolated-loads'],
  run: (program) =>
    withTemporaries(program, (thread, supply, labels) =>
      new Isolator(program, thread, supply, labels).block(thread.body, false),
    ),
};

class Isolator {
  readonly #buffered: ReadonlySet<SharedId>;

  constructor(
    private readonly program: Program,
    private readonly original: Thread,
    private readonly supply: LocalSupply,
    private readonly labels: FreshLabels,
  ) {
    this.#buffered = bufferedVariables(original);
  }

  block(block: Block, inside: boolean): Block {
    return block.flatMap((stmt): Block => {
      if (stmt.kind === 'locked' && stmt.buffered === undefined) return [stmt];
      const around = inside || stmt.kind === 'atomic' || stmt.kind === 'locked';
      return this.stmt(
        mapBlocks(stmt, (b) => this.block(b, around)),
        inside,
      );
    });
  }

  private stmt(stmt: Stmt, inside: boolean): Block {
    const isBuffered = (read: SharedRead): boolean => this.#buffered.has(read.shared);
    const hoist = new Hoist(this.program, this.original.id, this.supply, stmt, isBuffered, 0);
    const { before, stmt: last } = hoist.hoisted(this.isBare(stmt) ? 1 : 0);
    if (before.length === 0) return [last];
    if (last.kind !== 'if' && last.kind !== 'while')
      return inside ? sequence(stmt, before, last) : together(stmt, before, last);
    // Outside an atomic section the load is where the source takes its step.
    const loads = inside ? before : rewriteBlock(before, (s) => [early(s, stmt)]);
    const test = inside ? last : late(last);
    return test.kind === 'while'
      ? loopAround(test, loads, this.labels, 'isolate-loads')
      : sequence(stmt, loads, test);
  }

  /** `r = x`, without loads in the index. */
  private isBare(stmt: Stmt): boolean {
    if (stmt.kind !== 'assign' || stmt.target.kind !== 'local' || stmt.value.kind !== 'shared') return false;
    const { index } = stmt.value;
    return index === null || !sharedReads(index).some((read) => this.#buffered.has(read.shared));
  }
}

/** The loads and the statement in one step. */
function together(original: Stmt, before: Block, last: Stmt): Block {
  const body = [...before, { ...last, labels: [], continues: [] }];
  return [labelledAs(new StmtMaker('isolate-loads', original.span).atomic(body), original)];
}

const late = <S extends Stmt>(stmt: S): S =>
  stmt.enacts?.kind === 'statement' ? { ...stmt, enacts: { ...stmt.enacts, part: 'late' } } : stmt;

/** Marks the load. */
function early(stmt: Stmt, { enacts }: Stmt): Stmt {
  const loads = stmt.kind === 'assign' && sharedReads(stmt.value).length > 0;
  return loads && enacts?.kind === 'statement' ? { ...stmt, enacts: { ...enacts, part: 'early' } } : stmt;
}
