import { binary, exprId, not } from '../../lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../lang/expr/expr.js';
import { isCompareOp } from '../../lang/expr/operators.js';
import { rewriteExpr } from '../../lang/program/visit.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { Command, CommandProgram, CommandThread } from '../command-program.js';
import { conjuncts } from '../conjuncts.js';
import { normal } from '../normal.js';
import { transposition } from './thread-roles.js';
import type { ThreadPermutation, ThreadRoles } from './thread-roles.js';

/** Threads that the program does not tell apart: with any two of them exchanged it is the same program. */
export class ExchangeableThreads {
  /** By thread, by key. */
  readonly #commands: readonly ReadonlyMap<string, Command>[];

  private constructor(
    private readonly program: CommandProgram,
    readonly roles: ThreadRoles,
  ) {
    const identity = program.threads.map((_, thread) => thread);
    this.#commands = program.threads.map(
      ({ commands }) => new Map(commands.map((command) => [this.#key(command, identity) ?? '', command])),
    );
  }

  /** Null: the program tells some of them apart. */
  static of(program: CommandProgram, roles: ThreadRoles): ExchangeableThreads | null {
    const threads = new ExchangeableThreads(program, roles);
    const [first, ...others] = roles.instances.keys();
    if (first === undefined) return null;
    const swaps = others.map((other) => transposition(program.threads.length, first, other));
    return swaps.every((swap) => threads.#leaves(swap)) ? threads : null;
  }

  /** What a command is when the threads are exchanged. */
  exchanged(command: Command, permutation: ThreadPermutation): Command | null {
    const key = this.#key(command, permutation);
    return key === null ? null : (this.#commands[at(permutation, command.thread)]?.get(key) ?? null);
  }

  #leaves(swap: ThreadPermutation): boolean {
    const { threads, initial, stateProperties } = this.program;
    const same = (formulas: readonly Expr[]): boolean => {
      const known = new Set(formulas.flatMap(conjuncts).map(settled));
      return formulas.every((formula) => {
        const other = this.roles.exchanged(formula, swap);
        return other !== null && conjuncts(other).every((part) => known.has(settled(part)));
      });
    };
    return (
      threads.every((thread, t) => isAlike(thread, at(threads, at(swap, t)))) &&
      this.#commands.every((own, t) => own.size === at(threads, t).commands.length) &&
      threads.every(({ commands }) => commands.every((command) => this.exchanged(command, swap) !== null)) &&
      same(initial) &&
      stateProperties.every(({ formula }) => same([formula]))
    );
  }

  #key({ thread, from, to, end, guard, updates, drawn }: Command, swap: ThreadPermutation): string | null {
    const ids: string[] = [];
    for (const part of guard.flatMap(conjuncts)) {
      const other = this.roles.exchanged(part, swap);
      if (other === null) return null;
      ids.push(`${exprId(settled(other))}`);
    }
    const writes: string[] = [];
    for (const { variable, value } of updates) {
      const [written, what] = [this.roles.counterpart(variable, swap), this.roles.exchanged(value, swap)];
      if (written === null || what === null) return null;
      writes.push(`${exprId(written)}=${exprId(settled(what))}`);
    }
    const violates = end.kind === 'violates' ? end.property : '';
    const inputs = drawn.map(exprId).join();
    return [at(swap, thread), from, to, violates, ids.sort().join(), writes.sort().join(), inputs].join(' ');
  }
}

const isAlike = (a: CommandThread, b: CommandThread): boolean =>
  a.entry === b.entry &&
  a.end === b.end &&
  a.locations.length === b.locations.length &&
  a.locations.every(({ labels, atomic }, i) => {
    const other = at(b.locations, i);
    return atomic === other.atomic && labels.join() === other.labels.join();
  });

const forms = new WeakMap<Expr, Expr>();
const sorts: ReadonlySet<BinaryOp> = new Set<BinaryOp>(['&&', '||', '+', '*']);

/** The same for formulas that differ in the order of operands only, or in the direction of a comparison. */
function settled(formula: Expr): Expr {
  return remembered(forms, formula, () =>
    rewriteExpr(formula, (e) => {
      if (e.kind !== 'binary') return e;
      if (isCompareOp(e.op)) {
        const { formula: form, positive } = normal(e);
        return positive ? form : not(form);
      }
      if (!sorts.has(e.op)) return e;
      const parts = operands(e, e.op).sort((a, b) => exprId(a) - exprId(b));
      return parts.reduce((left, right) => binary(e.op, left, right));
    }),
  );
}

function operands(expr: Expr, op: BinaryOp): Expr[] {
  if (expr.kind !== 'binary' || expr.op !== op) return [expr];
  return [...operands(expr.left, op), ...operands(expr.right, op)];
}
