import { evaluate, isFault } from '../../../src/lang/expr/eval.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import type { Block, LValue, Program, Stmt } from '../../../src/lang/program/program.js';
import { initialExpr } from '../../../src/lang/program/program.js';
import { at, getOrFail, invariant } from '../../../src/support/invariant.js';

/** Runs the only thread of a program to its end, by the numbers of mathematics: what its variables hold then, by name. */
export function runAlone(program: Program): ReadonlyMap<string, readonly bigint[]> {
  const run = new LoneRun(program);
  run.go();
  return new Map(program.shared.map(({ name }, i) => [name, at(run.shared, i)]));
}

const maxSteps = 100_000;

class LoneRun {
  readonly shared: bigint[][];
  readonly #locals = new Map<number, bigint>();

  constructor(private readonly program: Program) {
    this.shared = program.shared.map(({ shape, init }) =>
      Array.from({ length: shape.kind === 'array' ? shape.length : 1 }, (_, cell) => {
        const expr = initialExpr(init, cell);
        return expr === null ? 0n : this.#value(expr);
      }),
    );
    for (const { id, init } of program.locals) {
      const expr = initialExpr(init);
      this.#locals.set(id, expr === null ? 0n : this.#value(expr));
    }
  }

  go(): void {
    const { body } = at(this.program.threads, 0);
    const places = new Map(body.flatMap((stmt, i) => stmt.labels.map((label) => [label, i] as const)));
    let steps = 0;
    for (let here = 0; here < body.length;) {
      invariant(++steps < maxSteps, 'the program ends');
      const target = this.#stmt(at(body, here));
      here = target === null ? here + 1 : getOrFail(places, target);
    }
  }

  /** The label that it jumps to. */
  #stmt(stmt: Stmt): string | null {
    switch (stmt.kind) {
      case 'assign':
        this.#store(stmt.target, this.#value(stmt.value));
        return null;
      // What a thread stores while it is alone is over at once.
      case 'rmw':
        invariant(stmt.op.kind === 'xchg' && stmt.result === null, 'it is a store');
        this.#store(stmt.place, this.#value(stmt.op.value));
        return null;
      case 'goto':
        return stmt.target;
      case 'if':
        return this.#block(this.#value(stmt.cond) === 1n ? stmt.then : stmt.else);
      case 'assert':
      case 'assume':
        invariant(this.#value(stmt.cond) === 1n, 'what must hold holds');
        return null;
      case 'atomic':
      case 'locked':
        return this.#block(stmt.body);
      case 'skip':
      case 'fence':
        return null;
      default:
        return (invariant(false, `no ${stmt.kind} here`), null);
    }
  }

  #block(block: Block): string | null {
    for (const stmt of block) {
      const target = this.#stmt(stmt);
      if (target !== null) return target;
    }
    return null;
  }

  #store(target: LValue, value: bigint): void {
    if (target.kind === 'local') this.#locals.set(target.local, value);
    else {
      const cell = target.index === null ? 0 : Number(this.#value(target.index));
      const cells = at(this.shared, target.shared);
      invariant(cell >= 0 && cell < cells.length, 'there is such a cell');
      cells[cell] = value;
    }
  }

  #value(expr: Expr): bigint {
    const value = evaluate(expr, {
      local: (id) => this.#locals.get(id) ?? 0n,
      shared: (id, index) => at(this.shared, id)[Number(index)] ?? null,
      at: () => false,
    });
    invariant(!isFault(value), 'the value is one');
    return value;
  }
}
