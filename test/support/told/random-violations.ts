import { choices } from '../../../src/evidence/step-choices.js';
import { violation } from '../../../src/evidence/replay.js';
import type { Property } from '../../../src/lang/program/program.js';
import { isTemporal } from '../../../src/lang/program/program.js';
import type { Execution, Step } from '../../../src/lang/run/execution.js';
import type { Machine } from '../../../src/memory/machine.js';
import type { Random } from '../random.js';

export interface RandomViolation {
  readonly execution: Execution;
  readonly property: Property;
}

const mostSteps = 80;

/** A run of random steps up to the first violation of a property, if it comes to one. */
export function randomViolation(machine: Machine, random: Random): RandomViolation | null {
  const initial = { cells: new Map(), locals: new Map() };
  const properties = machine.system.properties.filter((each) => !isTemporal(each));
  let state = machine.initial(initial);
  const steps: Step[] = [];
  while (steps.length < mostSteps) {
    const possible = choices(machine, state).steps.flatMap((step) => {
      const result = machine.take(state, step);
      // Flushes seldom, so that much waits.
      const rare = step.kind === 'flush' && random.chance(0.5);
      return result.kind === 'blocked' || rare ? [] : [{ step, result }];
    });
    if (possible.length === 0) {
      if (machine.hasEnded(state)) return null;
      if (choices(machine, state).steps.every((step) => machine.take(state, step).kind === 'blocked')) return null;
      continue;
    }
    const { step, result } = random.pick(possible);
    steps.push(step);
    if (result.kind === 'moved') state = result.state;
    const broken = properties.find(
      (property) => violation(machine, state, result, property).kind === 'accepted',
    );
    if (broken !== undefined) return { execution: { initial, steps }, property: broken };
    if (result.kind === 'fault') return null;
  }
  return null;
}
