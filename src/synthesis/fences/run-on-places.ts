import { sharedReads } from '../../lang/expr/expr.js';
import type { CellId, EdgeId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import { expressionsRead } from '../../lang/program/actions.js';
import type { FenceKind } from '../../lang/program/program.js';
import type { Edge, System } from '../../lang/program/system.js';
import type { Execution } from '../../lang/run/execution.js';
import { Machine, stateKey } from '../../memory/machine.js';
import type { MachineState, StepResult } from '../../memory/machine.js';
import { lockedWaitsForAll } from '../../memory/model-questions.js';
import type { MemoryModel } from '../../memory/model.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { flushOf } from './follow-run.js';
import type { FollowedEdge, FollowedRun, FollowedStep, PointOf } from './follow-run.js';

/** How a run ends. */
export interface RunEnd {
  readonly state: MachineState;
  readonly last: StepResult | null;
  /** The run, where its flushes are not those of the run that was found; null: they are. */
  readonly retimed: (() => Execution) | null;
}

/** Whether a run that ends so is a violation. */
export type EndJudge = (machine: Machine, end: RunEnd) => boolean;

/** What the fences at the places are: none where there is none. */
export interface PlacedFences {
  readonly kinds: ReadonlyMap<number, FenceKind>;
  /** The statements whose stores are locked, as the keys of their edges. */
  readonly locked: ReadonlySet<string>;
}

export const edgeKey = (thread: ThreadId, edge: EdgeId): string => `${thread} ${edge}`;

const noFences: PlacedFences = { kinds: new Map(), locked: new Set() };

/** A store that waited while the thread went on. */
export interface WaitingWrite {
  readonly thread: ThreadId;
  /** The edge that made it. */
  readonly store: EdgeId;
  readonly cell: CellId;
}

/** What a run says of fences: those that would have kept it from happening just as it did. */
export interface RunHindrances {
  /** By place where writes waited when a thread passed it: what was done behind it while they waited still. */
  readonly full: ReadonlyMap<number, readonly Reordering[]>;
  /** Where stores behind the place came to memory before some before it: these. */
  readonly ww: ReadonlyMap<number, readonly Reordering[]>;
  /** The edges of stores that could not have been locked instructions. */
  readonly unlocked: ReadonlySet<string>;
}

/** A write that was waiting, and the first load behind the place, or store that overtook it, that did not wait for it. */
export interface Reordering {
  readonly waiting: WaitingWrite;
  readonly before: { readonly thread: ThreadId; readonly edge: EdgeId };
}

/** A run that ends as the one that was followed. */
export interface CompletedRun {
  readonly run: FollowedRun;
  /** For each thread that is at no label because it waits at a fence before it: the places of which one must have a fence. */
  readonly standing: readonly (readonly number[])[];
}

/** Runs of the automata with fences at places, under the plain semantics. */
export class RunOnPlaces {
  readonly #machine: Machine;

  constructor(
    private readonly marked: System,
    private readonly model: MemoryModel,
    private readonly pointOf: PointOf,
    private readonly judge: EndJudge,
  ) {
    this.#machine = this.#with(noFences);
  }

  /**
   * With what must still be passed at its end: a thread that is at labels of `seen` must come to them, one that need not move
   * stays where it is. Null: that run is none of the automata.
   */
  completed(run: FollowedRun, seen: ReadonlySet<string>): CompletedRun | null {
    const { steps, tails, labels } = run;
    const before = this.#walk(this.#machine, run.initial, steps);
    if (before === null) return null;
    const seenOf = (names: readonly string[]): string => names.filter((name) => seen.has(name)).join();
    const places = tails.map((tail, thread) => {
      const { locations, edges } = at(this.marked.threads, thread);
      const last = tail.at(-1);
      const here = seenOf(at(locations, at(before.state.places, thread)).labels);
      const beyond = last === undefined ? here : seenOf(at(locations, at(edges, last.edge).to).labels);
      return { here, beyond, run: seenOf(at(labels, thread)) };
    });
    const passed = tails.filter((_, thread) => {
      const { here, beyond, run: own } = at(places, thread);
      return here !== beyond && own === beyond;
    });
    const standing = tails.flatMap((tail, thread) => {
      const { here, beyond, run: own } = at(places, thread);
      return here !== beyond && own === here ? [tail.flatMap(({ point }) => point ?? [])] : [];
    });
    for (const way of [passed, tails]) {
      const all = [...steps, ...way.flat()];
      if (this.#violates(all, run)) return { run: { ...run, steps: all }, standing };
    }
    return null;
  }

  #violates(steps: readonly FollowedStep[], { initial }: FollowedRun): boolean {
    const walk = this.#walk(this.#machine, initial, steps);
    return walk !== null && this.judge(this.#machine, { ...walk, retimed: null });
  }

  #walk(machine: Machine, initial: Execution['initial'], steps: readonly FollowedStep[]): WalkEnd | null {
    let end: WalkEnd = { state: machine.initial(initial), last: null };
    for (const step of steps) {
      const next = taken(machine, end, step);
      if (next === null) return null;
      end = next;
    }
    return end;
  }

  /** What hinders a run that `completed` has made. */
  hindrances({ initial, steps }: FollowedRun): RunHindrances {
    const watch = new RunWatch(this.#machine, this.#machine.initial(initial));
    for (const [i, step] of steps.entries()) watch.step(step, steps[i + 1]);
    return watch.hindrances();
  }

  /** The same actions in the same order, with these fences, whenever writes leave their buffers; null: none was found. */
  rerun({ initial, steps }: FollowedRun, fences: PlacedFences, maxStates: number): FollowedRun | null {
    const edges = steps.filter((step) => step.kind === 'edge');
    const machine = this.#with(fences);
    const root: RerunNode = { state: machine.initial(initial), taken: 0, path: null, last: null };
    const seen = new Set<string>();
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const key = `${node.taken} ${stateKey(node.state)}`;
      if (seen.has(key)) continue;
      if (seen.size >= maxStates) return null;
      seen.add(key);
      const { state, taken: count, last } = node;
      const retimed = (): Execution => ({ initial, steps: listed(node.path) });
      if (count === edges.length && this.judge(machine, { state, last, retimed }))
        return { initial, steps: listed(node.path), tails: [], labels: [] };
      if (last?.kind === 'fault') continue;
      // The last one is looked at first: flushes before the next action, those of the thread that moved last first.
      const next = edges[count];
      if (next !== undefined) open.push(...after(machine, node, next, fences));
      open.push(...flushesOf(machine, node, count));
    }
    return null;
  }

  #with({ kinds, locked }: PlacedFences): Machine {
    const edge = (one: Edge, thread: ThreadId): Edge => {
      const point = this.pointOf(one.span);
      if (point !== null) {
        const fence = kinds.get(point);
        return { ...one, actions: fence === undefined ? [] : [{ kind: 'fence', fence }] };
      }
      if (!locked.has(edgeKey(thread, one.id))) return one;
      const actions = one.actions.map((a) => (a.kind === 'store' ? { ...a, locked: true } : a));
      return { ...one, actions: [{ kind: 'lock' }, ...actions] };
    };
    const threads = this.marked.threads.map((thread) => ({
      ...thread,
      edges: thread.edges.map((one) => edge(one, thread.id)),
    }));
    return new Machine({ ...this.marked, threads }, this.model);
  }
}

interface WalkEnd {
  readonly state: MachineState;
  readonly last: StepResult | null;
}

/** A locked store leaves the buffer at once. Null: the step is not possible. */
function taken(machine: Machine, { state }: WalkEnd, step: FollowedStep): WalkEnd | null {
  const last = machine.take(state, step);
  if (last.kind === 'blocked') return null;
  if (last.kind === 'fault') return { state, last };
  if (step.kind === 'flush' || !step.isLocked) return { state: last.state, last };
  const [entry, ...more] = at(last.state.buffers, step.thread);
  if (entry?.kind !== 'write' || more.length > 0) return null;
  const drained = machine.take(last.state, { kind: 'flush', thread: step.thread, cell: entry.cell });
  return drained.kind === 'moved' ? { state: drained.state, last } : null;
}

interface RerunNode {
  readonly state: MachineState;
  readonly taken: number;
  readonly path: RerunPath | null;
  readonly last: StepResult | null;
}

interface RerunPath {
  readonly step: FollowedStep;
  readonly before: RerunPath | null;
}

function after(
  machine: Machine,
  node: RerunNode,
  step: FollowedEdge,
  { locked }: PlacedFences,
): readonly RerunNode[] {
  const isLocked = locked.has(edgeKey(step.thread, step.edge));
  const result = machine.take(node.state, step);
  if (result.kind === 'blocked') return [];
  const state = result.kind === 'moved' ? result.state : node.state;
  const path = { step: { ...step, isLocked }, before: node.path };
  return [{ state, taken: node.taken + 1, path, last: result }];
}

function flushesOf(machine: Machine, node: RerunNode, count: number): readonly RerunNode[] {
  const mover = node.path?.step.thread;
  const flushes = machine
    .candidates(node.state)
    .flatMap((c) => ('flush' in c ? [flushOf(c.thread, c.flush)] : []));
  const ordered = [
    ...flushes.filter((s) => s.thread !== mover),
    ...flushes.filter((s) => s.thread === mover),
  ];
  return ordered.flatMap((step): readonly RerunNode[] => {
    const result = machine.take(node.state, step);
    if (result.kind !== 'moved') return [];
    // The last action is still what a property asks about.
    return [{ state: result.state, taken: count, path: { step, before: node.path }, last: node.last }];
  });
}

function listed(path: RerunPath | null): readonly FollowedStep[] {
  const steps: FollowedStep[] = [];
  for (let here = path; here !== null; here = here.before) steps.push(here.step);
  return steps.reverse();
}

/** A write in a buffer. */
interface WatchedWrite {
  readonly waiting: WaitingWrite;
  /** How many writes the thread had made before. */
  readonly number: number;
}

/** A thread has passed a place while writes of its own were waiting, of which some wait still. */
interface Passing {
  readonly thread: ThreadId;
  readonly point: number;
  readonly waiting: readonly WatchedWrite[];
  /** How many writes the thread had made. */
  readonly written: number;
}

/** So many are enough to tell of. */
const maxReorderings = 8;

/** Watches the buffers of a run. */
class RunWatch {
  #state: MachineState;
  readonly #buffers: WatchedWrite[][];
  readonly #written: number[];
  #passings: readonly Passing[] = [];
  readonly #full = new Map<number, Reordering[]>();
  readonly #ww = new Map<number, Reordering[]>();
  readonly #unlocked = new Set<string>();
  /** Writes that waited while others read what they replace: these make the difference. */
  readonly #missed = new Set<WaitingWrite>();

  constructor(
    private readonly machine: Machine,
    initial: MachineState,
  ) {
    this.#state = initial;
    this.#buffers = machine.system.threads.map(() => []);
    this.#written = machine.system.threads.map(() => 0);
  }

  step(step: FollowedStep, next: FollowedStep | undefined): void {
    const end = taken(this.machine, { state: this.#state, last: null }, step);
    if (step.kind === 'flush') this.#flush(step.thread, step.cell);
    else if (step.point !== null) this.#pass(step.thread, step.point);
    else this.#act(step, end, next);
    if (end !== null) this.#state = end.state;
  }

  hindrances(): RunHindrances {
    const rank = ({ waiting }: Reordering): number => (this.#missed.has(waiting) ? 0 : 1);
    const ranked = (all: ReadonlyMap<number, readonly Reordering[]>): RunHindrances['full'] =>
      new Map([...all].map(([point, told]) => [point, told.toSorted((a, b) => rank(a) - rank(b))]));
    return { full: ranked(this.#full), ww: ranked(this.#ww), unlocked: this.#unlocked };
  }

  #pass(thread: ThreadId, point: number): void {
    const waiting = [...at(this.#buffers, thread)];
    if (waiting.length === 0) return;
    if (!this.#full.has(point)) this.#full.set(point, []);
    const passing = { thread, point, waiting, written: at(this.#written, thread) };
    const isSame = (other: Passing): boolean =>
      other.thread === thread && other.point === point && other.waiting.length === waiting.length;
    // Round and round with the same writes says nothing new.
    this.#passings = [...this.#passings.filter((other) => !isSame(other)), passing];
  }

  #act(step: FollowedEdge, end: WalkEnd | null, next: FollowedStep | undefined): void {
    const { thread, edge } = step;
    const loads = variablesLoaded(this.machine.edge(thread, edge));
    if (loads.size > 0) {
      for (const { point, waiting } of this.#passings.filter((passing) => passing.thread === thread)) {
        for (const write of waiting) {
          const { id, shape } = this.machine.cells.variable(write.waiting.cell);
          if (shape.kind !== 'scalar' || loads.size > 1 || !loads.has(id))
            note(this.#full, point, { waiting: write.waiting, before: { thread, edge } });
        }
      }
    }
    for (const { waiting } of this.#buffers.flatMap((buffer, other) => (other === thread ? [] : buffer)))
      if (loads.has(this.machine.cells.variable(waiting.cell).id)) this.#missed.add(waiting);
    if (end !== null && !step.isLocked) this.#store(step, end, next);
  }

  #store({ thread, edge }: FollowedEdge, { last }: WalkEnd, next: FollowedStep | undefined): void {
    if (last?.kind !== 'moved') return;
    const buffer = at(this.#buffers, thread);
    this.machine.edge(thread, edge).actions.forEach((action, i) => {
      const written = last.values[i] ?? null;
      if (action.kind !== 'store' || action.locked || written === null) return;
      const cell = this.machine.cells.cell(action.shared, Number(written.index ?? 0n));
      const leaves = next?.kind === 'flush' && next.thread === thread && next.cell === cell;
      if (this.#isWaitedFor(thread) || !leaves) this.#unlocked.add(edgeKey(thread, edge));
      const number = at(this.#written, thread);
      this.#written[thread] = number + 1;
      buffer.push({ waiting: { thread, store: edge, cell }, number });
    });
  }

  /** Whether a locked instruction of the thread would have to wait. */
  #isWaitedFor(thread: ThreadId): boolean {
    const waited = lockedWaitsForAll(this.machine.model) ? this.#buffers : [at(this.#buffers, thread)];
    return waited.some((buffer) => buffer.length > 0);
  }

  #flush(thread: ThreadId, cell: CellId): void {
    const buffer = at(this.#buffers, thread);
    const position = buffer.findIndex(({ waiting }) => waiting.cell === cell);
    const [left] = position < 0 ? [] : buffer.splice(position, 1);
    if (left === undefined) return;
    this.#passings = this.#passings.flatMap((passing): readonly Passing[] => {
      if (passing.thread !== thread) return [passing];
      const { point, written } = passing;
      const waiting = passing.waiting.filter((write) => write !== left);
      if (left.number >= written) {
        // It was made behind the place, and those before it wait still.
        if (!this.#ww.has(point)) this.#ww.set(point, []);
        const before = { thread, edge: left.waiting.store };
        for (const { waiting: overtaken } of waiting) {
          note(this.#full, point, { waiting: overtaken, before });
          note(this.#ww, point, { waiting: overtaken, before });
        }
      }
      return waiting.length === 0 ? [] : [{ ...passing, waiting }];
    });
  }
}

/** Once for each write, with the first action that did not wait for it. */
function note(all: Map<number, Reordering[]>, point: number, reordering: Reordering): void {
  const known = remembered(all, point, (): Reordering[] => []);
  if (known.length < maxReorderings && !known.some(({ waiting }) => waiting === reordering.waiting))
    known.push(reordering);
}

const variablesLoaded = ({ actions }: Edge): ReadonlySet<SharedId> =>
  new Set(actions.flatMap(expressionsRead).flatMap((expr) => sharedReads(expr).map(({ shared }) => shared)));
