import type { RunChanges, RunModel, ThreadPlace, ShownWrite } from './run-model.js';

/** All there is to see at one moment of a run. */
export interface RunState {
  readonly memory: ReadonlyMap<string, string>;
  /** By thread, then by name. */
  readonly locals: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly buffers: ReadonlyMap<string, readonly ShownWrite[]>;
  readonly places: ReadonlyMap<string, ThreadPlace>;
  /** By predicate; null: not known. */
  readonly truths: readonly (boolean | null)[];
}

/** The states of a run: the first, and that after each step. */
export function statesOf({
  writes,
  initial,
  steps,
  predicates,
}: RunModel): readonly [RunState, ...RunState[]] {
  const unknown = predicates.map(() => null);
  const first = changed(
    { memory: new Map(), locals: new Map(), buffers: new Map(), places: new Map(), truths: unknown },
    initial,
    writes,
  );
  const states: [RunState, ...RunState[]] = [first];
  let state = first;
  for (const { changes } of steps) states.push((state = changed(state, changes, writes)));
  return states;
}

function changed(
  state: RunState,
  { memory, locals, buffers, places, truths }: RunChanges,
  writes: readonly ShownWrite[],
): RunState {
  const waiting = buffers.map(
    ([thread, numbers]) => [thread, numbers.flatMap((number) => writes[number] ?? [])] as const,
  );
  return {
    memory: withAll(state.memory, memory),
    locals: withLocals(state.locals, locals),
    buffers: withAll(state.buffers, waiting),
    places: withAll(state.places, places),
    truths: truths ?? state.truths,
  };
}

/** What does not change stays the same object. */
const withAll = <T>(
  map: ReadonlyMap<string, T>,
  changes: readonly (readonly [string, T])[],
): ReadonlyMap<string, T> => (changes.length === 0 ? map : new Map([...map, ...changes]));

function withLocals(locals: RunState['locals'], changes: RunChanges['locals']): RunState['locals'] {
  if (changes.length === 0) return locals;
  const all = new Map(locals);
  for (const [thread, name, value] of changes)
    all.set(thread, new Map([...(all.get(thread) ?? []), [name, value]]));
  return all;
}
