import { confirm, replay } from '../../../src/evidence/replay.js';
import { explained } from '../../../src/evidence/told/explain-run.js';
import { evaluate, isFault } from '../../../src/lang/expr/eval.js';
import type { EvalResult } from '../../../src/lang/expr/eval.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import type { CellId, SharedId } from '../../../src/lang/expr/ids.js';
import type { Action, Edge } from '../../../src/lang/program/system.js';
import type { Property } from '../../../src/lang/program/program.js';
import type { Execution, Step } from '../../../src/lang/run/execution.js';
import type { Trace } from '../../../src/lang/run/trace.js';
import type { Machine, MachineState, StepResult } from '../../../src/memory/machine.js';
import { hasBuffers, ordersWrites } from '../../../src/memory/model-questions.js';
import { at, invariant } from '../../../src/support/invariant.js';
import type { Random } from '../random.js';

export interface CheckedTelling {
  readonly trace: Trace;
  /** What is wrong with what is told of it. */
  readonly complaints: readonly string[];
}

/** Tells of a run that violates a property, and checks what can be checked without knowing how that was found. */
export function checkedTelling(
  machine: Machine,
  execution: Execution,
  property: Property,
  random: Random,
): CheckedTelling {
  const replayed = replay(machine, execution, property);
  invariant(replayed.kind === 'accepted', 'the run violates the property');
  const trace = explained(machine, execution, property, replayed.trace);
  const told: ToldParts = { machine, execution, property, trace };
  return { trace, complaints: [...blameComplaints(told), ...foldComplaints(told, random)] };
}

interface ToldParts {
  readonly machine: Machine;
  readonly execution: Execution;
  readonly property: Property;
  readonly trace: Trace;
}

function blameComplaints({ machine, execution, property, trace }: ToldParts): readonly string[] {
  const { blame } = trace;
  if (blame === undefined || blame.kind === 'sc' || !hasBuffers(machine.model)) return [];
  const before = blame.kind === 'waiting' ? execution.steps.length : blame.passed;
  const during = blame.kind === 'waiting' ? [] : [blame.passed, ...(blame.seen === null ? [] : [blame.seen])];
  const late = during.filter(
    (step) => step > blame.write && !stillWaits(machine, execution, blame.write, step),
  );
  const all = [
    { write: blame.write, before },
    ...(blame.kind === 'waiting' ? [] : blame.or.map(({ write, passed }) => ({ write, before: passed }))),
  ];
  const sent = all
    .toSorted((a, b) => b.before - a.before)
    .reduce<Execution | null>(
      (run, { write, before: step }) =>
        run === null ? null : sentBefore(machine, run, write, Math.max(step, write + 1)),
      execution,
    );
  const isViolated = sent !== null && confirm(machine, sent, property).kind === 'accepted';
  return [
    ...late.map((step) => `the write of step ${blame.write + 1} no longer waits at step ${step + 1}`),
    ...(isViolated ? [`without the wait the run goes the same way: ${blame.text}`] : []),
  ];
}

/** The cell that a step stores to, and how many entries for it wait behind that. */
function storedBy(machine: Machine, execution: Execution, step: number): CellId {
  let state = machine.initial(execution.initial);
  for (const [i, each] of execution.steps.entries()) {
    const result = machine.take(state, each);
    invariant(result.kind === 'moved', 'a run goes on to its end');
    const waiting = at(result.state.buffers, each.thread);
    if (i === step) {
      const old = at(state.buffers, each.thread);
      const fresh = waiting.find((entry) => entry.kind === 'write' && !old.includes(entry));
      invariant(fresh?.kind === 'write', 'the step puts a write into the buffer');
      return fresh.cell;
    }
    state = result.state;
  }
  throw new Error('there is no such step');
}

/** Whether the write of a step is in the buffer before another step: fewer writes to its cell have left than there were. */
function stillWaits(machine: Machine, execution: Execution, write: number, step: number): boolean {
  const cell = storedBy(machine, execution, write);
  const { thread } = at(execution.steps, write);
  const state = stateBefore(machine, execution, write + 1);
  const waiting = at(state.buffers, thread).filter((entry) => entry.kind === 'write' && entry.cell === cell);
  return flushesOf(execution.steps.slice(write + 1, step), thread, cell) < waiting.length;
}

const flushesOf = (steps: readonly Step[], thread: Step['thread'], cell: CellId): number =>
  steps.filter((each) => each.kind === 'flush' && each.thread === thread && each.cell === cell).length;

function stateBefore(machine: Machine, { initial, steps }: Execution, step: number): MachineState {
  let state = machine.initial(initial);
  for (const each of steps.slice(0, step)) {
    const result = machine.take(state, each);
    invariant(result.kind === 'moved', 'a run goes on to its end');
    state = result.state;
  }
  return state;
}

/** The run in which the write, and what has to go before it, leaves the buffer before a step; null: that is no run. */
function sentBefore(machine: Machine, execution: Execution, write: number, step: number): Execution | null {
  const cell = storedBy(machine, execution, write);
  const { thread } = at(execution.steps, write);
  const made = at(stateBefore(machine, execution, write + 1).buffers, thread);
  const ahead = made.filter((entry) => entry.kind === 'write' && entry.cell === cell).length;
  let left = ahead - flushesOf(execution.steps.slice(write + 1, step), thread, cell);
  const early: Step[] = [];
  let state = stateBefore(machine, execution, step);
  while (left > 0) {
    const oldest = at(state.buffers, thread).find((entry) => entry.kind === 'write');
    const wanted: Step = { kind: 'flush', thread, cell };
    const direct = machine.take(state, wanted);
    const chosen: Step =
      direct.kind === 'moved' && !ordersWrites(machine.model)
        ? wanted
        : { kind: 'flush', thread, cell: oldest?.kind === 'write' ? oldest.cell : cell };
    const result = machine.take(state, chosen);
    if (result.kind !== 'moved' || chosen.kind !== 'flush') return null;
    early.push(chosen);
    state = result.state;
    if (chosen.cell === cell) left--;
  }
  const rest = [...execution.steps.slice(step)];
  for (const { kind, ...flush } of early) {
    const again = rest.findIndex(
      (each) =>
        each.kind === kind &&
        each.thread === flush.thread &&
        each.kind === 'flush' &&
        'cell' in flush &&
        each.cell === flush.cell,
    );
    if (again >= 0) rest.splice(again, 1);
  }
  return { ...execution, steps: [...execution.steps.slice(0, step), ...early, ...rest] };
}

interface ForcedState {
  memory: bigint[];
  locals: bigint[];
  buffers: { cell: CellId; value: bigint }[][];
}

/**
 * Goes through the run once more, but what is `unneeded` writes random values where it wrote, and its tests are not asked. All
 * other steps have to do as they did, and the end has to be as wrong as it was.
 */
function foldComplaints(
  { machine, execution, property, trace }: ToldParts,
  random: Random,
): readonly string[] {
  let state = machine.initial(execution.initial);
  const forced: ForcedState = {
    memory: [...state.memory],
    locals: [...state.locals],
    buffers: machine.system.threads.map(() => []),
  };
  for (const [i, told] of trace.steps.entries()) {
    const step = at(execution.steps, i);
    const result = machine.take(state, step);
    invariant(result.kind !== 'blocked', 'the run was taken before');
    const free = told.aside === 'unneeded';
    const wrong =
      step.kind === 'flush'
        ? flushForced(forced, step.thread, step.cell)
        : goForced(machine, forced, { step, result, free, random });
    if (wrong !== null) return [`step ${i + 1} (${told.action}) does not do the same: ${wrong}`];
    if (result.kind === 'moved') state = result.state;
  }
  if (property.kind !== 'invariant' && property.kind !== 'final') return [];
  const value = evaluate(property.formula, {
    local: (id) => at(forced.locals, id),
    shared: (id, index) => {
      const cell = cellOf(machine, id, index);
      return cell === null ? null : at(forced.memory, cell);
    },
    at: (thread, label) => machine.place(state, thread).labels.includes(label),
  });
  return value === 1n ? [`${property.name} is true if steps that are folded write other values`] : [];
}

function flushForced(forced: ForcedState, thread: Step['thread'], cell: CellId): string | null {
  const buffer = at(forced.buffers, thread);
  const place = buffer.findIndex((entry) => entry.cell === cell);
  const [entry] = buffer.splice(place, 1);
  if (place < 0 || entry === undefined) return 'nothing is there to leave the buffer';
  forced.memory[cell] = entry.value;
  return null;
}

interface ForcedStep {
  readonly step: Extract<Step, { kind: 'edge' }>;
  readonly result: Exclude<StepResult, { kind: 'blocked' }>;
  readonly free: boolean;
  readonly random: Random;
}

function goForced(machine: Machine, forced: ForcedState, taken: ForcedStep): string | null {
  const { step, result, free, random } = taken;
  const edge: Edge = machine.edge(step.thread, step.edge);
  const havoc = [...step.havoc];
  const buffer = at(forced.buffers, step.thread);
  const view = (expr: Expr): EvalResult =>
    evaluate(expr, {
      local: (id) => at(forced.locals, id),
      shared: (id, index) => {
        const cell = cellOf(machine, id, index);
        if (cell === null) return null;
        return buffer.findLast((entry) => entry.cell === cell)?.value ?? at(forced.memory, cell);
      },
      at: () => false,
    });
  for (const [i, action] of edge.actions.entries()) {
    if (i >= result.values.length) break;
    const written = result.values[i] ?? null;
    const ends = result.kind === 'fault' && i === result.values.length - 1;
    const value = valueIn(action, view, havoc);
    if (ends && !free) return null;
    const wanted = written?.value ?? null;
    if (!free && action.kind === 'assume' && value !== 1n) return 'its test is false';
    if (!free && action.kind === 'assert' && (value === 0n) !== result.failed.includes(action.property))
      return 'its assertion goes the other way';
    if (!free && wanted !== null && value !== wanted) return `it writes ${String(value)}, not ${wanted}`;
    const put = free ? BigInt(random.between(0, 3)) : (wanted ?? 0n);
    if (action.kind === 'assign' || action.kind === 'havoc') forced.locals[action.local] = put;
    if (action.kind !== 'store' || written === null) continue;
    const cell = machine.cells.cell(action.shared, Number(written.index ?? 0n));
    if (!free && action.index !== null && view(action.index) !== written.index) return 'it writes elsewhere';
    if (action.locked || !hasBuffers(machine.model)) forced.memory[cell] = put;
    else buffer.push({ cell, value: put });
  }
  return null;
}

function valueIn(action: Action, view: (expr: Expr) => EvalResult, havoc: bigint[]): bigint | null {
  const value = ((): EvalResult | null => {
    switch (action.kind) {
      case 'assume':
      case 'assert':
        return view(action.cond);
      case 'assign':
      case 'store':
        return view(action.value);
      case 'havoc':
        return havoc.shift() ?? null;
      case 'fence':
      case 'lock':
        return null;
    }
  })();
  return value === null || isFault(value) ? null : value;
}

function cellOf(machine: Machine, shared: SharedId, index: bigint): CellId | null {
  const { shape } = at(machine.system.shared, shared);
  const length = shape.kind === 'array' ? BigInt(shape.length) : 1n;
  return index >= 0n && index < length ? machine.cells.cell(shared, Number(index)) : null;
}
