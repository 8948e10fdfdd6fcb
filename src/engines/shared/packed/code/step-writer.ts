import { lineOf } from '../../../../diagnostics/span.js';
import type { Expr } from '../../../../lang/expr/expr.js';
import { contains, isEmpty, meet } from '../../../../lang/expr/interval.js';
import type { BoundedInterval, Interval } from '../../../../lang/expr/interval.js';
import type { Automaton, Edge } from '../../../../lang/program/system.js';
import { at } from '../../../../support/invariant.js';
import type { BitField } from '../layout.js';
import type { SizedPlan } from '../plan.js';
import type { PackedVariable } from '../packed-variables.js';
import type { Dialect, StepCode } from './dialect.js';
import { faultNames, rangeFault } from './dialect.js';
import { asNumber, expressionCode } from './expression-code.js';
import { literal } from './fields.js';
import type { WordNaming } from './fields.js';
import { errors } from './helper-code.js';
import type { Helpers, JsCode } from './helper-code.js';
import { StateReader } from './state-reader.js';

/** What the code of all edges shares. */
export interface EdgeContext {
  readonly plan: SizedPlan;
  readonly dialect: Dialect;
  readonly helpers: Helpers;
  /** The number of the event that a failed assertion of this property is. */
  readonly assertEvent: (property: string) => number;
  /** Outside atomic sections the steps of a thread are without its flushes: those are made by themselves. */
  readonly flushesApart: boolean;
  /** The number of each thread's first location among all. */
  readonly firstLocations: readonly number[];
  /** Collects the numbers of the faults that some edge might have. */
  readonly faults: Set<number>;
  /** Called again and again; throws `Stopped` where there is no time for more code. */
  readonly watch: () => void;
}

/**
 * Writes the code of one edge, from the words w0, w1, ... of the state: a block that is left early where the edge is
 * not enabled. The words of the state to come are n0, n1, ...; in the loop of a havoc they get fresh names.
 */
export class StepWriter {
  /** How to leave the block, or go on with the next value of a havoc. */
  leave: string;
  readonly #lines: string[] = [];
  readonly #havocs: string[] = [];
  /** What failed so far is known by these variables; it counts once the edge is seen to be enabled, or ends. */
  readonly #asserts: { readonly failed: string; readonly event: number }[] = [];
  #generation = 0;
  #names = 0;
  #closing = '}';

  constructor(
    readonly thread: Automaton,
    readonly edge: Edge,
    /** The most entries that can be in the own buffer now. */
    public longest: number,
    readonly context: EdgeContext,
  ) {
    this.leave = `break e${edge.id};`;
    this.emit(`e${edge.id}: ${this.#block((i) => `w${i}`)}`);
  }

  readonly words: WordNaming = (word) =>
    this.#generation === 0 ? `n${word}` : `n${word}_${this.#generation}`;

  wordNames(): readonly string[] {
    return Array.from({ length: this.context.plan.layout.words }, (_, i) => this.words(i));
  }

  emit(line: string): void {
    if (line !== '') this.#lines.push(line);
  }

  finished(): string {
    return [...this.#lines, this.#closing].join('\n');
  }

  /** A name that no other edge of the thread uses. */
  name(prefix: string): string {
    return `${prefix}${this.edge.id}_${this.#names++}`;
  }

  /** What follows is done for each of the values; the name of the value. */
  loop({ lo, hi }: BoundedInterval): string {
    const value = this.name('h');
    const label = this.name('l');
    const head = this.context.dialect.loop(value, Number(lo), Number(hi), this.#havocs.length > 0);
    const before = this.wordNames();
    this.#generation++;
    this.emit(head.replace('for (', `${label}: for (`));
    this.emit(this.#block((i) => at(before, i)));
    this.#closing += ' }';
    this.leave = `continue ${label};`;
    this.#havocs.push(value);
    return value;
  }

  expectTrue(condition: string, event: number): void {
    const failed = this.name('a');
    this.emit(`const ${failed} = !${condition};`);
    this.#asserts.push({ failed, event });
  }

  reportAsserts(): void {
    for (const { failed, event } of this.#asserts) {
      this.emit(`if (${failed}) { ${this.context.dialect.violated(String(event), this.step())} }`);
    }
  }

  /** The execution ends here. Always false: nothing after it is reached. */
  fault(fault: number): false {
    this.context.faults.add(fault);
    return this.#end(String(fault));
  }

  faultIf(condition: string, fault: number): void {
    this.emit(`if (${condition}) {`);
    this.fault(fault);
    this.emit('}');
  }

  /** The value of an expression; if it cannot be had, the execution ends here. */
  evaluate(expr: Expr): JsCode {
    const { plan, helpers } = this.context;
    const thread = this.thread.id;
    const slots = at(plan.layout.buffers, thread).slice(0, this.longest);
    const value = expressionCode(expr, new StateReader(plan, this.words, helpers, { thread, slots }));
    if (value.fails === 0) return value;
    const name = this.name('x');
    this.emit(`const ${name} = ${value.code};`);
    this.emit(`if (err !== 0) { const e = err; err = 0;`);
    this.emit(
      `if (e === ${errors.integerLimit}) { moves++; env.limited(${lineOf(this.edge.span) ?? 0}); ${this.leave} }`,
    );
    this.#end('e - 1');
    this.emit('}');
    for (const error of [errors.div, errors.bounds]) {
      if ((value.fails & error) !== 0) this.context.faults.add(error - 1);
    }
    // What comes behind a result that is not computed may be anything.
    if ((value.fails & errors.integerLimit) !== 0)
      for (const fault of faultNames.keys()) this.context.faults.add(fault);
    return { ...value, code: name };
  }

  /** The same as an integer, in a constant. */
  evaluateNumber(expr: Expr): JsCode {
    const value = asNumber(expr, this.evaluate(expr), this.context.plan.variables.system);
    const name = this.name('v');
    this.emit(`const ${name} = ${value.code};`);
    return { ...value, code: name };
  }

  /** Checks that the value is of the variable's type, and has room in its field. False if it never is. */
  fit(variable: PackedVariable, value: JsCode): boolean {
    const { domain, index } = variable;
    const proper = meet(value.values, domain);
    if (isEmpty(proper)) return this.fault(rangeFault);
    if (!contains(domain, value.values)) this.faultIf(outside(value.code, value.values, domain), rangeFault);
    const room = at(this.context.plan.shape.intervals, index);
    if (!contains(room, proper)) {
      this.emit(`if (${outside(value.code, proper, room)}) { grow(${index}, ${value.code}); ${this.leave} }`);
    }
    return true;
  }

  field(variable: PackedVariable): BitField {
    return at(this.context.plan.layout.variables, variable.index);
  }

  step(): StepCode {
    return { kind: 'edge', thread: this.thread.id, edge: this.edge.id, havoc: this.#havocs };
  }

  /** Its beginning: the words of the state to come are at first these. */
  #block(from: WordNaming): string {
    const words = this.wordNames().map((name, i) => `${name} = ${from(i)}`);
    return `{ let ${words.join(', ')};`;
  }

  #end(event: string): false {
    this.reportAsserts();
    this.emit(`moves++; ${this.context.dialect.violated(event, this.step())} ${this.leave}`);
    return false;
  }
}

function outside(code: string, values: Interval, room: Interval): string {
  const tests: string[] = [];
  const { lo, hi } = room;
  if (lo !== null && !contains({ lo, hi: null }, values)) tests.push(`${code} < ${literal(lo)}`);
  if (hi !== null && !contains({ lo: null, hi }, values)) tests.push(`${code} > ${literal(hi)}`);
  return tests.join(' || ');
}
