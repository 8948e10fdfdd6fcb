import { unsupported } from '../../../../src/diagnostics/diagnostic.js';
import type { Span } from '../../../../src/diagnostics/span.js';
import type { ArrayTransition, UpdateCase } from '../../../../src/lang/arrays/array-system.js';
import { falsity, local, truth } from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import type { LocalId, ThreadId } from '../../../../src/lang/expr/ids.js';
import type { Block, LValue, Stmt } from '../../../../src/lang/program/program.js';
import { printType } from '../../../../src/lang/expr/type.js';
import { at } from '../../../../src/support/invariant.js';
import type { Binding } from '../../../../src/arrays/compile-formula.js';
import { noSlots, slotsOf } from '../../../../src/arrays/footprint.js';
import type { Slots } from '../../../../src/arrays/footprint.js';
import type { ArrayMachine } from '../../../../src/arrays/array-machine.js';
import type { TransitionInstance } from '../../../../src/arrays/transition-instances.js';
import { tuples } from '../../../../src/arrays/walk-system.js';
import { all, Exprs } from './formulas-to-exprs.js';
import type { ProgramVariables } from './cell-homes.js';

/** What happens to one cell: the first condition that holds says. */
interface CellUpdate {
  readonly slot: number;
  readonly reads: Slots;
  readonly cases: readonly { readonly when: Expr; readonly value: Expr | null }[];
}

/** Writes the steps of one thread. */
export class Actions {
  readonly #exprs: Exprs;
  readonly #temporaries = new Map<string, LocalId>();

  constructor(
    private readonly machine: ArrayMachine,
    private readonly variables: ProgramVariables,
    private readonly thread: ThreadId,
  ) {
    // All that a step reads is in the view of its actor, which is what reads of a thread mean.
    this.#exprs = new Exprs(machine.instance, (slot) => variables.read(slot));
  }

  /** One atomic statement. */
  step(step: TransitionInstance): Stmt {
    const transition = at(this.machine.system.transitions, step.transition);
    const { span } = transition;
    const binding: Binding = { procs: step.procs, view: 0 };
    const guard = this.#guard(transition, binding);
    const updates = this.#updates(transition, binding);
    const waits: Block =
      step.drains && !step.locked ? [{ kind: 'fence', fence: 'full', labels: [], span }] : [];
    const test: Block = guard === truth ? [] : [{ kind: 'assume', cond: guard, labels: [], span }];
    const body = [...waits, ...test, ...this.#stores(updates, step, span)];
    const kind = this.machine.hasBuffers && !step.locked ? 'atomic' : 'locked';
    return { kind, body: body.length === 0 ? [{ kind: 'skip', labels: [], span }] : body, labels: [], span };
  }

  #guard({ guard }: ArrayTransition, binding: Binding): Expr {
    const others = tuples(1, this.machine.procs).filter(
      ([p]) => p !== undefined && !binding.procs.includes(p),
    );
    return all([
      this.#exprs.formula(guard.formula, binding),
      ...guard.universals.flatMap(({ formula }) =>
        others.map((other) =>
          this.#exprs.formula(formula, { ...binding, procs: [...binding.procs, ...other] }),
        ),
      ),
    ]);
  }

  #updates({ updates, span }: ArrayTransition, binding: Binding): readonly CellUpdate[] {
    const { instance } = this.machine;
    return updates.flatMap(({ symbol, cases }) =>
      tuples(instance.symbol(symbol).arity, instance.procs).flatMap((indices) => {
        const inside = { ...binding, procs: [...binding.procs, ...indices] };
        const possible = cases
          .map((part) => this.#case(part, inside, span))
          .filter(({ when }) => when !== falsity);
        const slot = instance.slot(symbol, indices);
        const exprs = possible.flatMap(({ when, value }) => (value === null ? [when] : [when, value]));
        return possible.length === 0 ? [] : [{ slot, reads: this.#reads(exprs), cases: possible }];
      }),
    );
  }

  #case({ when, value }: UpdateCase, binding: Binding, span: Span): CellUpdate['cases'][number] {
    return {
      when: this.#exprs.formula(when, binding),
      value: value === null ? null : this.#exprs.term(value, binding, span),
    };
  }

  /** Which cells are read, found by their names. */
  #reads(exprs: readonly Expr[]): Slots {
    const read = new Set(exprs.flatMap(leaves));
    return slotsOf(
      this.machine.instance.cells.flatMap(({ slot }) => (read.has(this.variables.read(slot)) ? [slot] : [])),
    );
  }

  /** New values that others of them are computed from are computed before any is stored. */
  #stores(updates: readonly CellUpdate[], step: TransitionInstance, span: Span): Block {
    const isBuffered = ({ slot }: CellUpdate): boolean =>
      this.machine.hasBuffers && !step.locked && at(this.machine.instance.cells, slot).symbol.weak;
    const buffered = updates.filter(isBuffered);
    if (buffered.length > 1) {
      const why = 'they become visible at one moment, and a program has no store of several variables';
      unsupported(`${step.name} writes ${buffered.length} weak cells`, span, why);
    }
    // A buffered store stands first: its conditions read no weak cell, and it may be left out.
    const direct = updates.filter((update) => !isBuffered(update));
    const written = (but: CellUpdate): Slots =>
      slotsOf(direct.flatMap((other) => (other === but ? [] : [other.slot])));
    const clashing = direct.filter((update) => (update.reads & written(update)) !== noSlots);
    const kept = clashing.map((update, i) => ({ update, temporary: this.#temporary(update, i, span) }));
    return [
      ...kept.flatMap(({ update, temporary }) => this.#compute(update, temporary, span)),
      ...buffered.flatMap((update) => this.#chain(update, this.variables.place(update.slot), [], span)),
      ...direct
        .filter((update) => !clashing.includes(update))
        .flatMap((update) => this.#chain(update, this.variables.place(update.slot), [], span)),
      ...kept.map(({ update, temporary }): Stmt => ({
        ...{ kind: 'assign', target: this.variables.place(update.slot), value: local(temporary) },
        ...{ labels: [], span },
      })),
    ];
  }

  /** The new value, or the old one where no case applies. */
  #compute(update: CellUpdate, temporary: LocalId, span: Span): Block {
    const target: LValue = { kind: 'local', local: temporary };
    const old: Stmt = { kind: 'assign', target, value: this.variables.read(update.slot), labels: [], span };
    return this.#chain(update, target, [old], span);
  }

  #chain(update: CellUpdate, target: LValue, otherwise: Block, span: Span): Block {
    return update.cases.reduceRight<Block>((rest, { when, value }) => {
      const set = value === null ? this.#anything(update, target, span) : [assign(target, value, span)];
      return when === truth ? set : [{ kind: 'if', cond: when, then: set, else: rest, labels: [], span }];
    }, otherwise);
  }

  #anything(update: CellUpdate, target: LValue, span: Span): Block {
    if (target.kind === 'local') return [{ kind: 'havoc', local: target.local, labels: [], span }];
    this.#refuseGrowing(update.slot, span);
    const temporary = this.#temporary(update, -1, span);
    return [{ kind: 'havoc', local: temporary, labels: [], span }, assign(target, local(temporary), span)];
  }

  /** Buffers hold any number of values, so those of an infinite type that are written at will would be any number too. */
  #refuseGrowing(slot: number, span: Span): void {
    const { symbol } = at(this.machine.instance.cells, slot);
    if (this.machine.hasBuffers && symbol.weak && ['abstract', 'int', 'real'].includes(symbol.type.kind))
      unsupported(`there is no bound on the values of ${symbol.name} that wait in buffers`, span);
  }

  /** One for each type and use in a step; steps share them. */
  #temporary({ slot }: CellUpdate, use: number, span: Span): LocalId {
    const type = this.variables.typeOf(slot);
    const key = `${printType(type)} ${use}`;
    const known = this.#temporaries.get(key);
    if (known !== undefined) return known;
    const name = `t${this.#temporaries.size + 1}`;
    const init = { kind: 'any' } as const;
    const { id } = this.variables.addLocal({ name, thread: this.thread, type, init, temporary: false, span });
    this.#temporaries.set(key, id);
    return id;
  }
}

const assign = (target: LValue, value: Expr, span: Span): Stmt => ({
  ...{ kind: 'assign', target, value },
  ...{ labels: [], span },
});

function leaves(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'unary':
      return leaves(expr.arg);
    case 'binary':
      return [...leaves(expr.left), ...leaves(expr.right)];
    default:
      return [expr];
  }
}
