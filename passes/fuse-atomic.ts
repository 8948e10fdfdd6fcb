import type { EdgeStep } from '../src/lang/run/execution.js';
import { edgeId, locationId } from '../src/lang/expr/ids.js';
import type { EdgeId, LocationId } from '../src/lang/expr/ids.js';
import { isBufferedStore, waitsForBuffer } from '../src/lang/program/actions.js';
import { standingAt } from '../src/lang/program/system.js';
import type { Action, Automaton, Edge, Location, System } from '../src/lang/program/system.js';
import { stepByStep } from '../src/pass/pass.js';
import type { PassContext, SystemPass } from '../src/pass/pass.js';
import { at, invariant } from '../src/support/invariant.js';
import { hasBuffers } from '../src/memory/model-questions.js';

/**
 * Steps inside an atomic section that follow one another become one edge.
 *
 *   BEFORE  0  lock; assume x == 0 -> 1          AFTER  0  lock; assume x == 0; store x = 1 (locked) -> 2
 *           1 (atomic)  store x = 1 (locked) -> 2
 *
 * Nobody sees the places in between: no other thread moves there and no invariant is read. Own flushes may happen there,
 * but matter only to a later action that waits for them; so an edge with such an action (fence, lock, or a store that
 * may find no room under tsoN) is not joined to one that stores, unless the memory model has no buffers. Neither is an
 * edge that may block joined to one that asserts: a failed assert counts even if the path blocks later. Places of sections
 * that are one step (`atOnce`) go whatever the model is. Left alone besides: labelled places, loops.
 */
export const fuseAtomic: SystemPass = {
  name: 'fuse-atomic',
  summary: 'join the steps of atomic sections into single edges',
  level: 'system',
  run: (system, context) => fusedAt(system, context, () => true),
};

/** The same at places of sections that are one step (`atOnce`) only. */
export const fuseAtOnce: SystemPass = {
  name: 'fuse-at-once',
  summary: 'join the steps of sections that are one step',
  level: 'system',
  run: (system, context) => fusedAt(system, context, (location) => location.atOnce === true),
};

function fusedAt(
  system: System,
  { model, watch }: PassContext,
  goes: (location: Location) => boolean,
): ReturnType<SystemPass['run']> {
  const direct = model !== undefined && !hasBuffers(model);
  const fused = system.threads.map((t) => fuse(t, direct, goes, watch));
  return {
    system: { ...system, threads: fused.map((f) => f.automaton) },
    mapBack: stepByStep((step) =>
      step.kind === 'flush' ? [step] : unfused(step, at(system.threads, step.thread), at(fused, step.thread)),
    ),
  };
}

/** An edge and the edges of the input that it joins, in order. */
interface Joined {
  readonly edge: Edge;
  readonly parts: readonly EdgeId[];
}

interface Fused {
  readonly automaton: Automaton;
  /** For each edge of the automaton what it joins. */
  readonly parts: readonly (readonly EdgeId[])[];
}

function fuse(
  automaton: Automaton,
  direct: boolean,
  goes: (location: Location) => boolean,
  watch: PassContext['watch'],
): Fused {
  let joined: readonly Joined[] = automaton.edges.map((edge) => ({ edge, parts: [edge.id] }));
  for (const location of automaton.locations) {
    watch?.();
    if (!goes(location)) continue;
    if (location.atomic && location.labels.length === 0 && location.id !== automaton.entry) {
      const without = withoutPlace(joined, location.id, direct || location.atOnce === true);
      invariant(
        without !== null || location.atOnce !== true,
        'a section that is one step has no loops and no asserts',
      );
      joined = without ?? joined;
    }
  }
  const edges = joined.map((j) => j.edge);
  return { automaton: renumbered({ ...automaton, edges }), parts: joined.map((j) => j.parts) };
}

/** The edges with every way through the place joined; null if one of them must stay apart. */
function withoutPlace(
  edges: readonly Joined[],
  place: LocationId,
  direct: boolean,
): readonly Joined[] | null {
  const incoming = edges.filter((j) => j.edge.to === place);
  const outgoing = edges.filter((j) => j.edge.from === place);
  const joinable =
    outgoing.length > 0 &&
    incoming.every(
      (a) => a.edge.from !== place && outgoing.every((b) => joins(a.edge.actions, b.edge.actions, direct)),
    );
  // Several ways in times several ways out would only grow the automaton.
  if (!joinable || (incoming.length > 1 && outgoing.length > 1)) return null;
  return edges.flatMap((first) => {
    if (first.edge.from === place) return [];
    return first.edge.to === place ? outgoing.map((second) => join(first, second)) : [first];
  });
}

function join(first: Joined, second: Joined): Joined {
  return {
    edge: { ...first.edge, to: second.edge.to, actions: [...first.edge.actions, ...second.edge.actions] },
    parts: [...first.parts, ...second.parts],
  };
}

/** The steps of the input that make up one step of the output; each takes its share of the havoc values. */
function unfused(step: EdgeStep, before: Automaton, after: Fused): readonly EdgeStep[] {
  const values = [...step.havoc];
  return at(after.parts, step.edge).map((edge) => {
    const count = at(before.edges, edge).actions.filter((a) => a.kind === 'havoc').length;
    return { ...step, edge, havoc: values.splice(0, count) };
  });
}

function joins(first: readonly Action[], second: readonly Action[], direct: boolean): boolean {
  if (!direct && first.some(isBufferedStore) && second.some((a) => waitsForFlush(a))) return false;
  // Values to try multiply in one edge, and add up in two.
  if (first.some(isHavoc) && second.some(isHavoc)) return false;
  return !(
    first.some((a) => a.kind === 'assert') && second.some((a) => a.kind === 'assume' || waitsForFlush(a))
  );
}

const isHavoc = (action: Action): boolean => action.kind === 'havoc';

const waitsForFlush = (action: Action): boolean => isBufferedStore(action) || waitsForBuffer(action);

/** Drops the places that no edge touches any more. */
function renumbered(automaton: Automaton): Automaton {
  const touched = new Set([
    automaton.entry,
    automaton.end,
    ...automaton.edges.flatMap((e) => [e.from, e.to]),
  ]);
  const kept = automaton.locations.filter((l) => touched.has(l.id) || l.labels.length > 0);
  const number = new Map(kept.map((l, i) => [l.id, locationId(i)]));
  const moved = (id: LocationId): LocationId => number.get(id) ?? id;
  return {
    ...automaton,
    locations: kept.map((l) => ({ ...l, id: moved(l.id), stands: standingAt(l) })),
    edges: automaton.edges.map((e, i) => ({ ...e, id: edgeId(i), from: moved(e.from), to: moved(e.to) })),
    entry: moved(automaton.entry),
    end: moved(automaton.end),
  };
}
