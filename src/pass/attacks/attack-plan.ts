import type { LocationId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import type { Automaton, Edge, System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { byNumber } from '../../support/lists.js';
import { remembered } from '../../support/remembered.js';
import { accessesOn, memoryEdges } from './edge-accesses.js';
import type { CellAccess, MemoryEdge } from './edge-accesses.js';

/** What an attack may be made of, as far as the automata alone tell. */
export interface AttackPlan {
  /** By thread. */
  readonly edges: readonly (readonly MemoryEdge[])[];
  readonly attackers: readonly AttackerPlan[];
}

/** What a thread may do as the attacker. */
export interface AttackerPlan {
  readonly thread: ThreadId;
  /** The stores that may be delayed first. */
  readonly starts: ReadonlySet<Edge>;
  /** The edges that it may take while its stores wait, each on the way to a load that may close a cycle. */
  readonly during: ReadonlySet<Edge>;
}

/** An access of an edge, as far as it is known without running: which variable, and which cell if its index is a constant. */
interface StaticAccess {
  readonly kind: CellAccess['kind'];
  readonly shared: SharedId;
  /** -1: any. */
  readonly cell: number;
}

/**
 * A store and a load of one thread are a possible attack if the load may come after the store with nothing between them
 * that waits for the buffer, and if conflicts may lead from the load through other threads back to the store (Shasha and
 * Snir's critical cycles, taken in the automata in the place of runs). An attack that is feasible is possible.
 */
export function attackPlan(system: System): AttackPlan {
  const edges = system.threads.map((thread) => memoryEdges(thread));
  const chains = new StaticChains(system, edges);
  const attackers = system.threads.flatMap((thread) => {
    const found = attackerPlan(thread, at(edges, thread.id), chains);
    return found.starts.size === 0 ? [] : [found];
  });
  return { edges, attackers };
}

function attackerPlan(thread: Automaton, edges: readonly MemoryEdge[], chains: StaticChains): AttackerPlan {
  const leaving = byNumber(edges, thread.locations.length, ({ edge }) => edge.from);
  const free = leaving.map((out) => out.filter(({ role }) => role !== 'drained'));
  const starts = new Set<Edge>();
  const loads = new Set<Edge>();
  for (const { edge, role, ways } of edges) {
    if (role !== 'store') continue;
    const [store] = accessesOf(accessesOn(ways));
    if (store === undefined) continue;
    const closing = reachedFrom(free, edge.to).filter(({ role: other, ways: loading }) => {
      const read = other === 'loads' ? accessesOf(accessesOn(loading)) : [];
      return read.some((load) => !isSameCell(store, load) && chains.close(thread.id, load, store));
    });
    if (closing.length === 0) continue;
    starts.add(edge);
    for (const { edge: load } of closing) loads.add(load);
  }
  const behind = new Set([...starts].flatMap((start) => reachedFrom(free, start.to)));
  const leads = leadingTo(thread, [...behind], loads);
  const leading = [...behind].filter(({ edge }) => leads(edge));
  // A section that is gone into is gone through: its edges behind the last load belong to it.
  const sections = new Set(leading.flatMap(({ section }) => section ?? []));
  const whole = [...behind].filter(({ section }) => section !== null && sections.has(section));
  const during = new Set([...leading, ...whole].map(({ edge }) => edge));
  return { thread: thread.id, starts, during };
}

/** The edges that can be taken from a place on. */
function reachedFrom(leaving: readonly (readonly MemoryEdge[])[], start: LocationId): readonly MemoryEdge[] {
  const places = new Set([start]);
  const found: MemoryEdge[] = [];
  for (const place of places) {
    for (const next of at(leaving, place)) {
      found.push(next);
      places.add(next.edge.to);
    }
  }
  return found;
}

/** Whether an edge is one of the goals or may be followed by one. */
function leadingTo(
  { locations }: Automaton,
  edges: readonly MemoryEdge[],
  goals: ReadonlySet<Edge>,
): (edge: Edge) => boolean {
  const into = byNumber(edges, locations.length, ({ edge }) => edge.to);
  const places = new Set([...goals].map(({ from }) => from));
  for (const place of places) for (const { edge } of at(into, place)) places.add(edge.from);
  return (edge) => goals.has(edge) || places.has(edge.to);
}

const isSameCell = (a: StaticAccess, b: StaticAccess): boolean =>
  a.shared === b.shared && a.cell === b.cell && a.cell >= 0;

const mayMeet = (a: StaticAccess, b: StaticAccess): boolean =>
  a.shared === b.shared && (a.cell === b.cell || a.cell < 0 || b.cell < 0);

const conflict = (a: StaticAccess, b: StaticAccess): boolean =>
  mayMeet(a, b) && (a.kind === 'store' || b.kind === 'store');

function accessesOf(accesses: readonly CellAccess[]): readonly StaticAccess[] {
  const found = new Map<string, StaticAccess>();
  for (const { kind, shared, index } of accesses) {
    const cell = index === null ? 0 : index.kind === 'int' ? Number(index.value) : -1;
    remembered(found, keyOf({ kind, shared, cell }), () => ({ kind, shared, cell }));
  }
  return [...found.values()];
}

/** All that the event of an edge may access. */
const ofEvent = ({ ways, section }: MemoryEdge): readonly CellAccess[] =>
  section?.accesses ?? accessesOn(ways);

const keyOf = ({ kind, shared, cell }: StaticAccess): string => `${kind} ${shared} ${cell}`;

/** Which accesses happens-before may lead to through threads other than the attacker, at the most. */
class StaticChains {
  readonly #accesses: readonly (readonly StaticEdge[])[];
  readonly #reached = new Map<string, ReadonlyMap<string, StaticAccess>>();

  constructor(system: System, edges: readonly (readonly MemoryEdge[])[]) {
    this.#accesses = system.threads.map((thread) => {
      const own = at(edges, thread.id);
      const leaving = byNumber(own, thread.locations.length, ({ edge }) => edge.from);
      const behind = new Map<LocationId, readonly StaticAccess[]>();
      const later = (place: LocationId): readonly StaticAccess[] =>
        remembered(behind, place, () => accessesOf(reachedFrom(leaving, place).flatMap(ofEvent)));
      return own.map((part): StaticEdge => ({
        own: accessesOf(ofEvent(part)),
        later: () => later(part.edge.to),
      }));
    });
  }

  /** Whether a chain may lead from the attacker's load to the cell of its store. */
  close(attacker: ThreadId, load: StaticAccess, store: StaticAccess): boolean {
    const reached = remembered(this.#reached, `${attacker}: ${keyOf(load)}`, () =>
      this.#from(attacker, load),
    );
    return [...reached.values()].some((access) => mayMeet(access, store));
  }

  #from(attacker: ThreadId, load: StaticAccess): ReadonlyMap<string, StaticAccess> {
    const others = this.#accesses.filter((_, thread) => thread !== attacker).flat();
    const reached = new Map<string, StaticAccess>();
    const open: StaticAccess[] = [];
    let waiting: readonly StaticEdge[] = others;
    const join = (from: StaticAccess): void => {
      const joins = (edge: StaticEdge): boolean => edge.own.some((access) => conflict(from, access));
      const joining = waiting.filter(joins);
      waiting = waiting.filter((edge) => !joins(edge));
      for (const access of joining.flatMap(({ own, later }) => [...own, ...later()])) {
        if (reached.has(keyOf(access))) continue;
        reached.set(keyOf(access), access);
        open.push(access);
      }
    };
    join(load);
    for (let next = open.pop(); next !== undefined; next = open.pop()) join(next);
    return reached;
  }
}

interface StaticEdge {
  readonly own: readonly StaticAccess[];
  /** What may follow in the same thread. */
  readonly later: () => readonly StaticAccess[];
}
