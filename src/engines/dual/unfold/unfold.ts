import type { LocalId, ThreadId } from '../../../lang/expr/ids.js';
import { Cells } from '../../../lang/program/system.js';
import type { System } from '../../../lang/program/system.js';
import type { MemoryModel } from '../../../memory/model.js';
import { at, getOrFail, invariant } from '../../../support/invariant.js';
import type { Limits, ProgressListener, Stop } from '../../../search/limits.js';
import { Pacer } from '../../../search/pacer.js';
import type { Beginning } from '../dual-program.js';
import type { KindOrigin, StateOrigin, Unfolding } from '../unfolding.js';
import { anyValues, beginningsOf } from './beginnings.js';
import type { SystemBeginning } from './beginnings.js';
import { CellValues } from './cell-values.js';
import type { ValueListener } from './cell-values.js';
import { disciplineOf } from './discipline.js';
import { DomainGrowth } from './growth.js';
import { Tracked } from './edge-history.js';
import type { EdgeCounts } from './edge-history.js';
import { kindsOf, nameOf } from './kinds.js';
import type { ThreadKind, UnfoldedThread } from './kinds.js';
import { keptPositions } from './kept-locals.js';
import { ThreadUnfolding } from './thread-unfolding.js';
import type { UnfoldingCommons, Task, UnfoldedState } from './thread-unfolding.js';
import { ThreadView } from './thread-view.js';
import { Worklist } from './worklist.js';

export interface UnfoldOptions {
  /** Locals whose values the properties read. */
  readonly mentioned: ReadonlySet<LocalId>;
  /** Groups of threads that stand for any number of identical processes each. */
  readonly unbounded: readonly (readonly ThreadId[])[];
}

export type Unfolded =
  | { readonly kind: 'unfolded'; readonly unfolding: Unfolding }
  | { readonly kind: 'stopped'; readonly stop: Stop };

const tasksAtOnce = 1024;
/** After so many tasks the newest go first: if a value grows without end, it then does so at once. */
const tasksInOrder = 20_000;
/** Roughly what a state or a transition takes. */
const bytesEach = 400;

/**
 * The automata of all threads, with the values of their locals as part of the state, and the values of all cells: found
 * together, as what one thread writes is what others may read. What has no finite domain or another memory model than SC
 * and TSO is refused.
 */
export async function unfold(
  system: System,
  model: MemoryModel,
  options: UnfoldOptions,
  limits: Limits,
  progress: ProgressListener = () => undefined,
): Promise<Unfolded> {
  const discipline = disciplineOf(model);
  const cells = new Cells(system.shared);
  const views = system.threads.map((thread) => new ThreadView(system, thread));
  invariant(
    views.every((view) => !view.isAtomic(view.automaton.entry)),
    'threads start outside atomic sections',
  );
  const kept = keptPositions(views, options.mentioned, options.unbounded);
  const matters = (view: ThreadView, position: number): boolean => {
    const { id, entry } = view.automaton;
    return at(at(view.liveness(at(kept, id)), entry), position);
  };
  const beginnings = beginningsOf(system, cells, views, matters);

  const work = new Worklist<WorkItem>();
  const values = new CellValues<Task>(cells, (reader) => work.push(reader));
  const growth = new DomainGrowth();
  const around: UnfoldingCommons = { system, discipline, values, growth, push: (task) => work.push(task) };
  const plans = views.map((view, i) => planOf(view, at(kept, i), beginnings));
  const threads = startThreads(plans, beginnings, options.unbounded, around);

  const stop = await run(work, values, threads, limits, progress);
  if (stop !== null) return { kind: 'stopped', stop };
  const kinds = kindsOf(threads, options.unbounded, system);
  return { kind: 'unfolded', unfolding: asUnfolding(kinds, beginnings, values, system) };
}

/** The values that cells begin with. */
function begin(
  beginnings: readonly SystemBeginning[],
  history: EdgeCounts,
  { values, growth }: UnfoldingCommons,
): void {
  const { cells } = values;
  for (const { memory } of beginnings) {
    for (const cell of cells.all()) {
      const given = at(memory, cell);
      for (const value of given === null ? anyValues(cell, cells) : [given]) {
        growth.note(cells.variable(cell), value);
        values.add({ cell, value, history });
      }
    }
  }
}

interface UnfoldingPlan {
  readonly view: ThreadView;
  readonly kept: ReadonlySet<number>;
  /** For each beginning. */
  readonly initial: readonly (readonly (readonly bigint[])[])[];
  /** Threads of the same shape that begin alike share one automaton. */
  readonly key: string;
}

function planOf(
  view: ThreadView,
  kept: ReadonlySet<number>,
  beginnings: readonly SystemBeginning[],
): UnfoldingPlan {
  const initial = beginnings.map((b) => at(b.locals, view.automaton.id));
  const begins = initial.map((vectors) => vectors.map((v) => v.join()).join('/')).join('|');
  const positions = [...kept].sort((a, b) => a - b).join();
  return { view, kept, initial, key: [view.shape, positions, begins].join('\n') };
}

function startThreads(
  plans: readonly UnfoldingPlan[],
  beginnings: readonly SystemBeginning[],
  unbounded: readonly (readonly ThreadId[])[],
  around: UnfoldingCommons,
): readonly UnfoldedThread[] {
  const many = new Set(unbounded.flat());
  const unfoldings = new Map<string, ThreadUnfolding>();
  let edges = 0;
  for (const { key, view, kept } of plans) {
    if (unfoldings.has(key)) continue;
    const alike = plans.filter((p) => p.key === key).map((p) => p.view.automaton.id);
    const processes = alike.some((id) => many.has(id)) ? null : alike.length;
    const tracked = new Tracked(around.system, view.automaton, processes, () => edges++);
    unfoldings.set(key, new ThreadUnfolding(view, kept, tracked, around));
  }
  const nothing: EdgeCounts = Array.from({ length: edges }, () => 0);
  begin(beginnings, nothing, around);
  return plans.map(({ key, view, initial }) => {
    const { id, entry } = view.automaton;
    const unfolding = getOrFail(unfoldings, key);
    return {
      id,
      unfolding,
      initial: initial.map((vectors) => vectors.map((v) => unfolding.place(entry, v, nothing))),
    };
  });
}

/** A task, or one that waits for values and has some to hear of. */
type WorkItem = Task | ValueListener<Task>;

async function run(
  work: Worklist<WorkItem>,
  values: CellValues<Task>,
  threads: readonly UnfoldedThread[],
  { signal, deadline, memoryMB }: Limits,
  progress: ProgressListener,
): Promise<Stop | null> {
  const unfoldings = [...new Set(threads.map((t) => t.unfolding))];
  const total = (count: (u: ThreadUnfolding) => number): number =>
    unfoldings.reduce((sum, u) => sum + count(u), 0);
  const states = (): number => total((u) => u.states.length);
  const pacer = new Pacer({ signal, deadline, memoryMB }, (seconds) =>
    progress({ phase: 'unfold', states: states(), frontier: work.size, seconds }),
  );
  for (let done = 0; ; done += tasksAtOnce) {
    for (let n = 0; n < tasksAtOnce; n++) {
      const item = done < tasksInOrder ? work.shift() : work.pop();
      if (item === null) return null;
      if ('heard' in item) item.work.owner.tell(item.work, values.next(item));
      else item.owner.run(item);
    }
    const stop = await pacer.pause();
    if (stop !== null) return stop;
    const bytes = (states() + total((u) => u.transitions.length) + work.size) * bytesEach;
    if (memoryMB !== null && bytes > memoryMB * 2 ** 20)
      return { reason: 'memory', why: `the threads' states need more than ${memoryMB} MB` };
  }
}

function asUnfolding(
  kinds: readonly ThreadKind[],
  beginnings: readonly SystemBeginning[],
  values: CellValues<Task>,
  system: System,
): Unfolding {
  const { cells } = values;
  const firsts = kinds.map((kind) => at(kind.threads, 0));
  return {
    program: {
      cells: cells.all().map((cell) => ({ name: cells.nameOf(cell), values: values.of(cell) })),
      kinds: kinds.map(({ threads, count }, k) => {
        const { unfolding } = at(firsts, k);
        return {
          name: nameOf(
            threads.map((t) => t.id),
            system,
          ),
          count,
          states: unfolding.states.length,
          transitions: unfolding.transitions,
        };
      }),
      beginnings: beginnings.map(({ memory }, b): Beginning => ({
        memory: cells.all().map((cell) => {
          const value = at(memory, cell);
          return value === null ? null : values.position(cell, value);
        }),
        states: firsts.map(({ initial }) => [...new Set(at(initial, b))]),
      })),
    },
    kinds: kinds.map(({ threads }, k): KindOrigin => {
      const { id, unfolding } = at(firsts, k);
      return {
        threads: threads.map((t) => t.id),
        states: unfolding.states.map((state) => originOf(state, unfolding, id, system)),
        transitions: unfolding.edges,
      };
    }),
  };
}

/** The state with the locals of the given thread, which need not be the one that the automaton was made for. */
function originOf(
  state: UnfoldedState,
  unfolding: ThreadUnfolding,
  thread: ThreadId,
  system: System,
): StateOrigin {
  if (state.kind !== 'place') return state;
  const own = system.locals.filter((v) => v.thread === thread);
  const live = own.flatMap((v, i): [LocalId, bigint][] =>
    unfolding.isLive(state.location, i) ? [[v.id, at(state.locals, i)]] : [],
  );
  return { kind: 'place', location: state.location, locals: new Map(live) };
}
