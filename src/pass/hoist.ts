import { generatedBy } from '../diagnostics/span.js';
import { and, binary, local, not, or, shared, sharedReads, unary } from '../lang/expr/expr.js';
import type { Expr, SharedRead } from '../lang/expr/expr.js';
import type { ThreadId } from '../lang/expr/ids.js';
import type { Block, Program, SharedPlace, Stmt, Thread } from '../lang/program/program.js';
import { isTruth } from '../lang/expr/truth.js';
import { boolType, intType } from '../lang/expr/type.js';
import type { Type } from '../lang/expr/type.js';
import { mapBlocks, rewriteBlock } from '../lang/program/visit.js';
import { mayFail } from '../lang/expr/eval.js';
import { InternalError, assertNever, at, invariant } from '../support/invariant.js';
import { FreshLabels } from '../lang/program/fresh-labels.js';
import { LocalSupply } from './local-supply.js';
import { enacting } from './make-statements.js';

/** The program with the bodies that are made of its threads, with temporaries and labels that are made for them. */
export function withTemporaries(
  program: Program,
  rewritten: (thread: Thread, supply: LocalSupply, labels: FreshLabels) => Block,
): Program {
  const supply = new LocalSupply(program);
  const threads = program.threads.map((thread) => {
    const labels = FreshLabels.of(thread);
    const body = rewritten(thread, supply, labels);
    return labels.labelled(thread, body);
  });
  return { ...program, threads, locals: supply.locals() };
}

/** An expression after its surplus loads have moved to statements that go before it. */
interface HoistedExpr {
  readonly before: Block;
  readonly expr: Expr;
}

interface HoistedStmt {
  readonly before: Block;
  readonly stmt: Stmt;
}

/** The first statement takes the labels; the thread stays at them until the last is done. */
export function sequence(whole: Stmt, before: Block, last: Stmt): Block {
  const continues = [...(whole.continues ?? []), ...whole.labels];
  const held = (block: Block): Block => rewriteBlock(block, (inner) => [{ ...inner, continues }]);
  const [first, ...rest] = [...before.map((s) => mapBlocks(s, held)), last];
  if (first === undefined || rest.length === 0) return [last];
  const later = rest.flatMap((s): Block =>
    s === last ? [{ ...s, labels: [], continues }] : [{ ...s, continues }],
  );
  return [{ ...first, labels: whole.labels, continues: whole.continues ?? [] }, ...later];
}

/** Whether a load is to be moved; one that is not stays where it is. */
type Counts = (read: SharedRead) => boolean;

/** Moves loads out of the expressions of one statement. */
export class Hoist {
  constructor(
    private readonly program: Program,
    private readonly thread: ThreadId,
    private readonly supply: LocalSupply,
    private readonly stmt: Stmt,
    private readonly counts: Counts = () => true,
    /** How many loads a statement that goes before may have among other things. */
    private readonly among: 0 | 1 = 1,
  ) {}

  /** The statement with at most the last `keep` of the accesses that it makes itself, and what goes before it. */
  hoisted(keep: 0 | 1): HoistedStmt {
    const { stmt } = this;
    switch (stmt.kind) {
      case 'assign': {
        if (stmt.target.kind === 'shared') return this.store(stmt, stmt.target);
        const { before, expr } = this.keeping(stmt.value, keep);
        return { before, stmt: { ...stmt, value: expr } };
      }
      case 'assume':
      case 'assert':
      case 'if':
      case 'while': {
        const { before, expr } = this.keeping(stmt.cond, keep);
        return { before, stmt: { ...stmt, cond: expr } };
      }
      case 'skip':
      case 'havoc':
      case 'rmw':
      case 'fence':
      case 'goto':
      case 'either':
      case 'atomic':
      case 'locked':
        return { before: [], stmt };
      default:
        return assertNever(stmt);
    }
  }

  /** The expression with its last `keep` accesses left in place. */
  private keeping(expr: Expr, keep: 0 | 1): HoistedExpr {
    if (this.reads(expr) <= keep) return { before: [], expr };
    if (expr.kind === 'shared') return this.read(expr, keep);
    if (expr.kind === 'binary') {
      if (expr.op === '&&' || expr.op === '||') return this.logical(expr.op, expr.left, expr.right, keep);
      if (expr.op === '->') return this.logical('||', not(expr.left), expr.right, keep);
      // Left to right: the left side keeps an access only if the right side makes none.
      const left = this.keeping(expr.left, this.reads(expr.right) === 0 ? keep : 0);
      const right = this.keeping(expr.right, keep);
      const first = this.settled(left, right);
      return { before: [...first.before, ...right.before], expr: binary(expr.op, first.expr, right.expr) };
    }
    if (expr.kind === 'unary') {
      const arg = this.keeping(expr.arg, keep);
      return { before: arg.before, expr: unary(expr.op, arg.expr) };
    }
    throw new InternalError(`a program expression of kind ${expr.kind} makes no shared access`);
  }

  /** Binds a left side that may fail, where the right side has loads: they come after it. */
  private settled(left: HoistedExpr, right: HoistedExpr): HoistedExpr {
    if (right.before.length === 0 || !mayFail(left.expr)) return left;
    const variables = { shared: this.program.shared, locals: this.supply.locals() };
    const bound = this.bind(left.expr, isTruth(left.expr, variables) ? boolType : intType);
    return { before: [...left.before, bound.stmt], expr: bound.value };
  }

  /** A store with no load that counts: first those of the index, then those of the value. */
  private store(stmt: Extract<Stmt, { kind: 'assign' }>, target: SharedPlace): HoistedStmt {
    const place = target.index === null ? null : this.keeping(target.index, 0);
    const value = this.keeping(stmt.value, 0);
    const index = place === null ? null : this.settled(place, value);
    return {
      before: [...(index?.before ?? []), ...value.before],
      stmt: { ...stmt, target: { ...target, index: index?.expr ?? null }, value: value.expr },
    };
  }

  private read(expr: SharedRead, keep: 0 | 1): HoistedExpr {
    const index = expr.index === null ? null : this.keeping(expr.index, 0);
    const access = shared(expr.shared, index?.expr ?? null);
    const before = index?.before ?? [];
    if (keep === 1 || !this.counts(expr)) return { before, expr: access };
    const load = this.bind(access, at(this.program.shared, expr.shared).type);
    return { before: [...before, load.stmt], expr: load.value };
  }

  /** `left && right`: the right side is evaluated only if the left one does not decide. */
  private logical(op: '&&' | '||', left: Expr, right: Expr, keep: 0 | 1): HoistedExpr {
    const make = op === '&&' ? and : or;
    const rightReads = this.reads(right);
    if (rightReads === 0) {
      const kept = this.keeping(left, keep);
      return { before: kept.before, expr: make(kept.expr, right) };
    }
    const first = this.keeping(left, this.among);
    const bound = this.bind(first.expr, boolType);
    const before = [...first.before, bound.stmt];
    if (rightReads <= keep) return { before, expr: make(bound.value, right) };
    const second = this.keeping(right, this.among);
    const decide: Stmt = {
      kind: 'if',
      cond: op === '&&' ? bound.value : not(bound.value),
      then: [...second.before, this.assign(bound.value, second.expr)],
      else: [],
      labels: [],
      span: this.stmt.span,
    };
    return { before: [...before, decide], expr: bound.value };
  }

  private bind(value: Expr, type: Type): { stmt: Stmt; value: Expr } {
    const target = local(this.supply.temporary('load', this.thread, type, this.stmt.span));
    return { stmt: this.assign(target, value), value: target };
  }

  private assign(target: Expr, value: Expr): Stmt {
    invariant(target.kind === 'local', 'a temporary is a local');
    return { kind: 'assign', target, value, labels: [], span: this.stmt.span };
  }

  private reads(expr: Expr): number {
    return sharedReads(expr).filter(this.counts).length;
  }
}

/** A loop whose test has loads, if there are any before it: they come before each test, so the loop jumps back to them. */
export function loopAround(
  loop: Extract<Stmt, { kind: 'while' }>,
  before: Block,
  labels: FreshLabels,
  by: string,
): Block {
  if (before.length === 0) return [loop];
  const head = labels.numbered('again');
  const back: Stmt = { kind: 'goto', target: head, labels: [], span: generatedBy(by, loop.span) };
  const { cond, body, span } = loop;
  const test: Stmt = { kind: 'if', cond, then: [...body, back], else: [], labels: [], span };
  return sequence({ ...loop, labels: [...loop.labels, head] }, before, enacting(test, loop));
}
