import { sharedReads } from '../src/lang/expr/expr.js';
import type { Expr, SharedRead } from '../src/lang/expr/expr.js';
import type { SharedId } from '../src/lang/expr/ids.js';
import type { Block, Enacts, Program, Stmt, Thread } from '../src/lang/program/program.js';
import { mapBlocks } from '../src/lang/program/visit.js';
import { bufferedVariables } from '../src/pass/buffered.js';
import type { FreshLabels } from '../src/pass/fresh-labels.js';
import { Hoist, loopAround, sequence, withTemporaries } from '../src/pass/hoist.js';
import type { Hoisted } from '../src/pass/hoist.js';
import type { LocalSupply } from '../src/pass/local-supply.js';
import { StmtMaker, labelledAs } from '../src/pass/make-statements.js';
import type { ReductionPass } from '../src/pass/pass.js';
import { assertNever } from '../src/support/invariant.js';

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
      return this.stmt(
        mapBlocks(stmt, (b) => this.block(b, inside || stmt.kind === 'atomic' || stmt.kind === 'locked')),
        inside,
      );
    });
  }

  private stmt(stmt: Stmt, inside: boolean): Block {
    const isBuffered = (read: SharedRead): boolean => this.#buffered.has(read.shared);
    const hoist = new Hoist(this.program, this.original.id, this.supply, stmt, isBuffered, 0);
    switch (stmt.kind) {
      case 'assign': {
        const { target, value } = stmt;
        if (target.kind === 'local') {
          const bare = value.kind === 'shared' && !this.inIndex(value.index);
          const { before, expr } = bare ? { before: [], expr: value } : hoist.keeping(value, 0);
          return together(stmt, before, { ...stmt, value: expr }, inside);
        }
        const store = hoist.store(stmt, target);
        return together(stmt, store.before, store.stmt, inside);
      }
      case 'assume':
      case 'assert': {
        const { before, expr } = hoist.keeping(stmt.cond, 0);
        return together(stmt, before, { ...stmt, cond: expr }, inside);
      }
      case 'if': {
        const { before, expr } = hoist.keeping(stmt.cond, 0);
        return inSteps(stmt, before, { ...stmt, cond: expr }, inside);
      }
      case 'while':
        return this.loop(stmt, hoist.keeping(stmt.cond, 0), inside);
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

  private loop(stmt: Extract<Stmt, { kind: 'while' }>, test: Hoisted, inside: boolean): Block {
    if (test.before.length === 0) return [stmt];
    const marked = inside ? test : { ...test, before: test.before.map((s) => early(s, stmt)) };
    const enacts = inside ? stmt.enacts : late(stmt);
    return loopAround(
      enacts === undefined ? stmt : { ...stmt, enacts },
      marked,
      this.labels.numbered('again'),
      'isolate-loads',
    );
  }

  private inIndex(index: Expr | null): boolean {
    return index !== null && sharedReads(index).some((read) => this.#buffered.has(read.shared));
  }
}

/** The loads and the statement in one step; inside an atomic section they are that already. */
function together(original: Stmt, before: Block, last: Stmt, inside: boolean): Block {
  if (before.length === 0) return [last];
  if (inside) return sequence(original, before, last);
  const body = [...before, { ...last, labels: [], continues: [] }];
  return [labelledAs(new StmtMaker('isolate-loads', original.span).atomic(body), original)];
}

/** The loads, then the test; outside an atomic section the load is where the source takes its step. */
function inSteps(original: Stmt, before: Block, test: Stmt, inside: boolean): Block {
  if (before.length === 0) return [test];
  if (inside) return sequence(original, before, test);
  const enacts = late(original);
  return sequence(
    original,
    before.map((s) => early(s, original)),
    enacts === undefined ? test : { ...test, enacts },
  );
}

function late({ enacts }: Stmt): Enacts | undefined {
  return enacts?.kind === 'statement' ? { ...enacts, part: 'late' } : enacts;
}

/** Marks the load, wherever it stands. */
function early(stmt: Stmt, { enacts }: Stmt): Stmt {
  if (enacts?.kind !== 'statement') return stmt;
  const inner = mapBlocks(stmt, (block) => block.map((s) => early(s, { ...stmt, enacts })));
  const loads = inner.kind === 'assign' && sharedReads(inner.value).length > 0;
  return loads ? { ...inner, enacts: { ...enacts, part: 'early' } } : inner;
}
