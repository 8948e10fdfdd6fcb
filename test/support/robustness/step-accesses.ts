import { evaluate, isFault } from '../../../src/lang/expr/eval.js';
import type { EvalResult } from '../../../src/lang/expr/eval.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import type { CellId, SharedId } from '../../../src/lang/expr/ids.js';
import { fits } from '../../../src/lang/expr/type.js';
import { lengthOf } from '../../../src/lang/program/system.js';
import type { Action, Edge } from '../../../src/lang/program/system.js';
import type { Machine } from '../../../src/memory/machine.js';
import { hasBuffers } from '../../../src/memory/model-questions.js';
import { InternalError, assertNever, at, invariant } from '../../../src/support/invariant.js';

/** A store of a run: a store is one event, made when it is issued and placed in its cell's order when it is flushed. */
export interface StoreEvent {
  /** The step of the thread's section (see TracedRun) that it belongs to. */
  readonly node: string;
  /** The thread, the number of its step, the number of the store in this step: the same in all runs. */
  readonly name: string;
  readonly cell: CellId;
  readonly value: bigint;
}

/** Where a load has its value from; null: from the initial memory. */
export interface LoadEvent {
  readonly node: string;
  readonly cell: CellId;
  readonly source: StoreEvent | null;
}

/** What the thread that steps sees, and what its step adds. Changed in place, action by action. */
export interface RecordedStep {
  readonly node: string;
  readonly stepName: string;
  readonly locals: bigint[];
  readonly memory: bigint[];
  /** The newest store in memory, for each cell. */
  readonly newest: (StoreEvent | null)[];
  /** The thread's own stores that have not been flushed, oldest first. */
  readonly waiting: StoreEvent[];
  readonly loads: LoadEvent[];
  /** Those that this step put into memory at once, in order. */
  readonly stored: StoreEvent[];
  issued: number;
}

/**
 * Goes through the actions of an edge as the machine does, to see which stores they make and where loads get their values
 * from, up to the action that faults if one does. The edge must be one that the machine lets go.
 */
export function recordAccesses(
  machine: Machine,
  edge: Edge,
  havoc: readonly bigint[],
  here: RecordedStep,
): void {
  const choices = [...havoc];
  for (const action of edge.actions) if (!record(machine, action, choices, here)) return;
}

/** False where the action faults. */
function record(machine: Machine, action: Action, havoc: bigint[], here: RecordedStep): boolean {
  switch (action.kind) {
    case 'assume':
    case 'assert':
      return !isFault(view(machine, action.cond, here));
    case 'assign': {
      const value = view(machine, action.value, here);
      if (isFault(value) || !fits(at(machine.system.locals, action.local).type, value)) return false;
      here.locals[action.local] = value;
      return true;
    }
    case 'store':
      return recordStore(machine, action, here);
    case 'havoc': {
      const value = havoc.shift();
      invariant(value !== undefined, 'a step has a value for each havoc');
      here.locals[action.local] = value;
      return true;
    }
    case 'fence':
    case 'lock':
      return true;
    default:
      return assertNever(action);
  }
}

function recordStore(
  machine: Machine,
  action: Extract<Action, { kind: 'store' }>,
  here: RecordedStep,
): boolean {
  const index = action.index === null ? 0n : view(machine, action.index, here);
  if (isFault(index)) return false;
  const value = view(machine, action.value, here);
  if (isFault(value)) return false;
  const cell = cellOf(machine, action.shared, index);
  if (cell === null || !fits(at(machine.system.shared, action.shared).type, value)) return false;
  const store = { node: here.node, name: `${here.stepName}.${here.issued++}`, cell, value };
  if (hasBuffers(machine.model) && !action.locked) {
    here.waiting.push(store);
    return true;
  }
  here.memory[cell] = value;
  here.newest[cell] = store;
  here.stored.push(store);
  return true;
}

/** The value that the thread sees; notes the loads. */
function view(machine: Machine, expr: Expr, here: RecordedStep): EvalResult {
  return evaluate(expr, {
    local: (id) => at(here.locals, id),
    shared: (id, index) => {
      const cell = cellOf(machine, id, index);
      if (cell === null) return null;
      const own = here.waiting.findLast((store) => store.cell === cell);
      here.loads.push({ node: here.node, cell, source: own ?? here.newest[cell] ?? null });
      return own?.value ?? at(here.memory, cell);
    },
    at: () => {
      throw new InternalError('a program expression has no at');
    },
  });
}

function cellOf({ system, cells }: Machine, shared: SharedId, index: bigint): CellId | null {
  const isCell = index >= 0n && index < BigInt(lengthOf(at(system.shared, shared)));
  return isCell ? cells.cell(shared, Number(index)) : null;
}
