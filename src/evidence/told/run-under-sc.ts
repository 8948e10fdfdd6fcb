import type { Execution, Step } from '../../lang/run/execution.js';
import type { Property } from '../../lang/program/program.js';
import { Machine } from '../../memory/machine.js';
import { sc } from '../../memory/sc.js';
import { addTo } from '../../support/remembered.js';
import { drained, relationOf } from '../happens-before.js';
import { confirm } from '../replay.js';
import type { RunAccesses, TraceEvent } from '../accesses-of-run.js';

/** A run that violates a property. */
export interface ViolatingRunOf {
  readonly machine: Machine;
  readonly execution: Execution;
  readonly property: Property;
}

/**
 * Whether the steps of the threads of a run lead to a violation of the property under SC, too: in the order that they have, or
 * in one that the happens-before relation allows, if it has no cycle.
 */
export function isUnderSc({ machine, execution, property }: ViolatingRunOf, accesses: RunAccesses): boolean {
  const plain = new Machine(machine.system, sc);
  const direct = execution.steps.filter(({ kind }) => kind === 'edge');
  if (isViolatedOn(plain, { ...execution, steps: direct }, property)) return true;
  // A last step that ends the run is no event.
  const ends = accesses.steps.at(-1)?.result.kind === 'fault' ? direct.slice(-1) : [];
  return [accesses, drained(accesses)].some((each) => {
    const sorted = inOrder(each);
    return sorted !== null && isViolatedOn(plain, { ...execution, steps: [...sorted, ...ends] }, property);
  });
}

/** At the end, or of an invariant in some state. */
function isViolatedOn(plain: Machine, execution: Execution, property: Property): boolean {
  if (property.kind !== 'invariant') return confirm(plain, execution, property).kind === 'accepted';
  let isSeen = false;
  confirm(plain, execution, null, (_, __, state) => {
    isSeen ||= plain.atomicThread(state) === null && !plain.holds(state, property.formula);
  });
  return isSeen;
}

/** The steps by an order of the events that the relation allows, early ones first; null: there is none. */
function inOrder(accesses: RunAccesses): readonly Step[] | null {
  const following = new Map<TraceEvent, TraceEvent[]>();
  const open = new Map<TraceEvent, number>(accesses.events.map((event) => [event, 0]));
  for (const { from, to } of relationOf(accesses)) {
    if (from === to) continue;
    addTo(following, from, to);
    open.set(to, (open.get(to) ?? 0) + 1);
  }
  const steps = stepsByEvent(accesses);
  const order: Step[] = [];
  const ready = accesses.events.filter((event) => open.get(event) === 0);
  let done = 0;
  for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
    done++;
    order.push(...(steps.get(next) ?? []));
    for (const after of following.get(next) ?? []) {
      const left = (open.get(after) ?? 0) - 1;
      open.set(after, left);
      if (left === 0) ready.push(after);
    }
  }
  return done === accesses.events.length ? order : null;
}

function stepsByEvent(accesses: RunAccesses): ReadonlyMap<TraceEvent, readonly Step[]> {
  const found = new Map<TraceEvent, Step[]>();
  for (const { step, event } of accesses.steps) if (event !== null) addTo(found, event, step);
  return found;
}
