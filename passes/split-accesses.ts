import { unsupported } from '../src/diagnostics/diagnostic.js';
import { generatedBy } from '../src/diagnostics/span.js';
import { and, binary, local, not, or, shared, sharedReads, subexpressions, unary } from '../src/ir/expr.js';
import type { Expr, SharedRead } from '../src/ir/expr.js';
import type { ThreadId } from '../src/ir/ids.js';
import type { Block, Program, Stmt, Thread } from '../src/ir/program.js';
import { isTruth } from '../src/ir/truth.js';
import { boolType, intType } from '../src/ir/type.js';
import type { Type } from '../src/ir/type.js';
import { everyStatement } from '../src/ir/statements.js';
import { mapBlocks } from '../src/ir/visit.js';
import { LocalSupply } from '../src/pass/local-supply.js';
import type { ProgramPass } from '../src/pass/pass.js';
import { InternalError, assertNever, at } from '../src/support/check.js';

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
  run: (program) => {
    const supply = new LocalSupply(program);
    const threads = program.threads.map((thread) => new Splitter(program, thread, supply).thread());
    return { ...program, threads, locals: supply.locals() };
  },
};

/** An expression after its surplus loads have moved to statements that go before it. */
interface Hoisted {
  readonly before: Block;
  readonly expr: Expr;
}

class Splitter {
  readonly #labels: Set<string>;
  readonly #made: string[] = [];

  constructor(
    private readonly program: Program,
    private readonly original: Thread,
    private readonly supply: LocalSupply,
  ) {
    this.#labels = new Set([...everyStatement(original.body)].flatMap((s) => s.labels));
  }

  thread(): Thread {
    const body = this.block(this.original.body);
    const made = [...(this.original.madeLabels ?? []), ...this.#made];
    return made.length === 0 ? { ...this.original, body } : { ...this.original, body, madeLabels: made };
  }

  private block(block: Block): Block {
    return block.flatMap((stmt) =>
      this.stmt(mapBlocks(stmt, (b) => (isExclusive(stmt) ? b : this.block(b)))),
    );
  }

  private stmt(stmt: Stmt): Block {
    const hoist = new Hoist(this.program, this.original.id, this.supply, stmt);
    switch (stmt.kind) {
      case 'assign': {
        const { target } = stmt;
        if (target.kind === 'local') {
          const { before, expr } = hoist.keeping(stmt.value, 1);
          return sequence(stmt, before, { ...stmt, value: expr });
        }
        const place = target.index === null ? null : hoist.keeping(target.index, 0);
        const value = hoist.keeping(stmt.value, 0);
        const index = place === null ? null : hoist.settled(place, value);
        const store: Stmt = { ...stmt, target: { ...target, index: index?.expr ?? null }, value: value.expr };
        return sequence(stmt, [...(index?.before ?? []), ...value.before], store);
      }
      case 'if':
      case 'assert': {
        const { before, expr } = hoist.keeping(stmt.cond, 1);
        return sequence(stmt, before, { ...stmt, cond: expr });
      }
      case 'while':
        return this.loop(stmt, hoist.keeping(stmt.cond, 1));
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

  /** The loads of a loop's test come before each test, so the loop jumps back to them. */
  private loop(stmt: Extract<Stmt, { kind: 'while' }>, test: Hoisted): Block {
    if (test.before.length === 0) return [stmt];
    const head = this.freshLabel();
    const span = generatedBy('split-accesses', stmt.span);
    const back: Stmt = { kind: 'goto', target: head, labels: [], span };
    const body: Stmt = {
      kind: 'if',
      cond: test.expr,
      then: [...stmt.body, back],
      else: [],
      labels: [],
      span: stmt.span,
    };
    return sequence({ ...stmt, labels: [...stmt.labels, head] }, test.before, body);
  }

  private freshLabel(): string {
    let number = 1;
    while (this.#labels.has(`again_${number}`)) number++;
    const label = `again_${number}`;
    this.#labels.add(label);
    this.#made.push(label);
    return label;
  }
}

const divides = (expr: Expr): boolean =>
  [...subexpressions(expr)].some((e) => e.kind === 'binary' && (e.op === '/' || e.op === '%'));

const isExclusive = (stmt: Stmt): boolean => stmt.kind === 'atomic' || stmt.kind === 'locked';

/** The first statement takes the labels; the thread stays at them until the last is done. */
function sequence(whole: Stmt, before: Block, last: Stmt): Block {
  const [first, ...rest] = [...before, last];
  if (first === undefined || rest.length === 0) return [last];
  const continues = [...(whole.continues ?? []), ...whole.labels];
  const later = rest.map((s): Stmt =>
    s === last ? { ...s, labels: [], continues } : continuing(s, continues),
  );
  return [{ ...first, labels: whole.labels, continues: whole.continues ?? [] }, ...later];
}

function continuing(stmt: Stmt, continues: readonly string[]): Stmt {
  const whole: Stmt = { ...stmt, continues };
  return mapBlocks(whole, (block) => block.map((s) => continuing(s, continues)));
}

/** Moves loads out of the expressions of one statement. */
class Hoist {
  constructor(
    private readonly program: Program,
    private readonly thread: ThreadId,
    private readonly supply: LocalSupply,
    private readonly stmt: Stmt,
  ) {}

  /** The expression with its last `keep` (0 or 1) accesses left in place. */
  keeping(expr: Expr, keep: 0 | 1): Hoisted {
    if (sharedReads(expr).length <= keep) return { before: [], expr };
    if (expr.kind === 'shared') return this.read(expr, keep);
    if (expr.kind === 'binary') {
      if (expr.op === '&&' || expr.op === '||') return this.logical(expr.op, expr.left, expr.right, keep);
      if (expr.op === '->') return this.logical('||', not(expr.left), expr.right, keep);
      // Left to right: the left side keeps an access only if the right side makes none.
      const left = this.keeping(expr.left, sharedReads(expr.right).length === 0 ? keep : 0);
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

  /** Binds a left side that may divide by zero, where the right side has loads: they come after it. */
  settled(left: Hoisted, right: Hoisted): Hoisted {
    if (right.before.length === 0 || !divides(left.expr)) return left;
    const variables = { shared: this.program.shared, locals: this.supply.locals() };
    const bound = this.bind(left.expr, isTruth(left.expr, variables) ? boolType : intType);
    return { before: [...left.before, bound.stmt], expr: bound.value };
  }

  private read(expr: SharedRead, keep: 0 | 1): Hoisted {
    const index = expr.index === null ? null : this.keeping(expr.index, 0);
    const access = shared(expr.shared, index?.expr ?? null);
    const before = index?.before ?? [];
    if (keep === 1) return { before, expr: access };
    const load = this.bind(access, at(this.program.shared, expr.shared).type);
    return { before: [...before, load.stmt], expr: load.value };
  }

  /** `left && right`: the right side is evaluated only if the left one does not decide. */
  private logical(op: '&&' | '||', left: Expr, right: Expr, keep: 0 | 1): Hoisted {
    const make = op === '&&' ? and : or;
    const rightReads = sharedReads(right).length;
    if (rightReads === 0) {
      const kept = this.keeping(left, keep);
      return { before: kept.before, expr: make(kept.expr, right) };
    }
    const first = this.keeping(left, 1);
    const bound = this.bind(first.expr, boolType);
    const before = [...first.before, bound.stmt];
    if (rightReads <= keep) return { before, expr: make(bound.value, right) };
    const second = this.keeping(right, 1);
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
    if (target.kind !== 'local') return unsupported('assignment to an expression');
    return { kind: 'assign', target, value, labels: [], span: this.stmt.span };
  }
}
