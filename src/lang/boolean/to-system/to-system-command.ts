import type { BooleanCommand, BooleanValue, BooleanUpdate } from '../boolean-program.js';
import {
  and,
  conjunction,
  defaultExpr,
  equal,
  falsity,
  local,
  not,
  or,
  subexpressions,
  truth,
} from '../../expr/expr.js';
import type { Expr } from '../../expr/expr.js';
import type { Formula } from '../boolean-formula.js';
import type { BooleanId, LocalId } from '../../expr/ids.js';
import type { Action } from '../../program/system.js';
import { boolType } from '../../expr/type.js';
import type { Type } from '../../expr/type.js';
import { at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import { expressionOf } from './to-system-formula.js';
import { digitOf, writeTo } from './to-system-variables.js';
import type { Holder, Holders } from './to-system-variables.js';

/** What a command does, as actions of one edge. */
export interface LoweredCommand {
  readonly actions: readonly Action[];
  /** For each havoc among the actions, in order, what its value is in a run. */
  readonly havocs: readonly HavocSource[];
}

export type HavocSource =
  /** The n-th `*` of the command. */
  | { readonly kind: 'any'; readonly index: number }
  /** What the n-th update makes of its target. */
  | { readonly kind: 'value'; readonly update: number }
  /** The number that a holder has after all updates. */
  | { readonly kind: 'number'; readonly holder: Holder };

/** A value that is written when all of them are known. */
interface DelayedWrite {
  readonly holder: Holder;
  readonly value: Expr;
}

/** The guard, then the values of all updates in the state before, then the writes. */
export function lowerCommand(
  command: BooleanCommand,
  thread: number,
  holders: Holders,
  locked: boolean,
): LoweredCommand {
  const writer = new CommandWriter(thread, holders);
  if (command.fence) writer.actions.push({ kind: 'fence', fence: 'full' });
  writer.assume(writer.expression(command.guard));
  const values = command.updates.map(({ value }, i) => writer.valueOf(value, i));
  const writes = writer.unmixed(writer.writesOf(command.updates, values));
  for (const { holder, value } of writes) writer.actions.push(writeTo(holder.place, value, locked));
  writer.forgetTemporaries();
  return { actions: writer.actions, havocs: writer.havocs };
}

class CommandWriter {
  readonly actions: Action[] = [];
  readonly havocs: HavocSource[] = [];
  #anys = 0;
  readonly #temporaries: { readonly id: LocalId; readonly type: Type }[] = [];

  constructor(
    private readonly thread: number,
    private readonly holders: Holders,
  ) {}

  expression(formula: Formula): Expr {
    return expressionOf(formula, {
      read: (variable) => this.holders.read(variable),
      any: () => this.#havoc(boolType, { kind: 'any', index: this.#anys++ }),
    });
  }

  assume(cond: Expr): void {
    if (cond !== truth) this.actions.push({ kind: 'assume', cond });
  }

  valueOf(value: BooleanValue, update: number): Expr {
    if (value.kind === 'formula') return this.expression(value.formula);
    const yes = this.expression(value.yes);
    const no = this.expression(value.no);
    if (no === not(yes)) return yes;
    if (yes === truth || no === truth) {
      this.assume(not(yes === truth ? no : yes));
      return yes === truth ? truth : falsity;
    }
    const chosen = this.#havoc(boolType, { kind: 'value', update });
    // Where both hold neither value passes.
    this.assume(
      yes === falsity && no === falsity ? truth : or(and(chosen, not(no)), and(not(chosen), not(yes))),
    );
    return chosen;
  }

  writesOf(updates: readonly BooleanUpdate[], values: readonly Expr[]): readonly DelayedWrite[] {
    const byHolder = new Map<Holder, Map<BooleanId, Expr>>();
    for (const [i, { target }] of updates.entries()) {
      const holder = this.holders.of(target);
      remembered(byHolder, holder, () => new Map()).set(target, at(values, i));
    }
    return [...byHolder].map(([holder, written]) => ({ holder, value: this.#held(holder, written) }));
  }

  /** In the state before, as long as no write comes first that a later value reads. */
  unmixed(writes: readonly DelayedWrite[]): readonly DelayedWrite[] {
    return writes.map(({ holder, value }, i) => {
      const before = new Set(writes.slice(0, i).map((w) => w.holder.read));
      if (before.size === 0 || ![...subexpressions(value)].some((e) => before.has(e)))
        return { holder, value };
      const id = this.#temporary(holder.type);
      this.actions.push({ kind: 'assign', local: id, value });
      return { holder, value: local(id) };
    });
  }

  /** States that differ in them only would be different for nothing. */
  forgetTemporaries(): void {
    for (const { id, type } of this.#temporaries)
      this.actions.push({ kind: 'assign', local: id, value: defaultExpr(type) });
  }

  /** A number is drawn, and its digits are compared; those that are not written stay as they are. */
  #held(holder: Holder, written: ReadonlyMap<BooleanId, Expr>): Expr {
    const [first] = written.values();
    if (holder.type.kind === 'bool' && first !== undefined) return first;
    const number = this.#havoc(holder.type, { kind: 'number', holder });
    const digits = holder.digits.map(({ variable }) =>
      matching(digitOf(holder, variable, number), written.get(variable) ?? this.holders.read(variable)),
    );
    this.assume(conjunction(digits));
    return number;
  }

  #havoc(type: Type, source: HavocSource): Expr {
    const id = this.#temporary(type);
    this.actions.push({ kind: 'havoc', local: id });
    this.havocs.push(source);
    return local(id);
  }

  #temporary(type: Type): LocalId {
    const id = this.holders.temporary(this.thread, type, this.#temporaries.length);
    this.#temporaries.push({ id, type });
    return id;
  }
}

function matching(digit: Expr, value: Expr): Expr {
  if (value === truth) return digit;
  return value === falsity ? not(digit) : equal(digit, value);
}
