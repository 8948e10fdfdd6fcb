import { choices } from '../../evidence/step-choices.js';
import { describeStep } from '../../evidence/describe.js';
import type { Machine, MachineState, StepResult } from '../../memory/machine.js';
import { isGoal } from '../../lang/program/program.js';
import type { Step } from '../../lang/run/execution.js';

/** A step that can be taken now. */
export interface OfferedMove {
  readonly step: Step;
  readonly text: string;
  /** The same as before if the step ends the execution. */
  readonly next: MachineState;
  /** Whether the execution ends with the step: it violates div, bounds or range. */
  readonly ends: boolean;
  /** What is wrong in or with the step, one sentence each. */
  readonly violations: readonly string[];
}

export function moves(machine: Machine, state: MachineState): readonly OfferedMove[] {
  return choices(machine, state).steps.flatMap((step) => {
    const result = machine.take(state, step);
    return result.kind === 'blocked' ? [] : [moveOf(machine, state, step, result)];
  });
}

function moveOf(
  machine: Machine,
  before: MachineState,
  step: Step,
  result: Exclude<StepResult, { kind: 'blocked' }>,
): OfferedMove {
  const text = describeStep(machine, step, result);
  const ends = result.kind === 'fault';
  const violations = [
    ...result.failed.map((name) => `the assertion ${name} fails`),
    ...(ends ? [`the property ${result.property} is violated`] : violatedIn(machine, result.state)),
  ];
  return { step, text, next: ends ? before : result.state, ends, violations };
}

/** The invariants and final conditions that are false in a state where they are read. */
export function violatedIn(machine: Machine, state: MachineState): readonly string[] {
  const ended = machine.hasEnded(state);
  const outside = machine.atomicThread(state) === null;
  return machine.system.properties.flatMap((property) => {
    const read = (property.kind === 'invariant' && outside) || (property.kind === 'final' && ended);
    if (!read || machine.holds(state, property.formula)) return [];
    return [
      isGoal(property)
        ? `the goal ${property.name} is reached`
        : `the ${property.kind} ${property.name} is violated`,
    ];
  });
}

/** Why nothing can move. */
export function endText(machine: Machine, state: MachineState): string {
  return machine.hasEnded(state)
    ? 'All threads have ended and all buffers are empty.'
    : 'No step is possible, and not all threads have ended.';
}
