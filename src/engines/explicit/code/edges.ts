import type { Expr } from '../../../ir/expr.js';
import type { Action, Automaton, Edge } from '../../../ir/system.js';
import { assertNever, at } from '../../../support/check.js';
import { entriesAllowed, firstCode, lengthAfter } from '../buffering.js';
import { clamped, contains, includes, interval, isEmpty, meet } from '../interval.js';
import type { Interval } from '../interval.js';
import type { Field, Slot } from '../layout.js';
import { codeOf } from '../plan.js';
import type { SizedPlan } from '../plan.js';
import type { Variable } from '../variables.js';
import { appendCode, countOf, drained, insertCode, markCode } from './buffers.js';
import type { Dialect, StepCode } from './dialect.js';
import { boundsFault, rangeFault } from './dialect.js';
import { asNumber, errors, expressionCode, sure } from './expressions.js';
import type { Code } from './expressions.js';
import { literal, setRaw, setValue } from './fields.js';
import type { Words } from './fields.js';
import type { Helpers } from './helpers.js';
import { threadReader } from './readers.js';

/** What the code of all edges shares. */
export interface EdgeContext {
  readonly plan: SizedPlan;
  readonly dialect: Dialect;
  readonly helpers: Helpers;
  /** The number of the event that a failed assertion of this property is. */
  readonly assertEvent: (property: string) => number;
  /** Collects the numbers of the faults that some edge might have. */
  readonly faults: Set<number>;
}

/**
 * The code of an edge, from the words w0, w1, ... of the state: a block that is left early where the edge is not
 * enabled. The words of the state to come are n0, n1, ...; in the loop of a havoc they get fresh names.
 */
export function edgeCode(thread: Automaton, edge: Edge, longest: number, context: EdgeContext): string {
  return new EdgeWriter(thread, edge, longest, context).write();
}

class EdgeWriter {
  readonly #lines: string[] = [];
  readonly #havocs: string[] = [];
  /** What failed so far is known by these variables; it counts once the edge is seen to be enabled, or ends. */
  readonly #asserts: { readonly failed: string; readonly event: number }[] = [];
  readonly #slots: readonly Slot[];
  #generation = 0;
  #names = 0;
  #leave: string;
  #closing = '';

  constructor(
    private readonly thread: Automaton,
    private readonly edge: Edge,
    /** The most entries that can be in the own buffer. */
    private longest: number,
    private readonly context: EdgeContext,
  ) {
    this.#slots = at(context.plan.layout.buffers, thread.id);
    this.#leave = `break e${edge.id};`;
  }

  write(): string {
    const { plan, dialect } = this.context;
    const words = this.#wordNames();
    this.#emit(`e${this.edge.id}: { let ${words.map((n, i) => `${n} = w${i}`).join(', ')};`);
    const goesThrough = this.edge.actions.every((action, i) => this.#action(action, i));
    if (goesThrough) {
      this.#emit(setRaw(at(plan.layout.locations, this.thread.id), this.#words, String(this.edge.to)));
      this.#forget();
      this.#reportAsserts();
      const inside = at(this.thread.locations, this.edge.to).atomic;
      this.#emit(dialect.arrive(inside, this.#step(), this.#wordNames()));
    }
    this.#emit(`${this.#closing} }`);
    return this.#lines.join('\n');
  }

  /** False if nothing after the action is reached. */
  #action(action: Action, index: number): boolean {
    const goesOn = this.#effect(action, index);
    this.longest = lengthAfter(action, this.longest, at(this.context.plan.buffers, this.thread.id).markers);
    return goesOn;
  }

  #effect(action: Action, index: number): boolean {
    switch (action.kind) {
      case 'assume':
        return this.#assume(action.cond);
      case 'assign':
        return this.#assign(this.context.plan.variables.ofLocal(action.local), action.value);
      case 'store':
        return this.#store(action);
      case 'fence':
        return this.#fence(action.fence);
      case 'lock':
        return this.#waitFor(
          this.context.plan.model.lockedWaits === 'own'
            ? [this.thread.id]
            : this.context.plan.variables.system.threads.map((t) => t.id),
        );
      case 'havoc':
        return this.#havoc(this.context.plan.variables.ofLocal(action.local), index);
      case 'assert': {
        const cond = this.#evaluate(action.cond);
        const failed = this.#name('a');
        this.#emit(`const ${failed} = !${cond.code};`);
        this.#asserts.push({ failed, event: this.context.assertEvent(action.property) });
        return true;
      }
      default:
        return assertNever(action);
    }
  }

  #assume(cond: Expr): boolean {
    this.#emit(`if (!${this.#evaluate(cond).code}) ${this.#leave}`);
    return true;
  }

  #assign(variable: Variable, value: Expr): boolean {
    const code = this.#evaluateNumber(value);
    if (!this.#fit(variable, code)) return false;
    this.#emit(setValue(this.#field(variable), this.#words, code.code));
    return true;
  }

  #havoc(variable: Variable, index: number): boolean {
    const { plan, dialect } = this.context;
    const values = plan.choices.ofHavoc(this.thread.id, this.edge, index);
    const value = this.#name('h');
    const label = this.#name('l');
    this.#emit(dialect.loop(value, values.lo, values.hi, this.#havocs.length > 0).replace('for (', `${label}: for (`));
    const before = this.#wordNames();
    this.#generation++;
    this.#emit(`{ let ${this.#wordNames().map((n, i) => `${n} = ${at(before, i)}`).join(', ')};`);
    this.#closing += ' }';
    this.#leave = `continue ${label};`;
    this.#havocs.push(value);
    if (!this.#fit(variable, sure(value, values))) return false;
    this.#emit(setValue(this.#field(variable), this.#words, value));
    return true;
  }

  #fence(kind: 'full' | 'ww'): boolean {
    if (kind === 'full') return this.#waitFor([this.thread.id]);
    if (at(this.context.plan.buffers, this.thread.id).markers) {
      this.#emit(markCode(this.#slots, this.longest, this.#words, this.#noSlot()));
    }
    return true;
  }

  #waitFor(threads: readonly number[]): boolean {
    const test = drained(this.context.plan, threads, this.#words);
    if (test !== 'true') this.#emit(`if (!${test}) ${this.#leave}`);
    return true;
  }

  #store(action: Extract<Action, { kind: 'store' }>): boolean {
    const { plan } = this.context;
    const cells = plan.variables.ofShared(action.shared);
    if (action.index === null || action.index.kind === 'int') {
      const index = action.index === null ? 0n : action.index.value;
      const cell = index >= 0n && index < BigInt(cells.length) ? at(cells, Number(index)) : null;
      const value = this.#evaluateNumber(action.value);
      if (cell === null) return this.#faultOf(boundsFault);
      return this.#fit(cell, value) && this.#write(cell, value, action.locked);
    }
    const index = this.#evaluateNumber(action.index);
    const value = this.#evaluateNumber(action.value);
    if (!includes(interval(0, cells.length - 1), index.values)) {
      this.#emit(`if (${index.code} < 0 || ${index.code} >= ${cells.length}) {`);
      this.#faultOf(boundsFault);
      this.#emit('}');
    }
    this.#writeElement(cells, index, value, action.locked);
    return true;
  }

  /** One case for each cell that the index may mean. */
  #writeElement(cells: readonly Variable[], index: Code, value: Code, locked: boolean): void {
    this.#emit(`switch (${index.code}) {`);
    for (const [i, cell] of cells.entries()) {
      if (!contains(index.values, i)) continue;
      this.#emit(`case ${i}: {`);
      if (this.#fit(cell, value)) this.#write(cell, value, locked);
      this.#emit('break; }');
    }
    this.#emit('}');
  }

  #write(cell: Variable, value: Code, locked: boolean): boolean {
    const { plan } = this.context;
    const buffer = at(plan.buffers, this.thread.id);
    const number = codeOf(buffer, cell, firstCode);
    if (locked || number === null) {
      this.#emit(setValue(this.#field(cell), this.#words, value.code));
      return true;
    }
    const code = String(number);
    this.#checkRoom(cell, code);
    const append = plan.model.buffering === 'fifo-per-location' ? insertCode : appendCode;
    this.#emit(append(this.#slots, this.longest, code, value.code, this.#words, this.#noSlot()));
    return true;
  }

  /** A store waits for room under tsoN, and is cut where the bound is reached. */
  #checkRoom(cell: Variable, code: string): void {
    const { model, bound } = this.context.plan;
    const slots = this.#slots.slice(0, this.longest);
    const buffered = countOf(slots, code, this.#words);
    if (model.entriesPerLocation !== null && model.entriesPerLocation <= slots.length) {
      this.#emit(`if (${buffered} >= ${model.entriesPerLocation}) ${this.#leave}`);
    }
    if (bound === null) return;
    const most = entriesAllowed(bound, cell);
    if (this.longest < most) return;
    const here = 'all' in bound && model.buffering === 'fifo' ? this.#lengthCode(slots) : buffered;
    this.#emit(`if (${here} >= ${most}) { moves++; env.overflow(); ${this.#leave} }`);
  }

  #lengthCode(slots: readonly Slot[]): string {
    return slots.length === 0 ? '0' : slots.map((s) => `(${countOf([s], '0', this.#words)})`).reduce((sum, free) => `${sum} - ${free}`, String(slots.length));
  }

  #noSlot(): string {
    return `grow(-1, ${this.thread.id}); ${this.#leave}`;
  }

  /** Checks that the value is of the variable's type, and has room in its field. */
  #fit(variable: Variable, value: Code): boolean {
    const { domain } = variable;
    if (isEmpty(meet(value.values, domain))) return this.#faultOf(rangeFault);
    if (!includes(domain, value.values)) {
      this.#emit(`if (${outside(value, domain)}) {`);
      this.#faultOf(rangeFault);
      this.#emit('}');
    }
    const room = at(this.context.plan.shape.intervals, variable.index);
    const rest = meet(value.values, domain);
    if (!includes(room, rest)) {
      this.#emit(`if (${outside({ ...value, values: rest }, room)}) { grow(${variable.index}, ${value.code}); ${this.#leave} }`);
    }
    return true;
  }

  #evaluateNumber(expr: Expr): Code {
    const value = asNumber(expr, this.#evaluate(expr), this.context.plan.variables.system);
    const name = this.#name('v');
    this.#emit(`const ${name} = ${value.code};`);
    return { ...value, code: name };
  }

  /** The value of an expression; if it cannot be had, the execution ends here. */
  #evaluate(expr: Expr): Code {
    const { plan, helpers } = this.context;
    const reader = threadReader(plan, this.#words, helpers, this.thread.id, this.longest);
    const value = expressionCode(expr, reader);
    if (value.fails === 0) return value;
    const name = this.#name('x');
    this.#emit(`const ${name} = ${value.code};`);
    this.#emit(`if (err !== 0) { const e = err; err = 0;`);
    this.#emit(`if (e === ${errors.integerLimit}) { moves++; env.limited(); ${this.#leave} }`);
    this.#fault('e - 1');
    for (const error of [errors.div, errors.bounds]) {
      if ((value.fails & error) !== 0) this.context.faults.add(error - 1);
    }
    this.#emit('}');
    return { ...value, code: name };
  }

  #faultOf(fault: number): false {
    this.context.faults.add(fault);
    return this.#fault(String(fault));
  }

  /** The execution ends here. */
  #fault(event: string): false {
    this.#reportAsserts();
    this.#emit(`moves++; ${this.context.dialect.violated(event, this.#step())} ${this.#leave}`);
    return false;
  }

  #reportAsserts(): void {
    for (const { failed, event } of this.#asserts) {
      this.#emit(`if (${failed}) { ${this.context.dialect.violated(String(event), this.#step())} }`);
    }
  }

  /** Locals that will be written before they are read take one value: states that differ in them behave alike. */
  #forget(): void {
    const { plan } = this.context;
    if (!plan.reductions) return;
    const liveness = at(plan.choices.liveness, this.thread.id);
    const after = liveness.at(this.edge.to);
    const before = liveness.at(this.edge.from);
    for (const { id, thread } of plan.variables.system.locals) {
      const variable = plan.variables.ofLocal(id);
      if (thread !== this.thread.id || after.has(variable)) continue;
      const written = this.edge.actions.some((a) => (a.kind === 'assign' || a.kind === 'havoc') && a.local === id);
      if (!written && !before.has(variable)) continue;
      this.#emit(setValue(this.#field(variable), this.#words, literal(clamped(0, at(plan.known, variable.index)))));
    }
  }

  #step(): StepCode {
    return { kind: 'edge', thread: this.thread.id, edge: this.edge.id, havoc: this.#havocs };
  }

  #field(variable: Variable): Field {
    return at(this.context.plan.layout.variables, variable.index);
  }

  readonly #words: Words = (word) => (this.#generation === 0 ? `n${word}` : `n${word}_${this.#generation}`);

  #wordNames(): readonly string[] {
    return Array.from({ length: this.context.plan.layout.words }, (_, i) => this.#words(i));
  }

  #name(prefix: string): string {
    return `${prefix}${this.edge.id}_${this.#names++}`;
  }

  #emit(line: string): void {
    if (line !== '') this.#lines.push(line);
  }
}

function outside(value: Code, room: Interval): string {
  const tests: string[] = [];
  if (value.values.lo < room.lo) tests.push(`${value.code} < ${literal(room.lo)}`);
  if (value.values.hi > room.hi) tests.push(`${value.code} > ${literal(room.hi)}`);
  return tests.join(' || ');
}
