import type { Action, Automaton, Edge } from '../../../../lang/program/system.js';
import { roomPerLocation } from '../../../../memory/model-questions.js';
import { at } from '../../../../support/invariant.js';
import { byNumber } from '../../../../support/lists.js';
import { entriesAllowed, lengthAfter } from '../buffering.js';
import { needsDraining } from '../code/thread-code.js';
import { codeOf } from '../plan.js';
import type { PackedPlan } from '../plan.js';
import type { PackedVariable } from '../packed-variables.js';
import { PlacesIn } from './seen-by-invariants.js';
import type { TouchBits } from './touch-bits.js';

/** What steps of a thread may do to what other components see. Sets are bits (`TouchBits`). */
export interface StepFootprint {
  /** Read from main memory, as far as anybody knows: a load may find its value in the own buffer. */
  readonly reads: bigint;
  /** Written at once, past the buffer. */
  readonly writes: bigint;
  /** Written to the buffer: some flush will write it. */
  readonly pushes: bigint;
  /** Invariants that the steps themselves may break. */
  readonly breaks: bigint;
  /** Those that they may mend: a violation could be over. */
  readonly mends: bigint;
  /** Something goes into the buffer, seen by others or not. */
  readonly stores: boolean;
  /** Waits for the own buffer. */
  readonly waits: boolean;
  /** Waits for all buffers. */
  readonly waitsForAll: boolean;
  /** Own flushes may be parts of a step: inside atomic sections. */
  readonly drains: boolean;
  /** With so many entries in the buffer some store may wait, or be cut by the bound. */
  readonly tight: number;
  /** Begins a round in which the buffer grows: the thread could go on like this for ever. */
  readonly grows: boolean;
}

export const nothing: StepFootprint = {
  reads: 0n,
  writes: 0n,
  pushes: 0n,
  breaks: 0n,
  mends: 0n,
  stores: false,
  waits: false,
  waitsForAll: false,
  drains: false,
  tight: Infinity,
  grows: false,
};

export const both = (a: StepFootprint, b: StepFootprint): StepFootprint => ({
  reads: a.reads | b.reads,
  writes: a.writes | b.writes,
  pushes: a.pushes | b.pushes,
  breaks: a.breaks | b.breaks,
  mends: a.mends | b.mends,
  stores: a.stores || b.stores,
  waits: a.waits || b.waits,
  waitsForAll: a.waitsForAll || b.waitsForAll,
  drains: a.drains || b.drains,
  tight: Math.min(a.tight, b.tight),
  grows: a.grows || b.grows,
});

const same = (a: StepFootprint, b: StepFootprint): boolean =>
  a.reads === b.reads &&
  a.writes === b.writes &&
  a.pushes === b.pushes &&
  a.breaks === b.breaks &&
  a.mends === b.mends &&
  a.stores === b.stores &&
  a.waits === b.waits &&
  a.waitsForAll === b.waitsForAll &&
  a.drains === b.drains &&
  a.tight === b.tight &&
  a.grows === b.grows;

/** By location of a thread. */
export interface ThreadFootprints {
  /** Of the next steps: an edge, or a whole atomic section with the edge into it. */
  readonly next: readonly StepFootprint[];
  /** Of all steps that may ever follow. */
  readonly future: readonly StepFootprint[];
}

export function footprintsOf(thread: Automaton, plan: PackedPlan, bits: TouchBits): ThreadFootprints {
  const edges = new EdgeFootprints(thread, plan, bits);
  const { locations } = thread;
  const leaving = byNumber(thread.edges, locations.length, (edge) => edge.from);
  const own = new Map(thread.edges.map((edge) => [edge, edges.of(edge)]));
  const of = (edge: Edge): StepFootprint => own.get(edge) ?? nothing;
  const { longest } = at(plan.buffers, thread.id);
  const drains = locations.map(
    ({ id, atomic }) => atomic && at(longest, id) > 0 && needsDraining(at(leaving, id), plan),
  );
  const heads = headsOfRounds(thread, leaving);
  const grows = locations.map(
    ({ id }) => heads.has(id) && plan.bound === null && at(longest, id) === Infinity,
  );
  const here = (id: number): StepFootprint => ({ ...nothing, drains: at(drains, id), grows: at(grows, id) });

  const inside = backwards(thread, (edge, after) => {
    const { atomic } = at(locations, edge.to);
    // How much is in the buffer by then is not counted inside a section.
    const step = of(edge).tight < Infinity ? { ...of(edge), tight: 0 } : of(edge);
    return both(both(here(edge.from), step), atomic ? both(here(edge.to), after) : nothing);
  });
  const future = backwards(thread, (edge, after) => both(both(here(edge.from), of(edge)), after));
  const next = locations.map(({ id }) =>
    at(leaving, id).reduce((all, edge) => {
      const enters = at(locations, edge.to).atomic;
      return both(all, enters ? both(of(edge), both(here(edge.to), at(inside, edge.to))) : of(edge));
    }, here(id)),
  );
  return { next, future };
}

/** The least footprints, by location, that hold what edges bring to where they begin. */
function backwards(
  { locations, edges }: Automaton,
  before: (edge: Edge, after: StepFootprint) => StepFootprint,
): readonly StepFootprint[] {
  const found = locations.map(() => nothing);
  const into = byNumber(edges, locations.length, (edge) => edge.to);
  const open = new Set(edges);
  for (const edge of open) {
    open.delete(edge);
    const here = at(found, edge.from);
    const more = both(here, before(edge, at(found, edge.to)));
    if (same(here, more)) continue;
    found[edge.from] = more;
    for (const earlier of at(into, edge.from)) open.add(earlier);
  }
  return found;
}

/** Locations that every round of the automaton goes through some of: where a walk into the depth comes back to its own way. */
function headsOfRounds(
  { entry, locations }: Automaton,
  leaving: readonly (readonly Edge[])[],
): ReadonlySet<number> {
  const heads = new Set<number>();
  const state = locations.map((): 'new' | 'open' | 'done' => 'new');
  const way: { readonly place: number; next: number }[] = [{ place: entry, next: 0 }];
  state[entry] = 'open';
  for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
    const edge = at(leaving, top.place)[top.next++];
    if (edge === undefined) {
      state[top.place] = 'done';
      way.pop();
    } else if (state[edge.to] === 'open') heads.add(edge.to);
    else if (state[edge.to] === 'new') {
      state[edge.to] = 'open';
      way.push({ place: edge.to, next: 0 });
    }
  }
  return heads;
}

class EdgeFootprints {
  readonly #places: readonly PlacesIn[];

  constructor(
    private readonly thread: Automaton,
    private readonly plan: PackedPlan,
    private readonly bits: TouchBits,
  ) {
    this.#places = bits.invariants.map((formula) => new PlacesIn(formula));
  }

  of(edge: Edge): StepFootprint {
    const { markers, longest } = at(this.plan.buffers, this.thread.id);
    let length = at(longest, edge.from);
    let before = 0;
    let all = this.#move(edge);
    for (const action of edge.actions) {
      all = both(all, this.#action(action, length, before));
      length = lengthAfter(action, length, markers);
      if (action.kind === 'store' && !action.locked) before++;
    }
    return all;
  }

  #move({ from, to }: Edge): StepFootprint {
    const { locations } = this.thread;
    let breaks = 0n;
    let mends = 0n;
    for (const [i, places] of this.#places.entries()) {
      const effect = places.effectOf(this.thread.id, at(locations, from), at(locations, to));
      if (effect.breaks) breaks |= this.bits.bitOfInvariant(i);
      if (effect.mends) mends |= this.bits.bitOfInvariant(i);
    }
    return { ...nothing, breaks, mends };
  }

  #action(action: Action, length: number, before: number): StepFootprint {
    const reads = this.#touched(this.bits.readBy(action));
    switch (action.kind) {
      case 'store':
        return both({ ...nothing, reads }, this.#store(action, length, before));
      case 'assign':
      case 'havoc':
        return both({ ...nothing, reads }, this.#write(this.bits.writtenBy(action)));
      case 'lock':
        return { ...nothing, waits: true, waitsForAll: this.plan.model.lockedWaits === 'all' };
      case 'fence':
        return { ...nothing, waits: action.fence === 'full' };
      case 'assume':
      case 'assert':
        return { ...nothing, reads };
    }
  }

  #store(action: Extract<Action, { kind: 'store' }>, length: number, before: number): StepFootprint {
    const plan = at(this.plan.buffers, this.thread.id);
    const cells = this.bits.cellsOf(action);
    const isBuffered = (cell: PackedVariable): boolean => !action.locked && codeOf(plan, cell) !== null;
    const buffered = cells.filter(isBuffered);
    const direct = this.#write(cells.filter((cell) => !isBuffered(cell)));
    if (buffered.length === 0) return direct;
    const { bound, model } = this.plan;
    const room = buffered.map((cell) =>
      Math.min(roomPerLocation(model), bound === null ? Infinity : entriesAllowed(bound, cell)),
    );
    const least = Math.min(...room);
    const tight = length >= least ? Math.max(0, least - before) : Infinity;
    return both(direct, {
      ...nothing,
      pushes: this.#touched(buffered) | this.#seen(buffered),
      stores: true,
      tight,
    });
  }

  #write(variables: readonly PackedVariable[]): StepFootprint {
    const seen = this.#seen(variables);
    return { ...nothing, writes: this.#touched(variables), breaks: seen, mends: seen };
  }

  readonly #touched = (variables: readonly PackedVariable[]): bigint =>
    variables.reduce((all, v) => all | this.bits.of(v), 0n);

  readonly #seen = (variables: readonly PackedVariable[]): bigint =>
    variables.reduce((all, v) => all | this.bits.seenWith(v), 0n);
}
