import { generatedBy } from '../src/diagnostics/span.js';
import type { Span } from '../src/diagnostics/span.js';
import { falsity, localsOf, not } from '../src/lang/expr/expr.js';
import type { Expr } from '../src/lang/expr/expr.js';
import type { LocalId } from '../src/lang/expr/ids.js';
import { ControlFlow } from '../src/lang/program/control-flow.js';
import { formulasOf } from '../src/lang/program/program.js';
import type { Block, Stmt, Thread } from '../src/lang/program/program.js';
import { mapBlocks } from '../src/lang/program/visit.js';
import { everyStatement, exprsOf } from '../src/lang/program/walk-statements.js';
import { FreshLabels } from '../src/lang/program/fresh-labels.js';
import { StmtMaker, labelledAs } from '../src/pass/make-statements.js';
import type { ReductionPass } from '../src/pass/pass.js';
import { mayLeaveNoTrace, spinsOf } from '../src/pass/spins.js';
import type { Spin } from '../src/pass/spins.js';

/**
 * A thread that looks again and again waits. A round that fails changes nothing but locals that are written again before they
 * are read, so a run with such rounds is one without them; tools that unwind loops have one loop less.
 *
 *   BEFORE  Wait: other = flag[1];               AFTER  Wait: other = flag[1];
 *           if (other) { goto Wait; }                   assume(!other);
 *
 *   BEFORE  while (busy == 1) { busy = x; }      AFTER  if (busy == 1) { again_1: busy = x; assume(!(busy == 1)); }
 *
 * Left alone: loops with a store, a fence or a locked instruction, or with more than one way in. What holds after any step
 * of any run stays; that a thread may loop for ever does not.
 */
export const spinsWait: ReductionPass = {
  name: 'spins-wait',
  summary: 'wait where a loop only looks until it may go on',
  level: 'reduction',
  requires: ['resolved', 'no-instances', 'no-rmw', 'single-access'],
  establishes: ['single-access'],
  run: (program) => {
    const watched = new Set(
      program.properties.flatMap(formulasOf).flatMap((formula) => [...localsOf(formula)]),
    );
    return { ...program, threads: program.threads.map((thread) => waiting(rotated(thread), watched)) };
  },
};

function waiting(thread: Thread, watched: ReadonlySet<LocalId>): Thread {
  const flow = new ControlFlow(thread);
  const spins = spinsOf(flow, watched);
  if (spins.length === 0) return thread;
  return { ...thread, body: new SpinRewriter(flow, spins).block(flow.body) };
}

/** Puts an `assume(false)` in place of each way back to the head of a spin; a test of that alone becomes an `assume`. */
class SpinRewriter {
  constructor(
    private readonly flow: ControlFlow,
    private readonly spins: readonly Spin[],
  ) {}

  block(block: Block): Block {
    return block.map((stmt) => this.stmt(stmt));
  }

  private stmt(stmt: Stmt): Stmt {
    if (stmt.kind === 'goto' && this.leadsBack(stmt, this.flow.labelled(stmt.target)))
      return labelledAs(stuck(stmt.span), stmt);
    if (stmt.kind === 'atomic' || stmt.kind === 'locked') return stmt;
    const inner = mapBlocks(stmt, (b) => this.block(b));
    const rest =
      inner.kind === 'while' && stmt.kind === 'while'
        ? { ...inner, body: this.ending(inner.body, stmt.body, stmt, stmt) }
        : inner;
    const waits = rest.kind === 'if' || rest.kind === 'while' ? waitOf(rest) : null;
    return waits === null ? rest : { ...stuck(rest.span, waits), ...marks(rest) };
  }

  /** The block with its end, from where control comes to the loop, made a wait where that is a way back to its head. */
  private ending(block: Block, original: Block, owner: Stmt, loop: Stmt): Block {
    const [last, source] = [block.at(-1), original.at(-1)];
    if (last === undefined || source === undefined)
      return this.leadsBack(owner, loop) ? [stuck(loop.span)] : block;
    const before = block.slice(0, -1);
    if (last.kind === 'if' && source.kind === 'if')
      return [
        ...before,
        {
          ...last,
          then: this.ending(last.then, source.then, source, loop),
          else: this.ending(last.else, source.else, source, loop),
        },
      ];
    if (last.kind === 'either' && source.kind === 'either') {
      const branches = last.branches.map((b, i) => this.ending(b, source.branches[i] ?? [], source, loop));
      return [...before, { ...last, branches }];
    }
    const goesOn = source.kind !== 'goto' && this.leadsBack(source, loop);
    return goesOn ? [...block, stuck(loop.span)] : block;
  }

  private leadsBack(from: Stmt, to: Stmt): boolean {
    return this.spins.some(({ head, round }) => head === to && round.has(from));
  }
}

const stuck = (span: Span, until: Expr = falsity): Stmt => ({
  ...{ kind: 'assume', cond: until, ofSpin: true },
  ...{ labels: [], span: generatedBy('spins-wait', span) },
});

/** What a test waits for that does nothing but wait where it holds; null: it does more. */
function waitOf(stmt: Extract<Stmt, { kind: 'if' | 'while' }>) {
  const [body, otherwise] = stmt.kind === 'if' ? [stmt.then, stmt.else] : [stmt.body, []];
  const [only, ...more] = body;
  const waits = only?.kind === 'assume' && only.cond === falsity && only.labels.length === 0;
  return waits && more.length === 0 && otherwise.length === 0 ? not(stmt.cond) : null;
}

const marks = ({ labels, continues, enacts, span }: Stmt) => ({
  labels,
  span,
  ...(continues === undefined ? {} : { continues }),
  ...(enacts === undefined ? {} : { enacts }),
});

/** Loops that look at what their test has read before: the test comes last, so that a round begins with what it reads. */
function rotated(thread: Thread): Thread {
  const labels = FreshLabels.of(thread);
  const flow = new ControlFlow(thread);
  const rotate = (block: Block): Block =>
    block.map((stmt) => {
      const inner = stmt.kind === 'atomic' || stmt.kind === 'locked' ? stmt : mapBlocks(stmt, rotate);
      return inner.kind === 'while' && mayRotate(stmt, flow) ? atTheEnd(inner, labels) : inner;
    });
  return labels.labelled(thread, rotate(flow.body));
}

function mayRotate(stmt: Stmt, flow: ControlFlow): boolean {
  if (stmt.kind !== 'while') return false;
  const inside = [...everyStatement(stmt.body)];
  const tested = new Set(exprsOf(stmt).flatMap((expr) => [...localsOf(expr)]));
  const assigns = inside.some(
    (s) => s.kind === 'assign' && s.target.kind === 'local' && tested.has(s.target.local),
  );
  return assigns && inside.every((s) => !flow.isOutside(s) || mayLeaveNoTrace(s, flow));
}

function atTheEnd(loop: Extract<Stmt, { kind: 'while' }>, labels: FreshLabels): Stmt {
  const [first, ...rest] = loop.body;
  if (first === undefined) return loop;
  const make = new StmtMaker('spins-wait', loop.span);
  const again = labels.numbered('again');
  const { cond, span } = loop;
  const continues = [...(loop.continues ?? []), ...loop.labels];
  const test: Stmt = { ...make.when(cond, [make.goto(again)]), ...enactsOf(loop), span, continues };
  const body: Block = [{ ...first, labels: [...first.labels, again] }, ...rest, test];
  return { ...make.when(cond, body), ...marks(loop) };
}

const enactsOf = ({ enacts }: Stmt) => (enacts === undefined ? {} : { enacts });
