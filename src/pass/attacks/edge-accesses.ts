import { unsupported } from '../../diagnostics/diagnostic.js';
import { and, binary, localsOf, not, sharedReads, truth } from '../../lang/expr/expr.js';
import type { Expr, SharedRead } from '../../lang/expr/expr.js';
import type { SharedId } from '../../lang/expr/ids.js';
import { expressionsRead, isBufferedStore, localWritten, waitsForBuffer } from '../../lang/program/actions.js';
import type { Action, Automaton, Edge, StoreAction, System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';

/** A load or a store of a cell, before the action at this place of its way. */
export interface CellAccess {
  readonly kind: 'load' | 'store';
  readonly shared: SharedId;
  /** Null for a scalar; else it has the same value wherever on the way it is evaluated before the action. */
  readonly index: Expr | null;
  readonly place: number;
}

/**
 * One way to go through an edge: its actions, with tests that say which of the conditional loads happen, and the accesses
 * that are made then. The ways of an edge exclude each other.
 */
export interface EdgeWay {
  readonly actions: readonly Action[];
  readonly accesses: readonly CellAccess[];
}

/**
 * What an edge is to the memory. Each edge is one event of a trace, be it a locked instruction or an atomic section that
 * only loads: nobody can look in between, and its loads see one memory.
 */
export interface MemoryEdge {
  readonly edge: Edge;
  /** `drained`: a fence or a locked instruction, before which the thread's buffer gets empty. */
  readonly role: 'silent' | 'loads' | 'store' | 'drained';
  readonly ways: readonly EdgeWay[];
}

/** More ways through an edge are refused. */
const mostWays = 64;

/** The edges of a thread as events; refuses what the theory of robustness does not cover. */
export function memoryEdges(system: System, automaton: Automaton): readonly MemoryEdge[] {
  const open = automaton.edges.find(({ from, to }) =>
    [from, to].some((place) => at(automaton.locations, place).atomic),
  );
  if (open !== undefined)
    unsupported(
      `trace robustness needs each atomic section of ${automaton.name} as one step: this one has a loop, a label or branches that join`,
      open.span,
      'take --robust state, or write the section without them',
    );
  return automaton.edges.map((edge) => memoryEdge(system, edge));
}

function memoryEdge(system: System, edge: Edge): MemoryEdge {
  const { actions } = edge;
  const stores = actions.filter((action) => action.kind === 'store');
  const isDrained = actions.some(waitsForBuffer);
  refuseUnlocked(edge, stores, isDrained);
  const ways = waysOf(edge);
  if (stores.some(isBufferedStore)) refuseOthers(edge, ways, isDrained);
  if (ways.some(({ accesses }) => accesses.length > 1)) refuseMoving(system, edge, ways);
  const hasLoads = ways.some(({ accesses }) => accesses.length > 0);
  const role = isDrained ? 'drained' : stores.length > 0 ? 'store' : hasLoads ? 'loads' : 'silent';
  return { edge, role, ways };
}

function refuseUnlocked({ span }: Edge, stores: readonly StoreAction[], isDrained: boolean): void {
  if (!isDrained && stores.some(({ locked }) => locked))
    unsupported(
      'trace robustness is about memory, and this step writes something that is no memory',
      span,
      'take --robust state',
    );
}

/** A store that may wait belongs to no event but itself: under SC it would take effect with the rest of its section. */
function refuseOthers({ span }: Edge, ways: readonly EdgeWay[], isDrained: boolean): void {
  if (isDrained || ways.some(({ accesses }) => accesses.length !== 1))
    unsupported(
      'trace robustness is not decided for an atomic block that stores and accesses memory besides: its store may leave the buffer after the block',
      span,
      'write locked { } if the block is a locked instruction, or take --robust state',
    );
}

/** The cells that an event of several accesses is about must be known when it begins. */
function refuseMoving(system: System, { actions, span }: Edge, ways: readonly EdgeWay[]): void {
  const written = new Set(actions.flatMap((action) => localWritten(action) ?? []));
  for (const { shared, index } of ways.flatMap(({ accesses }) => accesses)) {
    if (index === null) continue;
    if (sharedReads(index).length === 0 && [...localsOf(index)].every((id) => !written.has(id))) continue;
    unsupported(
      `trace robustness needs to know which cell of ${at(system.shared, shared).name} an atomic section accesses before the section begins`,
      span,
      'take --robust state, or compute the index before the section',
    );
  }
}

/** A load, and the condition under which an expression comes to it; null: always. */
interface ConditionalRead {
  readonly read: SharedRead;
  readonly when: Expr | null;
}

function waysOf({ actions, span }: Edge): readonly EdgeWay[] {
  let ways: readonly EdgeWay[] = [{ actions: [], accesses: [] }];
  for (const action of actions) {
    const reads = expressionsRead(action).flatMap((expr) => readsOf(expr, null));
    for (const { read, when } of reads) {
      ways = ways.flatMap((way) => (when === null ? [reading(way, read)] : branched(way, read, when)));
      if (ways.length > mostWays)
        unsupported('trace robustness takes no step with so many conditional loads', span, 'split the step');
    }
    ways = ways.map((way) => doing(way, action));
  }
  return ways;
}

const reading = ({ actions, accesses }: EdgeWay, { shared, index }: SharedRead): EdgeWay => ({
  actions,
  accesses: [...accesses, { kind: 'load', shared, index, place: actions.length }],
});

const assuming = ({ actions, accesses }: EdgeWay, cond: Expr): EdgeWay => ({
  actions: [...actions, { kind: 'assume', cond }],
  accesses,
});

const branched = (way: EdgeWay, read: SharedRead, when: Expr): readonly EdgeWay[] => [
  reading(assuming(way, when), read),
  assuming(way, not(when)),
];

function doing({ actions, accesses }: EdgeWay, action: Action): EdgeWay {
  const own: readonly CellAccess[] =
    action.kind === 'store'
      ? [{ kind: 'store', shared: action.shared, index: action.index, place: actions.length }]
      : [];
  return { actions: [...actions, action], accesses: [...accesses, ...own] };
}

/** As evaluation comes to them; the right side of `&&`, `||` and `->` is evaluated where the left does not decide. */
function readsOf(expr: Expr, when: Expr | null): readonly ConditionalRead[] {
  switch (expr.kind) {
    case 'shared':
      return [...(expr.index === null ? [] : readsOf(expr.index, when)), { read: expr, when }];
    case 'unary':
      return readsOf(expr.arg, when);
    case 'binary': {
      const asked = expr.op === '&&' || expr.op === '->' ? expr.left : expr.op === '||' ? not(expr.left) : null;
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
