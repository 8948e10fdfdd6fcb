import type { Expr } from '../lang/expr/expr.js';
import type { InitialChoice, Step } from '../lang/run/execution.js';
import type { CellId, EdgeId, LocalId, LocationId, ThreadId } from '../lang/expr/ids.js';
import { Cells, lengthOf, numberPlace } from '../lang/program/system.js';
import type { Action, Automaton, Edge, Location, System } from '../lang/program/system.js';
import { fits } from '../lang/expr/type.js';
import type { Type } from '../lang/expr/type.js';
import { placed } from '../lang/expr/integer-limit.js';
import { evaluate, isFault } from '../lang/expr/eval.js';
import type { EvalResult } from '../lang/expr/eval.js';
import { initialValues } from '../lang/program/initial-values.js';
import type { MemoryModel } from './model.js';
import { append, emptyBuffer, flushable, flushed, hasRoom, marked, newestOwn } from './semantics.js';
import type { StoreBuffer } from './semantics.js';
import { InternalError, assertNever, at } from '../support/invariant.js';
import { byNumber } from '../support/lists.js';
import { remembered } from '../support/remembered.js';
import { hasBuffers } from './model-questions.js';

/** A state of the plain operational semantics; a value, never changed. */
export interface MachineState {
  readonly places: readonly LocationId[];
  readonly memory: readonly bigint[];
  readonly locals: readonly bigint[];
  readonly buffers: readonly StoreBuffer[];
}

export type StepResult =
  /** `failed` names the asserts that failed on the way; the execution goes on all the same. */
  | {
      readonly kind: 'moved';
      readonly state: MachineState;
      readonly failed: readonly string[];
      /** For each action of the edge the value it assigned or stored; null for others, and for a flush. */
      readonly values: readonly (ActionValue | null)[];
      /** For each action of the edge what it loaded, in order. */
      readonly loads: readonly (readonly MadeLoad[])[];
    }
  | { readonly kind: 'blocked'; readonly why: string }
  /** The execution ends here; `failed` names the asserts that failed before. */
  | {
      readonly kind: 'fault';
      readonly property: 'div' | 'bounds' | 'range';
      readonly failed: readonly string[];
      /** As of a step that goes on, as far as it came. */
      readonly values: readonly (ActionValue | null)[];
      readonly loads: readonly (readonly MadeLoad[])[];
    };

/** What an action wrote; `index` for an array element. */
export interface ActionValue {
  readonly value: bigint;
  readonly index: bigint | null;
}

/** A load of a cell: from the thread's own buffer, or from main memory. */
export interface MadeLoad {
  readonly cell: CellId;
  readonly isOwn: boolean;
  readonly value: bigint;
}

type Candidate = { readonly thread: ThreadId } & ({ readonly edge: Edge } | { readonly flush: CellId });

/** The step in the making: changed in place by the actions of one edge, then frozen into a MachineState. */
interface StepDraft {
  memory: bigint[];
  locals: bigint[];
  buffer: StoreBuffer;
  failed: string[];
  written: ActionValue | null;
  loads: MadeLoad[];
}

type ActionResult = null | { readonly blocked: string } | { readonly fault: 'div' | 'bounds' | 'range' };

/**
 * The operational semantics of a system under a memory model, executed step by step and as plainly as possible: the
 * reference that every engine's counterexamples are checked against. It knows no engine.
 */
export class Machine {
  readonly cells: Cells;
  /** By thread and place, what leaves it. */
  readonly #leaving: readonly (readonly (readonly Edge[])[])[];
  readonly #havocTypes = new Map<Edge, readonly Type[]>();
  readonly #lengths: readonly bigint[];

  constructor(
    readonly system: System,
    readonly model: MemoryModel,
  ) {
    this.cells = new Cells(system.shared);
    this.#lengths = system.shared.map((variable) => BigInt(lengthOf(variable)));
    this.#leaving = system.threads.map(({ edges, locations }) =>
      byNumber(edges, locations.length, (edge) => edge.from),
    );
  }

  initial(choice: InitialChoice): MachineState {
    const values = initialValues(this.system, this.cells, choice);
    return {
      places: this.system.threads.map((t) => t.entry),
      memory: values.cells,
      locals: values.locals,
      buffers: this.system.threads.map(() => emptyBuffer),
    };
  }

  thread(id: ThreadId): Automaton {
    return at(this.system.threads, id);
  }

  edge(thread: ThreadId, edge: EdgeId): Edge {
    return at(this.thread(thread).edges, edge);
  }

  place(state: MachineState, thread: ThreadId): Location {
    return at(this.thread(thread).locations, at(state.places, thread));
  }

  /** The thread that is inside an atomic section, or null. */
  atomicThread(state: MachineState): ThreadId | null {
    for (const { id } of this.system.threads) if (this.place(state, id).atomic) return id;
    return null;
  }

  /** Paper 003, Semantics 1: `enabled(tid)`. */
  mayMove(state: MachineState, thread: ThreadId): boolean {
    const inside = this.atomicThread(state);
    return inside === null || inside === thread;
  }

  hasEnded(state: MachineState): boolean {
    return this.system.threads.every(
      (t) => at(state.places, t.id) === t.end && at(state.buffers, t.id).length === 0,
    );
  }

  /** The types of the values that a step along the edge has to choose. */
  havocTypes(edge: Edge): readonly Type[] {
    return remembered(this.#havocTypes, edge, () =>
      edge.actions.flatMap((a) => (a.kind === 'havoc' ? [at(this.system.locals, a.local).type] : [])),
    );
  }

  /** The flushes that can happen, and the edges that leave the places of the threads (these may turn out blocked). */
  candidates(state: MachineState): readonly Candidate[] {
    const inside = this.atomicThread(state);
    const found: Candidate[] = [];
    for (const { id } of this.system.threads) {
      if (inside !== null && inside !== id) continue;
      for (const edge of at(at(this.#leaving, id), at(state.places, id))) found.push({ edge, thread: id });
      const buffer = at(state.buffers, id);
      for (const i of flushable(this.model, buffer)) {
        const entry = at(buffer, i);
        if (entry.kind === 'write') found.push({ flush: entry.cell, thread: id });
      }
    }
    return found;
  }

  take(state: MachineState, step: Step): StepResult {
    if (!this.mayMove(state, step.thread))
      return { kind: 'blocked', why: 'another thread is inside an atomic section' };
    switch (step.kind) {
      case 'flush':
        return this.flush(state, step.thread, step.cell);
      case 'edge':
        return this.follow(state, step.thread, this.edge(step.thread, step.edge), step.havoc);
      default:
        return assertNever(step);
    }
  }

  /** The value of an expression of a property: shared variables are read from main memory. */
  valueInMemory(state: MachineState, expr: Expr): EvalResult {
    return evaluate(expr, {
      local: (id) => at(state.locals, id),
      shared: (id, index) => {
        const cell = this.cellOf(id, index);
        return cell === null ? null : at(state.memory, cell);
      },
      at: (thread, label) => this.place(state, thread).labels.includes(label),
    });
  }

  /** Whether a formula is true; one that divides by zero or reads beyond an array is not. */
  holds(state: MachineState, formula: Expr): boolean {
    return this.valueInMemory(state, formula) === 1n;
  }

  private flush(state: MachineState, thread: ThreadId, cell: CellId): StepResult {
    const buffer = at(state.buffers, thread);
    for (const position of flushable(this.model, buffer)) {
      const entry = at(buffer, position);
      if (entry.kind !== 'write' || entry.cell !== cell) continue;
      const moved: MachineState = {
        ...state,
        memory: state.memory.with(cell, entry.value),
        buffers: state.buffers.with(thread, flushed(buffer, position)),
      };
      return { kind: 'moved', state: moved, failed: [], values: [], loads: [] };
    }
    return { kind: 'blocked', why: `no write to ${this.cells.nameOf(cell)} can leave the buffer` };
  }

  private follow(state: MachineState, thread: ThreadId, edge: Edge, havoc: readonly bigint[]): StepResult {
    if (edge.from !== at(state.places, thread)) return { kind: 'blocked', why: 'the thread is elsewhere' };
    const draft: StepDraft = {
      memory: [...state.memory],
      locals: [...state.locals],
      buffer: at(state.buffers, thread),
      failed: [],
      written: null,
      loads: [],
    };
    const choices = [...havoc];
    const values: (ActionValue | null)[] = [];
    const loads: MadeLoad[][] = [];
    for (const action of edge.actions) {
      draft.written = null;
      draft.loads = [];
      const result = placed(
        () => numberPlace(this.system, edge, action),
        () => this.act(state, thread, draft, action, choices),
      );
      values.push(draft.written);
      loads.push(draft.loads);
      if (result === null) continue;
      if ('blocked' in result) return { kind: 'blocked', why: result.blocked };
      return { kind: 'fault', property: result.fault, failed: draft.failed, values, loads };
    }
    if (choices.length > 0) return { kind: 'blocked', why: 'more havoc values than the step takes' };
    const moved: MachineState = {
      places: state.places.with(thread, edge.to),
      memory: draft.memory,
      locals: draft.locals,
      buffers: state.buffers.with(thread, draft.buffer),
    };
    return { kind: 'moved', state: moved, failed: draft.failed, values, loads };
  }

  private act(
    state: MachineState,
    thread: ThreadId,
    draft: StepDraft,
    action: Action,
    havoc: bigint[],
  ): ActionResult {
    switch (action.kind) {
      case 'assume': {
        const value = this.view(draft, action.cond);
        if (isFault(value)) return { fault: value };
        return value === 1n ? null : { blocked: 'the condition is false' };
      }
      case 'assign': {
        const value = this.view(draft, action.value);
        return isFault(value) ? { fault: value } : this.assign(draft, action.local, value);
      }
      case 'store':
        return this.store(draft, action);
      case 'fence':
        if (action.fence === 'ww') {
          draft.buffer = marked(this.model, draft.buffer);
          return null;
        }
        return draft.buffer.length === 0 ? null : { blocked: 'the fence waits for the own buffer' };
      case 'lock': {
        const others = state.buffers.filter((_, t) => t !== thread);
        const watched = this.model.lockedWaits === 'all' ? [draft.buffer, ...others] : [draft.buffer];
        return watched.every((b) => b.length === 0)
          ? null
          : { blocked: 'the locked action waits for buffers' };
      }
      case 'havoc': {
        const value = havoc.shift();
        return value === undefined
          ? { blocked: 'a havoc value is missing' }
          : this.assign(draft, action.local, value);
      }
      case 'assert': {
        const value = this.view(draft, action.cond);
        if (isFault(value)) return { fault: value };
        if (value === 0n) draft.failed.push(action.property);
        return null;
      }
      default:
        return assertNever(action);
    }
  }

  private assign(draft: StepDraft, local: LocalId, value: bigint): ActionResult {
    if (!fits(at(this.system.locals, local).type, value)) return { fault: 'range' };
    draft.locals[local] = value;
    draft.written = { value, index: null };
    return null;
  }

  private store(draft: StepDraft, action: Extract<Action, { kind: 'store' }>): ActionResult {
    const index = action.index === null ? 0n : this.view(draft, action.index);
    if (isFault(index)) return { fault: index };
    const value = this.view(draft, action.value);
    if (isFault(value)) return { fault: value };
    const cell = this.cellOf(action.shared, index);
    if (cell === null) return { fault: 'bounds' };
    if (!fits(at(this.system.shared, action.shared).type, value)) return { fault: 'range' };
    const written = { value, index: action.index === null ? null : index };
    if (action.locked || !hasBuffers(this.model)) {
      draft.memory[cell] = value;
      draft.written = written;
      return null;
    }
    if (!hasRoom(this.model, draft.buffer, cell))
      return { blocked: 'the buffer has no room for the variable' };
    draft.buffer = append(this.model, draft.buffer, cell, value);
    draft.written = written;
    return null;
  }

  /** What the thread sees: its newest own entry, else main memory. */
  private view(draft: StepDraft, expr: Expr): EvalResult {
    return evaluate(expr, {
      local: (id) => at(draft.locals, id),
      shared: (id, index) => {
        const cell = this.cellOf(id, index);
        if (cell === null) return null;
        const own = newestOwn(draft.buffer, cell);
        const value = own ?? at(draft.memory, cell);
        draft.loads.push({ cell, isOwn: own !== null, value });
        return value;
      },
      at: () => {
        throw new InternalError('a program expression has no at');
      },
    });
  }

  private cellOf(shared: Parameters<Cells['cell']>[0], index: bigint): CellId | null {
    return index < 0n || index >= at(this.#lengths, shared) ? null : this.cells.cell(shared, Number(index));
  }
}

/** Equal for equal states, different for different ones. */
export function stateKey(state: MachineState): string {
  let key = `${state.places.join(',')};${state.memory.join(',')};${state.locals.join(',')};`;
  for (const buffer of state.buffers) {
    for (const e of buffer) key += e.kind === 'marker' ? '|,' : `${e.cell}=${e.value},`;
    key += '/';
  }
  return key;
}
