import type { PropertyReport, ViolatingRun } from '../../ask/report.js';
import { originOf } from '../../diagnostics/span.js';
import { automataText } from '../../evidence/document/automata-text.js';
import { confirm, replay } from '../../evidence/replay.js';
import type { Expr } from '../../lang/expr/expr.js';
import { printExpr } from '../../lang/program/print.js';
import type { System } from '../../lang/program/system.js';
import { happensBefore } from '../../evidence/happens-before.js';
import type { Execution } from '../../lang/run/execution.js';
import type { Snapshot, Trace, TraceStep } from '../../lang/run/trace.js';
import { Machine } from '../../memory/machine.js';
import type { MachineState } from '../../memory/machine.js';
import type { MemoryModel } from '../../memory/model.js';
import { ordersWrites } from '../../memory/model-questions.js';
import type {
  Named,
  RunArrow,
  RunChanges,
  RunModel,
  RunSource,
  RunStep,
  ThreadPlace,
  ShownWrite,
} from '../../pages/run-view/run-model.js';
import { remembered } from '../../support/remembered.js';
import { toldAction } from '../trace-changes.js';
import { reasonsOf } from '../trace-reasons.js';

/** What a run is shown with. */
export interface RunSurroundings {
  readonly model: MemoryModel;
  /** The program's text; its name is the path by which the program was read. */
  readonly source: RunSource | null;
  /** The automata that are drawn beside the run; null: none are. */
  readonly drawn: System | null;
}

/** What a page shows of the run that violates a property; null: there is none. */
export function runModelOf(
  { name, trace, run }: Pick<PropertyReport, 'name' | 'trace' | 'run'>,
  { model, source, drawn }: RunSurroundings,
): RunModel | null {
  if (trace === null) return null;
  const machine = run === undefined || trace.leftOut !== undefined ? null : new Machine(run.system, model);
  const spelled = run === undefined || machine === null ? null : spelledOut(trace, run, machine);
  const { initial, steps, writes } = new StepTeller(spelled?.trace ?? trace).told();
  const told = {
    property: trace.violated ?? name,
    isReached: trace.isReached === true,
    conclusion: trace.conclusion,
    // Sentences speak of steps by their numbers, which are others where more steps are told.
    reasons: spelled === null || spelled.trace === trace ? reasonsOf(trace) : [],
    memoryModel: model.name,
    queues: ordersWrites(model) ? 'thread' : 'cell',
    source,
    threads: threadsOf(trace),
    loop: trace.loop ?? null,
  } as const;
  const plain: RunModel = { ...told, writes, initial, steps, before: [], predicates: [] };
  if (machine === null || spelled === null) return plain;
  return withMachine(plain, spelled.execution, machine, { source, drawn });
}

interface SpelledRun {
  readonly trace: Trace;
  /** Its steps are those of the trace, one by one. */
  readonly execution: Execution;
}

/**
 * A trace may tell the steps of the engine, where one stands for several of the program: then those of the program are told.
 * Null: it cannot be said which step is which.
 */
function spelledOut(trace: Trace, { execution, cycle }: ViolatingRun, machine: Machine): SpelledRun | null {
  const round = cycle ?? [];
  // The trace may go round the cycle twice.
  const steps = [...execution.steps, ...round, ...round].slice(0, trace.steps.length);
  const isTold = trace.steps.every(({ kind, thread }, i) => {
    const step = steps[i];
    return step?.kind === kind && machine.thread(step.thread).name === thread;
  });
  const fits = steps.length >= execution.steps.length + round.length;
  if (isTold && fits) return { trace, execution: { ...execution, steps } };
  if (cycle !== null) return null;
  const property = machine.system.properties.find(({ name }) => name === trace.violated) ?? null;
  const replayed = replay(machine, execution, property);
  if (replayed.kind !== 'accepted') return null;
  const { initial, steps: told } = replayed.trace;
  return {
    trace: { ...trace, initial, steps: told },
    execution: { ...execution, steps: execution.steps.slice(0, told.length) },
  };
}

/** With what only the automata tell: places, happens-before, predicates. */
function withMachine(
  plain: RunModel,
  execution: Execution,
  machine: Machine,
  { source, drawn }: Pick<RunSurroundings, 'source' | 'drawn'>,
): RunModel {
  const isDrawn = drawn !== null && automataText(drawn).join() === automataText(machine.system).join();
  const truths = truthsOf(machine, execution);
  const withTruths = (changes: RunChanges, position: number): RunChanges => {
    const now = truths[position];
    return now === undefined || now.length === 0 ? changes : { ...changes, truths: now };
  };
  const steps = plain.steps.map((step, i): RunStep => {
    const made = execution.steps[i];
    const edge = made?.kind === 'edge' ? machine.edge(made.thread, made.edge) : null;
    const origin = edge === null ? null : originOf(edge.span);
    const isOfSource = source === null || origin === null || origin.source.path === source.name;
    return {
      ...step,
      line: isOfSource ? step.line : null,
      location: isDrawn && edge !== null ? edge.to : null,
      changes: withTruths(step.changes, i + 1),
    };
  });
  const predicates = machine.system.predicates.map((p) => printExpr(p, machine.system));
  const initial = withTruths(plain.initial, 0);
  return { ...plain, initial, steps, predicates, before: arrowsOf(machine, execution) };
}

/** Of each state, which of the program's predicates hold in it: of memory, not of what waits. */
function truthsOf(machine: Machine, execution: Execution): readonly (readonly (boolean | null)[])[] {
  const { predicates } = machine.system;
  const truthsIn = (state: MachineState): readonly (boolean | null)[] =>
    predicates.map((predicate) => truthOf(machine, state, predicate));
  const truths = [truthsIn(machine.initial(execution.initial))];
  confirm(machine, execution, null, (_step, _result, after) => truths.push(truthsIn(after)));
  return truths;
}

/** Null where it has no value: it divides by zero, say. */
function truthOf(machine: Machine, state: MachineState, predicate: Expr): boolean | null {
  const value = machine.valueInMemory(state, predicate);
  return typeof value === 'bigint' ? value === 1n : null;
}

/** A step that reads and writes is no arrow to itself. */
const arrowsOf = (machine: Machine, execution: Execution): readonly RunArrow[] =>
  happensBefore(machine, execution)
    .filter(({ steps: { from, to } }) => from !== to)
    .map(({ kind, cell, steps: { from, to } }) => ({
      ...{ kind, from, to },
      cell: cell === null ? null : machine.cells.nameOf(cell),
    }));

/** Those that the places of the first state name; and whoever moves besides, `#2` before `#10`. */
function threadsOf({ initial, steps }: Trace): readonly string[] {
  const moving = new Set(steps.map(({ thread }) => thread));
  const others = [...moving].filter((thread) => !initial.places.has(thread));
  return [...initial.places.keys(), ...others.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))];
}

/** Tells the steps of a trace one after the other, and follows the writes through the buffers. */
class StepTeller {
  #waiting = new Map<string, readonly ShownWrite[]>();
  #before: Snapshot = nothing;
  /** Writes, by identity. */
  readonly #numbers = new Map<ShownWrite, number>();
  readonly #steps: RunStep[] = [];

  constructor(private readonly trace: Trace) {}

  told(): Pick<RunModel, 'initial' | 'steps' | 'writes'> {
    const { initial, steps, leftOut } = this.trace;
    const first = this.#changes(initial, null);
    for (const [index, step] of steps.entries()) {
      const missing = leftOut !== undefined && index >= leftOut.index ? leftOut.count : 0;
      if (leftOut?.index === index) this.#skip(index, leftOut.count, leftOut.reached);
      this.#take(step, index + missing + 1);
    }
    return { initial: first, steps: this.#steps, writes: [...this.#numbers.keys()] };
  }

  #skip(index: number, count: number, reached: Snapshot): void {
    this.#steps.push({
      ...{ kind: 'gap', number: index + 1, count, thread: '', line: null, leaves: null, location: null },
      action: `${count} steps are not told`,
      changes: this.#changes(reached, null),
    });
  }

  #take(step: TraceStep, number: number): void {
    const { kind, thread, line } = step;
    const cell = leavingCell(step);
    const waiting = this.#waiting.get(thread) ?? [];
    const left =
      (cell === null ? undefined : waiting.find((write) => write.cell === cell)) ??
      (kind === 'flush' ? waiting[0] : undefined);
    if (left !== undefined) this.#waiting.set(thread, waiting.toSpliced(waiting.indexOf(left), 1));
    const { buffers, ...changes } = this.#changes(step.after, this.#steps.length);
    const isTold = left === undefined || buffers.some(([name]) => name === thread);
    const rest = this.#waiting.get(thread) ?? [];
    this.#steps.push({
      ...{ kind, number, count: 1, thread, line, action: toldAction(step) },
      changes: { ...changes, buffers: isTold ? buffers : [...buffers, [thread, this.#numbered(rest)]] },
      ...{ leaves: left?.step ?? null, location: null },
    });
  }

  /** Takes over the state, and says what is another than before. */
  #changes(after: Snapshot, step: number | null): RunChanges {
    const before = this.#before;
    this.#before = after;
    return {
      memory: differing(before.memory, after.memory, String),
      locals: differing(before.locals, after.locals, String).map(([name, value]) => [
        ...splitLocal(name, after),
        value,
      ]),
      buffers: this.#buffers(after, step),
      places: differing(before.places, after.places, placeOf),
    };
  }

  #numbered(writes: readonly ShownWrite[]): readonly number[] {
    return writes.map((write) => remembered(this.#numbers, write, () => this.#numbers.size));
  }

  #buffers(after: Snapshot, step: number | null): RunChanges['buffers'] {
    const threads = [...new Set([...this.#waiting.keys(), ...after.buffers.keys()])];
    return threads.flatMap((thread): RunChanges['buffers'] => {
      const old = this.#waiting.get(thread) ?? [];
      const now = followed(old, after.buffers.get(thread) ?? [], step);
      this.#waiting.set(thread, now);
      return sameWrites(old, now) ? [] : [[thread, this.#numbered(now)]];
    });
  }
}

const nothing: Snapshot = {
  ...{ memory: new Map(), locals: new Map(), buffers: new Map(), places: new Map() },
};

/** Whose value is another one than before, or that was not there. */
const differing = <V, T>(
  before: ReadonlyMap<string, V>,
  after: ReadonlyMap<string, V>,
  shown: (value: V) => T,
): Named<T> =>
  [...after]
    .map(([name, value]) => [name, shown(value), before.get(name)] as const)
    .filter(([, now, old]) => old === undefined || JSON.stringify(shown(old)) !== JSON.stringify(now))
    .map(([name, now]) => [name, now] as const);

/** `Q(0).r` is `r` of `Q(0)`; what belongs to nobody stays as it is. */
function splitLocal(name: string, { places }: Snapshot): readonly [thread: string, name: string] {
  const owner = [...places.keys()].find((thread) => name.startsWith(`${thread}.`));
  return owner === undefined ? ['', name] : [owner, name.slice(owner.length + 1)];
}

const placeOf = (labels: readonly string[]): ThreadPlace => ({
  labels: labels.filter((label) => label !== endLabel),
  ended: labels.includes(endLabel),
});

const endLabel = '(end)';

/** Whose oldest entry leaves with a step; null: nothing does, or an entry for several cells. */
const leavingCell = ({ kind, action }: TraceStep): string | null =>
  kind === 'flush' ? (/^flush ([^=]*?) = [^=]*$/.exec(action)?.[1] ?? null) : null;

/**
 * The entries of a buffer, each with the step that made it: those to one cell leave in order, and what comes joins behind them.
 * The older one comes first, but where markers stand between them, which tell an order by their places.
 */
function followed(
  old: readonly ShownWrite[],
  entries: readonly string[],
  step: number | null,
): readonly ShownWrite[] {
  const known = new Map<string | null, readonly ShownWrite[]>();
  for (const write of old) known.set(write.cell, [...(known.get(write.cell) ?? []), write]);
  const now = entries.map(entryOf).map((entry): ShownWrite => {
    const candidates = known.get(entry.cell) ?? [];
    const place = candidates.findIndex(({ value }) => value === entry.value);
    known.set(entry.cell, place < 0 ? [] : candidates.slice(place + 1));
    return candidates[place] ?? { ...entry, step };
  });
  if (now.some(({ cell }) => cell === null)) return now;
  return now.toSorted((a, b) => (a.step ?? -1) - (b.step ?? -1));
}

/** `x=1`, or the marker `|`. */
function entryOf(text: string): Omit<ShownWrite, 'step'> {
  const split = text.indexOf('=');
  return split < 0
    ? { cell: null, value: text }
    : { cell: text.slice(0, split), value: text.slice(split + 1) };
}

const sameWrites = (a: readonly ShownWrite[], b: readonly ShownWrite[]): boolean =>
  a.length === b.length && a.every((write, i) => write === b[i]);
