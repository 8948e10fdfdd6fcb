import type { PropertyReport } from '../../ask/report.js';
import { happensBefore } from '../../evidence/happens-before.js';
import type { Execution } from '../../lang/run/execution.js';
import type { Snapshot, Trace, TraceStep } from '../../lang/run/trace.js';
import { Machine } from '../../memory/machine.js';
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
  WaitingWrite,
} from '../../pages/run-view/run-model.js';
import { toldAction } from '../trace-changes.js';

/** What a page shows of the run that violates a property; null: there is none. */
export function runModelOf(
  { name, trace, run }: Pick<PropertyReport, 'name' | 'trace' | 'run'>,
  model: MemoryModel,
  source: RunSource | null,
): RunModel | null {
  if (trace === null) return null;
  const { initial, steps } = new StepTeller(trace).told();
  // The trace may go round the cycle twice.
  const all = run === undefined ? [] : [...run.execution.steps, ...(run.cycle ?? []), ...(run.cycle ?? [])];
  const execution = run && { ...run.execution, steps: all.slice(0, trace.steps.length) };
  const machine = run && new Machine(run.system, model);
  return {
    property: trace.violated ?? name,
    conclusion: trace.conclusion,
    memoryModel: model.name,
    queues: ordersWrites(model) ? 'thread' : 'cell',
    source,
    threads: threadsOf(trace),
    initial,
    steps,
    loop: trace.loop ?? null,
    before: machine === undefined || execution === undefined ? [] : arrowsOf(machine, execution),
    predicates: [],
  };
}

const arrowsOf = (machine: Machine, execution: Execution): readonly RunArrow[] =>
  happensBefore(machine, execution).map(({ kind, cell, steps: { from, to } }) => ({
    ...{ kind, from, to },
    cell: cell === null ? null : machine.cells.nameOf(cell),
  }));

/** Those that the places of the first state name, and whoever moves besides. */
const threadsOf = ({ initial, steps }: Trace): readonly string[] => [
  ...new Set([...initial.places.keys(), ...steps.map(({ thread }) => thread)]),
];

/** Tells the steps of a trace one after the other, and follows the writes through the buffers. */
class StepTeller {
  #waiting = new Map<string, readonly WaitingWrite[]>();
  #before: Snapshot = nothing;
  readonly #steps: RunStep[] = [];

  constructor(private readonly trace: Trace) {}

  told(): { readonly initial: RunChanges; readonly steps: readonly RunStep[] } {
    const { initial, steps, leftOut } = this.trace;
    const first = this.#changes(initial, null);
    for (const [index, step] of steps.entries()) {
      const missing = leftOut !== undefined && index >= leftOut.index ? leftOut.count : 0;
      if (leftOut?.index === index) this.#skip(index, leftOut.count, leftOut.reached);
      this.#take(step, index + missing + 1);
    }
    return { initial: first, steps: this.#steps };
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
      changes: { ...changes, buffers: isTold ? buffers : [...buffers, [thread, rest]] },
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

  #buffers(after: Snapshot, step: number | null): RunChanges['buffers'] {
    const threads = [...new Set([...this.#waiting.keys(), ...after.buffers.keys()])];
    return threads.flatMap((thread): RunChanges['buffers'] => {
      const old = this.#waiting.get(thread) ?? [];
      const now = followed(old, after.buffers.get(thread) ?? [], step);
      this.#waiting.set(thread, now);
      return sameWrites(old, now) ? [] : [[thread, now]];
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
 * The entries of a buffer, each with the step that made it: they leave in order, those to one cell in theirs, and join at the
 * end.
 */
function followed(
  old: readonly WaitingWrite[],
  entries: readonly string[],
  step: number | null,
): readonly WaitingWrite[] {
  let next = 0;
  return entries.map(entryOf).map((entry) => {
    const place = old.findIndex((w, i) => i >= next && w.cell === entry.cell && w.value === entry.value);
    next = place < 0 ? old.length : place + 1;
    return { ...entry, step: place < 0 ? step : (old[place]?.step ?? null) };
  });
}

/** `x=1`, or the marker `|`. */
function entryOf(text: string): Omit<WaitingWrite, 'step'> {
  const split = text.indexOf('=');
  return split < 0
    ? { cell: null, value: text }
    : { cell: text.slice(0, split), value: text.slice(split + 1) };
}

const sameWrites = (a: readonly WaitingWrite[], b: readonly WaitingWrite[]): boolean =>
  a.length === b.length && a.every((write, i) => write.step === b[i]?.step && write.cell === b[i].cell);
