import type { ThreadId } from '../../lang/expr/ids.js';
import type { Edge } from '../../lang/program/system.js';
import type { StateBox } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import type { CompleteSteps } from './complete-steps.js';

/** Whether there may be a state in the box in which nobody can move and some thread has not ended. */
export function mayBeStuck(complete: CompleteSteps, from: StateBox): boolean {
  const { coordinates } = complete.steps;
  // Where something waits there is a flush.
  const drained = complete.drained(from);
  const open: StateBox[] = drained === null ? [] : [drained];
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    complete.steps.watch();
    const here = box;
    const wide = complete.system.threads.find(({ id }) => complete.placesOf(here, id).length > 1);
    if (wide !== undefined) open.push(...coordinates.parts(box, coordinates.place(wide.id)));
    else if (complete.ended(box) === null) {
      const next = undecided(complete, box);
      if (next === null) return true;
      open.push(...next);
    }
  }
  return false;
}

/** The parts of a box in which it is not known whether some thread can move; null: none can. */
function undecided(complete: CompleteSteps, box: StateBox): readonly StateBox[] | null {
  const { coordinates } = complete.steps;
  let parts: readonly StateBox[] | null = null;
  for (const { id } of complete.system.threads) {
    for (const edge of complete.leaving(box, id)) {
      const step = complete.steps.along(box, id, edge, new Map());
      if (step.kind === 'blocked') continue;
      if (step.kind === 'depends') parts ??= coordinates.parts(box, step.on);
      else if (step.kind === 'fault' || (step.kind === 'moved' && !complete.isInside(step.box, id)))
        return [];
      else {
        const ends = comesToAnEnd(complete, box, id, edge);
        if (ends === true) return [];
        if (ends !== false) parts ??= coordinates.parts(box, ends.on);
      }
    }
  }
  return parts;
}

/** Whether some way that begins with the edge does, from every state of the box, or on what that depends. */
function comesToAnEnd(
  complete: CompleteSteps,
  box: StateBox,
  thread: ThreadId,
  edge: Edge,
): boolean | { readonly on: number } {
  let on: number | null = null;
  // What the way itself has chosen may be split: one of the ways is enough.
  const splits = (here: StateBox, coordinate: number): void => {
    if (at(here, coordinate) === at(box, coordinate)) on ??= coordinate;
  };
  for (const step of complete.from(box, thread, edge, splits)) {
    if (on !== null) break;
    if (step.kind === 'fault' || !complete.isInside(step.box, thread)) return true;
  }
  return on === null ? false : { on };
}
