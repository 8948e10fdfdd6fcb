import type { Expr } from '../../lang/expr/expr.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { Edge } from '../../lang/program/system.js';
import type { StateBox } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import type { BoxChoices, BoxStep, BoxSteps } from './box-steps.js';
import { allValues, listed } from './coordinates.js';

export type KnownStep = Exclude<BoxStep, { readonly kind: 'depends' | 'chooses' }>;

/** Hears on which coordinate a step from the box depends. */
export type SplitListener = (box: StateBox, on: number) => void;

/** All that comes of an edge from the states of a box, which is split by what the step reads. */
export function stepsAlong(
  steps: BoxSteps,
  from: StateBox,
  thread: ThreadId,
  edge: Edge,
  splits: SplitListener = () => undefined,
): readonly KnownStep[] {
  const found: KnownStep[] = [];
  const open: { readonly box: StateBox; readonly choices: BoxChoices }[] = [
    { box: from, choices: new Map() },
  ];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    const { box, choices } = here;
    const step = steps.along(box, thread, edge, choices);
    switch (step.kind) {
      case 'depends':
        splits(box, step.on);
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

/** States of the box in which the formula is false; null: there are none. */
export function violating(steps: BoxSteps, from: StateBox, formula: Expr): StateBox | null {
  const open = [from];
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    const truth = steps.holds(box, formula);
    if (truth.kind === 'depends') open.push(...steps.coordinates.parts(box, truth.on));
    else if (!truth.holds) return box;
  }
  return null;
}
