import type { ThreadId } from '../../lang/expr/ids.js';
import type { Edge } from '../../lang/program/system.js';
import type { StateBox } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import type { BoxDependence } from './box-steps.js';
import type { CompleteSteps } from './complete-steps.js';
import { fine } from './part-join.js';
import type { Judgement } from './part-join.js';

/** Whether some thread can move in the states of a box in which nothing waits (where something does there is a flush), or all have ended. */
export function judgeStuck(complete: CompleteSteps, box: StateBox): Judgement {
  const { coordinates } = complete.steps;
  const { threads } = complete.system;
  const wide = threads.find(({ id }) => at(box, coordinates.place(id))?.length !== 1);
  if (wide !== undefined) return { kind: 'depends', on: coordinates.place(wide.id) };
  if (threads.every(({ id, end }) => complete.placesOf(box, id).includes(BigInt(end)))) return fine;
  let depends: BoxDependence | null = null;
  for (const { id } of threads) {
    const moves = canMove(complete, box, id);
    if (moves === true) return fine;
    if (moves !== false) depends ??= moves;
  }
  return (
    depends ?? {
      kind: 'wrong',
      boxes: [{ box, lost: null }],
      why: 'in a state of the invariant no thread can move',
    }
  );
}

/** Whether the thread can make a step from every state of the box, or on what that depends; false: it can from none. */
export function canMove(complete: CompleteSteps, box: StateBox, thread: ThreadId): boolean | BoxDependence {
  const place = complete.steps.coordinates.place(thread);
  if (at(box, place)?.length !== 1) return { kind: 'depends', on: place };
  let depends: BoxDependence | null = null;
  for (const edge of complete.leaving(box, thread)) {
    const moves = comesToAnEnd(complete, box, thread, edge);
    if (moves === true) return true;
    if (moves !== false) depends ??= moves;
  }
  return depends ?? false;
}

/** Whether some way that begins with the edge does, from every state of the box, or on what that depends. */
function comesToAnEnd(
  complete: CompleteSteps,
  box: StateBox,
  thread: ThreadId,
  edge: Edge,
): boolean | BoxDependence {
  // What the way itself has chosen may be gone through in pieces: one of the ways is enough.
  for (const step of complete.from(box, thread, edge)) {
    if (step.kind === 'depends') return step;
    if (step.kind === 'fault' || !complete.isInside(step.box, thread)) return true;
  }
  return false;
}
