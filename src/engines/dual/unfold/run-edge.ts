import type { CellId, LocalId, SharedId } from '../../../ir/ids.js';
import { lengthOf } from '../../../ir/system.js';
import type { Action, Cells, Edge, System } from '../../../ir/system.js';
import { fits } from '../../../ir/type.js';
import type { Expr } from '../../../ir/expr.js';
import { evaluate, isFault } from '../../../logic/eval.js';
import type { Fault } from '../../../logic/eval.js';
import { InternalError, assertNever, at, invariant } from '../../../support/check.js';
import type { Discipline } from './discipline.js';
import { drained, seen, withBuffered, withDirect } from './effects.js';
import type { Effects, Store } from './effects.js';
import type { ThreadView } from './thread-view.js';

/** Where a thread stands within a move. */
export interface Standing {
  /** By position. */
  readonly locals: readonly bigint[];
  readonly effects: Effects;
}

export type EdgeResult =
  | { readonly kind: 'moved'; readonly standing: Standing; readonly failed: readonly string[] }
  | { readonly kind: 'blocked' }
  /** What was read up to the fault counts. */
  | {
      readonly kind: 'fault';
      readonly property: Fault | 'range';
      readonly effects: Effects;
      readonly failed: readonly string[];
    }
  /** To go on it must be told what memory holds there. */
  | { readonly kind: 'reads'; readonly cell: CellId }
  /** To go on it must be told what the havoc action at this position of the edge gives. */
  | { readonly kind: 'chooses'; readonly action: number; readonly local: LocalId };

/** What an action does to the draft: nothing more, or the edge ends with it. */
type Ending = null | EdgeResult;

/** Runs the actions of an edge as memory/machine.ts does, but on what a move knows of memory. */
export class EdgeRunner {
  constructor(
    private readonly system: System,
    private readonly cells: Cells,
    private readonly discipline: Discipline,
    private readonly view: ThreadView,
  ) {}

  run(edge: Edge, start: Standing, havoc: readonly bigint[]): EdgeResult {
    const draft = new Draft(start, havoc);
    for (const [i, action] of edge.actions.entries()) {
      const ending = this.#act(draft, action, i);
      if (ending !== null) return ending;
    }
    return {
      kind: 'moved',
      standing: { locals: draft.locals, effects: draft.effects },
      failed: draft.failed,
    };
  }

  #act(draft: Draft, action: Action, index: number): Ending {
    switch (action.kind) {
      case 'assume': {
        const value = this.#value(draft, action.cond);
        if (typeof value !== 'bigint') return value;
        return value === 1n ? null : { kind: 'blocked' };
      }
      case 'assert': {
        const value = this.#value(draft, action.cond);
        if (typeof value !== 'bigint') return value;
        if (value === 0n) draft.failed.push(action.property);
        return null;
      }
      case 'assign': {
        const value = this.#value(draft, action.value);
        return typeof value === 'bigint' ? this.#assign(draft, action.local, value) : value;
      }
      case 'havoc': {
        const value = draft.nextChoice();
        return value === null
          ? { kind: 'chooses', action: index, local: action.local }
          : this.#assign(draft, action.local, value);
      }
      case 'store':
        return this.#store(draft, action);
      case 'fence':
        return action.fence === 'full' ? this.#wait(draft) : null;
      case 'lock':
        return this.#wait(draft);
      default:
        return assertNever(action);
    }
  }

  /** A wait for the own buffer. Its entries may leave between two edges, but not in the middle of one. */
  #wait(draft: Draft): Ending {
    if (this.discipline === 'direct') return null;
    if (draft.hasBuffered) return { kind: 'blocked' };
    draft.effects = drained(draft.effects);
    return null;
  }

  #assign(draft: Draft, id: LocalId, value: bigint): Ending {
    if (!fits(at(this.system.locals, id).type, value)) return draft.fault('range');
    draft.locals[this.view.position(id)] = value;
    return null;
  }

  #store(draft: Draft, action: Extract<Action, { kind: 'store' }>): Ending {
    const index = action.index === null ? 0n : this.#value(draft, action.index);
    if (typeof index !== 'bigint') return index;
    const value = this.#value(draft, action.value);
    if (typeof value !== 'bigint') return value;
    const cell = this.#cellOf(action.shared, index);
    if (cell === null) return draft.fault('bounds');
    if (!fits(at(this.system.shared, action.shared).type, value)) return draft.fault('range');
    draft.store({ cell, value }, action.locked || this.discipline === 'direct', this.discipline);
    return null;
  }

  /** The value of an expression as the thread sees it, or how the edge ends instead. */
  #value(draft: Draft, expr: Expr): bigint | EdgeResult {
    let unknown: CellId | null = null;
    const outcome = evaluate(expr, {
      local: (id) => at(draft.locals, this.view.position(id)),
      shared: (id, index) => {
        const cell = this.#cellOf(id, index);
        if (cell === null) return null;
        const value = seen(draft.effects, cell);
        // What is computed from here on means nothing.
        if (value === null) unknown ??= cell;
        return value ?? 0n;
      },
      at: () => {
        throw new InternalError('a program expression has no at');
      },
    });
    if (unknown !== null) return { kind: 'reads', cell: unknown };
    return isFault(outcome) ? draft.fault(outcome) : outcome;
  }

  #cellOf(shared: SharedId, index: bigint): CellId | null {
    const length = BigInt(lengthOf(at(this.system.shared, shared)));
    return index < 0n || index >= length ? null : this.cells.cell(shared, Number(index));
  }
}

/** An edge in the making: changed in place by its actions. */
class Draft {
  readonly locals: bigint[];
  effects: Effects;
  readonly failed: string[] = [];
  /** Whether an action of this very edge has stored to the buffer. */
  hasBuffered = false;
  #choices = 0;

  constructor(
    start: Standing,
    private readonly havoc: readonly bigint[],
  ) {
    this.locals = [...start.locals];
    this.effects = start.effects;
  }

  nextChoice(): bigint | null {
    return this.havoc[this.#choices++] ?? null;
  }

  store(store: Store, toMemory: boolean, discipline: Discipline): void {
    if (toMemory) {
      invariant(
        discipline === 'direct' || (this.effects.drained && this.effects.buffered.length === 0),
        'a locked store follows a lock',
      );
      this.effects = withDirect(this.effects, store);
    } else {
      this.effects = withBuffered(this.effects, store);
      this.hasBuffered = true;
    }
  }

  fault(property: Fault | 'range'): EdgeResult {
    return { kind: 'fault', property, effects: this.effects, failed: this.failed };
  }
}
