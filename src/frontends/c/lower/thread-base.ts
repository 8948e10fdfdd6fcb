import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import { local, sharedReads } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { LocalId } from '../../../lang/expr/ids.js';
import { everything } from '../../../lang/expr/interval.js';
import { intType } from '../../../lang/expr/type.js';
import type { TextGap } from '../edit/gaps.js';
import { FlatEmitter } from './emitter.js';
import type { FlowState, KnownValue } from './flow-state.js';
import { covers, joined, nothingKnown } from './flow-state.js';
import { longC } from '../types/c-type.js';
import type { CObject, CValue, NumberValue, ObjectPlace } from './c-value.js';
import type { NameScope, CWorld } from './c-world.js';

/** Longer programs are out of reach of every engine. */
const maxStatements = 100_000;

/** In what is known: a cell of an object that all threads see. */
export const sharedKey = (object: string, cell: string): string => `all|${object}|${cell}`;

/** In what is known: which thread a cell of an object names. */
export const handleKey = (object: string, cell: string): string => `thread:${object}${cell}`;

/** That a thread changes which threads an object names. */
export const handleFact = (object: string, thread: number): string => `handles:${thread}:${object}`;

/** Of such a key; null: it is another one. */
function objectOfShared(key: string): string | null {
  const [first, object] = key.split('|');
  return first === 'all' ? (object ?? null) : null;
}

/** What every part of lowering a thread uses: what is written so far, and what is known at this place. */
export abstract class ThreadBase {
  protected readonly emitter = new FlatEmitter();
  /** Null: nobody comes here. */
  protected state: FlowState | null = nothingKnown;
  /** The thread-local variables that it has named. */
  protected readonly ownObjects = new Map<string, CObject>();
  /** How many atomic sections were begun and not ended, as far as the text tells. */
  protected sections = 0;
  /** Through calls and unrolled loops to this place, by which things are told apart. */
  protected path: string;

  constructor(
    protected readonly world: CWorld,
    protected readonly number: number,
    protected scope: NameScope,
  ) {
    this.path = `t${number}`;
  }

  /** Where the condition does not hold the run is one of which nothing is said from here on. */
  protected abstract leaveOutUnless(cond: Expr, span: Span): void;

  protected refuse(what: string, span: Span, instead: string | null = null): never {
    return unsupported(what, span, instead);
  }

  /** Writes nothing where nobody comes. */
  protected emit(stmt: Parameters<FlatEmitter['emit']>[0]): void {
    if (this.state === null) return;
    if (this.emitter.items.length > maxStatements)
      unsupported('with its calls put in place and its loops unrolled this program is too long', stmt.span);
    this.emitter.emit(stmt);
  }

  /** Marks a gap of the text; nobody needs a fence in a section. */
  protected gap(gap: TextGap | undefined): void {
    if (gap !== undefined && this.state !== null && this.sections === 0) this.emitter.gap(gap.id, gap.span);
  }

  protected temporary(stem: string, span: Span): LocalId {
    return this.world.storage.addLocal(this.number, stem, intType, { kind: 'any' }, span, true);
  }

  /** The same value, which nothing that happens later changes. */
  protected captured(value: CValue, span: Span): CValue {
    if (value.kind === 'address') return { ...value, place: this.settled(value.place, span) };
    return value.kind === 'number' ? this.capturedNumber(value, span) : value;
  }

  /** The place by what its indices are now, whatever becomes of the variables that they are made of. */
  protected settled(place: ObjectPlace, span: Span): ObjectPlace {
    const steps = place.steps.map((step) => {
      if (step.kind === 'field') return step;
      const index = { kind: 'number', type: longC, expr: step.index, range: step.range } as const;
      return { ...step, index: this.capturedNumber(index, span).expr };
    });
    return { ...place, steps };
  }

  protected capturedNumber(value: NumberValue, span: Span): NumberValue {
    if (value.expr.kind === 'int') return value;
    const id = this.temporary('value', span);
    this.emit({ kind: 'assign', target: { kind: 'local', local: id }, value: value.expr, span });
    return { kind: 'number', type: value.type, expr: local(id), range: value.range };
  }

  /** The same value, which can be used twice. */
  protected once(value: NumberValue, span: Span): NumberValue {
    return sharedReads(value.expr).length === 0 ? value : this.capturedNumber(value, span);
  }

  protected exprOnce(expr: Expr, span: Span): Expr {
    if (sharedReads(expr).length === 0) return expr;
    const id = this.temporary('value', span);
    this.emit({ kind: 'assign', target: { kind: 'local', local: id }, value: expr, span });
    return local(id);
  }

  protected know(key: string, value: KnownValue | null): void {
    if (this.state === null) return;
    const state = new Map(this.state);
    if (value === null) state.delete(key);
    else state.set(key, value);
    this.state = state;
  }

  protected knownRange(key: string): NumberValue['range'] {
    const known = this.state?.get(key);
    return known?.kind === 'range' ? known.range : everything;
  }

  /** What is known where a loop or a label is come to again: what was found to change on the way is forgotten. */
  protected enterCycle(key: string): FlowState | null {
    if (this.state === null) return null;
    const { facts } = this.world;
    const kept = [...this.state].filter(([cell]) => !facts.has(`changes:${key}:${cell}`));
    this.state = new Map(kept);
    return this.state;
  }

  /** Somebody comes back with another state: what does not agree is noted for the next round. */
  protected closeCycle(key: string, entered: FlowState | null, from: FlowState | null): void {
    if (from === null || entered === null) return;
    for (const [cell, known] of entered) {
      const now = from.get(cell);
      if (now === undefined || !covers(known, now)) this.world.facts.note(`changes:${key}:${cell}`);
    }
  }

  /** Whether this is the thread that the program begins with, before it makes any: nobody else sees what it does. */
  protected get isAlone(): boolean {
    return this.number === 0 && this.world.starts.length === 0;
  }

  /** What is known of variables of all that nobody writes once there are threads. */
  protected knownOfAll(): FlowState {
    const lasts = [...(this.state ?? nothingKnown)].filter(([key]) => {
      const object = objectOfShared(key);
      return object !== null && !this.world.facts.has(`later:${object}`);
    });
    return new Map(lasts);
  }

  /** Before the first thread is made all is known that was written; then only what stays as it is. */
  protected forgetChanging(): void {
    if (this.state === null) return;
    const kept = [...this.state].filter(([key]) => {
      const object = objectOfShared(key);
      return object === null || !this.world.facts.has(`later:${object}`);
    });
    this.state = new Map(kept);
  }

  /** Ways that meet at a label. */
  protected meet(states: readonly (FlowState | null)[]): void {
    this.state = states.reduce(joined, null);
  }
}
