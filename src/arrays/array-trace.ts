import { lineOf } from '../diagnostics/span.js';
import type { Snapshot, Trace, TraceStep, Value } from '../lang/run/trace.js';
import { at } from '../support/invariant.js';
import type { ArrayMachine, ArrayTarget } from './array-machine.js';
import type { ArrayRun, ArrayRunStep } from './array-run.js';
import type { ArrayState, BufferEntry } from './array-states.js';
import type { ArrayValue } from './array-values.js';

/** The run as people read it: cells by their names, processes as threads. */
export function arrayTrace(
  machine: ArrayMachine,
  run: ArrayRun,
  target: ArrayTarget,
  procs: readonly number[],
): Trace {
  const before = [run.initial, ...run.steps.map(({ after }) => after)];
  const name = targetName(machine, target);
  return {
    initial: snapshot(machine, run.initial),
    steps: run.steps.map((step, i) => traceStep(machine, at(before, i), step)),
    violated: name,
    path: [...transitionsOf(run), name],
    conclusion:
      procs.length === 0 ? 'the clause holds' : `the clause holds of ${listed(procs.map((p) => `#${p}`))}`,
  };
}

/** `unsafe[1]`, `invariant[1]`. */
export function targetName(machine: ArrayMachine, { kind, index }: ArrayTarget): string {
  return kind === 'unsafe' ? at(machine.system.unsafe, index).name : `invariant[${index + 1}]`;
}

/** `t_req(#1) -> t_enter(#2)`: without the flushes. */
export const transitionsOf = (run: ArrayRun): readonly string[] =>
  run.steps.flatMap((taken) => (taken.kind === 'transition' ? [taken.step.name] : []));

function traceStep(machine: ArrayMachine, before: ArrayState, taken: ArrayRunStep): TraceStep {
  const after = snapshot(machine, taken.after);
  if (taken.kind === 'flush') {
    const entry = at(at(before.buffers, taken.process - 1), 0);
    const action = `flush ${written(machine, entry).join(', ')}`;
    return { kind: 'flush', thread: `#${taken.process}`, line: null, action, after };
  }
  const { name, actor, procs, transition } = taken.step;
  const moving = actor > 0 ? actor : procs[0];
  return {
    kind: 'edge',
    thread: moving === undefined ? 'system' : `#${moving}`,
    line: lineOf(at(machine.system.transitions, transition).span),
    action: [name, changes(machine, before, taken).join('; ')].filter((part) => part !== '').join(': '),
    after,
  };
}

/** What is new in memory, and what went to the buffer. */
function changes(
  machine: ArrayMachine,
  before: ArrayState,
  { step, after }: Extract<ArrayRunStep, { kind: 'transition' }>,
): readonly string[] {
  const slots = [...after.cells.keys()].filter((slot) => after.cells[slot] !== before.cells[slot]);
  const values = slots.map((slot) => at(after.cells, slot));
  const inMemory = written(machine, { slots, values });
  if (step.actor === 0) return inMemory;
  const own = at(after.buffers, step.actor - 1);
  const newest = own.length > at(before.buffers, step.actor - 1).length ? own.at(-1) : undefined;
  return newest === undefined ? inMemory : [...written(machine, newest), ...inMemory];
}

const written = ({ instance }: ArrayMachine, { slots, values }: BufferEntry): readonly string[] =>
  slots.map((slot, i) => `${at(instance.cells, slot).name} = ${instance.text(slot, at(values, i))}`);

function snapshot(machine: ArrayMachine, { cells, buffers }: ArrayState): Snapshot {
  const { instance } = machine;
  return {
    memory: new Map(instance.cells.map(({ name, slot }) => [name, valueOf(machine, slot, at(cells, slot))])),
    locals: new Map(),
    buffers: new Map(
      buffers.flatMap((buffer, i): readonly [string, readonly string[]][] =>
        buffer.length === 0 ? [] : [[`#${i + 1}`, buffer.map((entry) => entryText(machine, entry))]],
      ),
    ),
    places: new Map(),
  };
}

/** `X=1`, or `{X=1 Y=2}` where several cells are written at once. */
function entryText({ instance }: ArrayMachine, { slots, values }: BufferEntry): string {
  const parts = slots.map(
    (slot, i) => `${at(instance.cells, slot).name}=${instance.text(slot, at(values, i))}`,
  );
  return parts.length === 1 ? at(parts, 0) : `{${parts.join(' ')}}`;
}

function valueOf({ instance }: ArrayMachine, slot: number, value: ArrayValue): Value {
  const isInteger = instance.domain(slot) === null && value % instance.scale === 0;
  return isInteger ? BigInt(value / instance.scale) : instance.text(slot, value);
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${at(names, names.length - 1)}`;
