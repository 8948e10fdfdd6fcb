import type { ThreadId } from '../../lang/expr/ids.js';
import type { Edge } from '../../lang/program/system.js';
import type { StateBox } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import type { BoxChoices, BoxDependence, BoxStep, BoxSteps } from './box-steps.js';
import { allValues, listed } from './coordinates.js';

export type KnownStep = Exclude<BoxStep, { readonly kind: 'depends' | 'chooses' }>;

/**
 * All that comes of an edge from the states of a box, or on which coordinate it depends that has not changed since `origin`. What
 * has changed, or is chosen, is gone through value by value.
 */
export function stepsAlong(
  steps: BoxSteps,
  origin: StateBox,
  from: StateBox,
  thread: ThreadId,
  edge: Edge,
): readonly KnownStep[] | BoxDependence {
  const found: KnownStep[] = [];
  const open: { readonly box: StateBox; readonly choices: BoxChoices }[] = [
    { box: from, choices: new Map() },
  ];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    const { box, choices } = here;
    const step = steps.along(box, thread, edge, choices);
    switch (step.kind) {
      case 'depends':
        if (at(box, step.on) === at(origin, step.on)) return step;
        for (const part of steps.coordinates.parts(box, step.on)) open.push({ box: part, choices });
        break;
      case 'chooses': {
        const { type } = at(steps.system.locals, step.local);
        for (const value of listed(allValues(type)))
          open.push({ box, choices: new Map([...choices, [step.action, value]]) });
        break;
      }
      case 'moved':
      case 'fault':
      case 'blocked':
        found.push(step);
    }
  }
  return found;
}
