import { unsupported } from '../../diagnostics/diagnostic.js';
import { and, binary, localsOf, not, sharedReads, truth } from '../../lang/expr/expr.js';
import type { Expr, SharedRead } from '../../lang/expr/expr.js';
import type { LocationId, SharedId } from '../../lang/expr/ids.js';
import {
  expressionsRead,
  isBufferedStore,
  localWritten,
  waitsForBuffer,
} from '../../lang/program/actions.js';
import type { Action, Automaton, Edge } from '../../lang/program/system.js';
import { at, getOrFail } from '../../support/invariant.js';

/** A load or a store of a cell, by the action at this place of its way or one behind it that is part of the same one. */
export interface CellAccess {
  readonly kind: 'load' | 'store';
  readonly shared: SharedId;
  /** Null for a scalar. */
  readonly index: Expr | null;
  readonly place: number;
  /** Which action of the edge it is that makes the access. */
  readonly part: number;
}

/**
 * One way to go through an edge: its actions, with tests that say which of the conditional loads happen, and the accesses
 * that are made then. The ways of an edge exclude each other.
 */
export interface MemoryWay {
  readonly actions: readonly Action[];
  /** For each action which one of the edge it is, or serves as a test. */
  readonly parts: readonly number[];
  readonly accesses: readonly CellAccess[];
}

/** What an edge is to the memory. */
export interface MemoryEdge {
  readonly edge: Edge;
  /**
   * `drained`: of a fence or a locked instruction, before which the thread's buffer gets empty. `store`: one that may wait,
   * and nothing else.
   */
  readonly role: 'silent' | 'loads' | 'store' | 'drained';
  readonly ways: readonly MemoryWay[];
  /**
   * The event that the edge is a part of, where that makes accesses at cells that are not known when it begins; null: the edge
   * is an event by itself, and they are.
   */
  readonly section: MemorySection | null;
}

/**
 * An atomic or locked section is one event of a trace: nobody can look in between, and its loads see one memory. It may be
 * one edge, or all edges that go on from one another at atomic places.
 */
export interface MemorySection {
  readonly accesses: readonly CellAccess[];
}

/** More ways through an edge are refused. */
const mostWays = 64;

/** The edges of a thread as events; refuses what the theory of robustness does not cover. */
export function memoryEdges(automaton: Automaton): readonly MemoryEdge[] {
  const inside = (place: LocationId): boolean => at(automaton.locations, place).atomic;
  const single = automaton.edges.filter(({ from, to }) => !inside(from) && !inside(to));
  const found = new Map<Edge, MemoryEdge>(single.map((edge) => [edge, eventOf(edge)]));
  for (const edges of sectionsOf(automaton)) {
    const parts = edges.map((edge) => ({ edge, ways: waysOf(edge) }));
    if (!isFencedStore(parts, inside)) refuseInSection(edges, (edge) => !inside(edge.from));
    const section = { accesses: parts.flatMap(({ ways }) => accessesOn(ways)) };
    for (const { edge, ways } of parts) {
      const isDrained = edge.actions.some((action) => waitsForBuffer(action) || action.kind === 'store');
      found.set(edge, { edge, ways, section, role: isDrained ? 'drained' : roleOf(ways) });
    }
  }
  return automaton.edges.map((edge) => getOrFail(found, edge));
}

export const accessesOn = (ways: readonly MemoryWay[]): readonly CellAccess[] =>
  ways.flatMap(({ accesses }) => accesses);

const roleOf = (ways: readonly MemoryWay[]): 'silent' | 'loads' =>
  accessesOn(ways).length > 0 ? 'loads' : 'silent';

/** The edges that are connected by places inside atomic sections. */
function sectionsOf({ locations, edges }: Automaton): readonly (readonly Edge[])[] {
  const sections: Edge[][] = [];
  const touching = (place: LocationId): readonly Edge[] =>
    edges.filter(({ from, to }) => from === place || to === place);
  const seen = new Set<LocationId>();
  for (const { id, atomic } of locations) {
    if (!atomic || seen.has(id)) continue;
    const places = new Set([id]);
    const found = new Set<Edge>();
    for (const place of places) {
      for (const edge of touching(place)) {
        found.add(edge);
        for (const end of [edge.from, edge.to]) if (at(locations, end).atomic) places.add(end);
      }
    }
    for (const place of places) seen.add(place);
    sections.push([...found]);
  }
  return sections;
}

/** One edge, from outside of all sections to outside. */
function eventOf(edge: Edge): MemoryEdge {
  const { actions } = edge;
  const stores = actions.filter((action) => action.kind === 'store');
  const isDrained = actions.some(waitsForBuffer);
  if (!isDrained && stores.some(({ locked }) => locked)) refuseUnlocked(edge);
  const ways = waysOf(edge);
  const isAlone = !isDrained && ways.every(({ accesses }) => accesses.length === 1);
  if (stores.some(isBufferedStore) && !isAlone) refuseStore(edge);
  const isKnown = ways.every(
    ({ accesses }) => accesses.length < 2 || accesses.every((a) => isFixed(edge, a)),
  );
  return {
    ...{ edge, ways },
    role: isDrained ? 'drained' : stores.length > 0 ? 'store' : roleOf(ways),
    section: isKnown ? null : { accesses: accessesOn(ways) },
  };
}

/**
 * A section that stores once, first of all, loads nothing, and ends with a fence. Nobody sees when it began, so it may as well
 * have begun when its store reaches memory: it is a drained event, like a locked instruction.
 */
function isFencedStore(
  parts: readonly Pick<MemoryEdge, 'edge' | 'ways'>[],
  inside: (place: LocationId) => boolean,
): boolean {
  const accessing = parts.filter(({ ways }) => accessesOn(ways).length > 0);
  const [only, ...more] = accessing;
  if (only === undefined || more.length > 0) return false;
  const { edge, ways } = only;
  const accesses = accessesOn(ways);
  if (accesses.length > 1 || !edge.actions.some(isBufferedStore)) return false;
  const waits = ({ actions }: Edge): boolean => actions.some(waitsForBuffer);
  const ends = parts.filter((part) => !inside(part.edge.to)).map((part) => part.edge);
  return !inside(edge.from) && inside(edge.to) && !waits(edge) && ends.every(waits);
}

function refuseInSection(edges: readonly Edge[], begins: (edge: Edge) => boolean): void {
  const isLocked = edges.every((edge) => !begins(edge) || edge.actions.some(waitsForBuffer));
  for (const edge of edges) {
    if (edge.actions.some(isBufferedStore)) refuseStore(edge);
    if (!isLocked && edge.actions.some(({ kind }) => kind === 'store')) refuseUnlocked(edge);
  }
}

const refuseUnlocked = ({ span }: Edge): never =>
  unsupported(
    'trace robustness is about memory, and this step writes something that is no memory',
    span,
    'take --robust state',
  );

/** A store that may wait belongs to no event but itself: under SC it would take effect with the rest of its section. */
const refuseStore = ({ span }: Edge): never =>
  unsupported(
    'trace robustness is not decided for an atomic block that stores and accesses memory besides: its store may leave the buffer after the block',
    span,
    'write locked { } if the block is a locked instruction, or take --robust state',
  );

/** Whether the index means the same cell at the end of the edge as at its beginning. */
function isFixed({ actions }: Edge, { index }: CellAccess): boolean {
  if (index === null) return true;
  const written = new Set(actions.flatMap((action) => localWritten(action) ?? []));
  return sharedReads(index).length === 0 && [...localsOf(index)].every((id) => !written.has(id));
}

/** A load, and the condition under which an expression comes to it; null: always. */
interface ConditionalRead {
  readonly read: SharedRead;
  readonly when: Expr | null;
}

function waysOf({ actions, span }: Edge): readonly MemoryWay[] {
  let ways: readonly MemoryWay[] = [{ actions: [], parts: [], accesses: [] }];
  for (const [part, action] of actions.entries()) {
    const reads = expressionsRead(action).flatMap((expr) => readsOf(expr, null));
    for (const { read, when } of reads) {
      ways = ways.flatMap((way) =>
        when === null ? [reading(way, part, read)] : branched(way, part, read, when),
      );
      if (ways.length > mostWays)
        unsupported('trace robustness takes no step with so many conditional loads', span, 'split the step');
    }
    ways = ways.map((way) => doing(way, part, action));
  }
  return ways;
}

const reading = (way: MemoryWay, part: number, { shared, index }: SharedRead): MemoryWay => ({
  ...way,
  accesses: [...way.accesses, { kind: 'load', shared, index, place: way.actions.length, part }],
});

const assuming = (way: MemoryWay, part: number, cond: Expr): MemoryWay => ({
  ...way,
  actions: [...way.actions, { kind: 'assume', cond }],
  parts: [...way.parts, part],
});

const branched = (way: MemoryWay, part: number, read: SharedRead, when: Expr): readonly MemoryWay[] => [
  reading(assuming(way, part, when), part, read),
  assuming(way, part, not(when)),
];

function doing({ actions, parts, accesses }: MemoryWay, part: number, action: Action): MemoryWay {
  const own: readonly CellAccess[] =
    action.kind === 'store'
      ? [{ kind: 'store', shared: action.shared, index: action.index, place: actions.length, part }]
      : [];
  return { actions: [...actions, action], parts: [...parts, part], accesses: [...accesses, ...own] };
}

/** As evaluation comes to them; the right side of `&&`, `||` and `->` is evaluated where the left does not decide. */
function readsOf(expr: Expr, when: Expr | null): readonly ConditionalRead[] {
  switch (expr.kind) {
    case 'shared':
      return [...(expr.index === null ? [] : readsOf(expr.index, when)), { read: expr, when }];
    case 'unary':
      return readsOf(expr.arg, when);
    case 'binary': {
      const asked =
        expr.op === '&&' || expr.op === '->' ? expr.left : expr.op === '||' ? not(expr.left) : null;
      const right = asked === null ? when : when === null ? asked : and(when, asked);
      return [...readsOf(expr.left, when), ...readsOf(expr.right, right)];
    }
    default:
      return [];
  }
}

/** What an assert evaluates, without its claim: the condition may still fault. */
export const withoutClaim = (action: Action): Action =>
  action.kind === 'assert' ? { kind: 'assume', cond: binary('||', action.cond, truth) } : action;
