import { setImmediate } from 'node:timers/promises';
import type { Machine, MachineState } from '../../memory/machine.js';
import type { Execution, Step } from '../../lang/run/execution.js';
import { at } from '../../support/invariant.js';
import { endText, moves, violatedIn } from './moves.js';
import { randomChoice, randomFrom } from './random-choice.js';

export interface RandomRun {
  readonly execution: Execution;
  /** What happened beside the steps, one sentence each. */
  readonly remarks: readonly string[];
}

const stepsBetweenBreaths = 200;

/** At most `length` steps, each drawn from those that are possible. */
export async function randomRun(
  machine: Machine,
  length: number,
  seed: number,
  signal: AbortSignal,
): Promise<RandomRun> {
  const random = randomFrom(seed);
  const initial = randomChoice(machine.system, random);
  const steps: Step[] = [];
  let state: MachineState = machine.initial(initial);
  const remarks = violatedIn(machine, state).map((what) => `At the start ${what}.`);
  while (steps.length < length) {
    if (steps.length % stepsBetweenBreaths === 0) await setImmediate();
    if (signal.aborted) return { execution: { initial, steps }, remarks: [...remarks, 'Interrupted.'] };
    const possible = moves(machine, state);
    if (possible.length === 0)
      return { execution: { initial, steps }, remarks: [...remarks, endText(machine, state)] };
    const move = at(possible, random(possible.length));
    steps.push(move.step);
    remarks.push(...move.violations.map((what) => `After step ${steps.length} ${what}.`));
    if (move.ends)
      return { execution: { initial, steps }, remarks: [...remarks, 'The execution ends here.'] };
    state = move.next;
  }
  return { execution: { initial, steps }, remarks: [...remarks, `Stopped after ${length} steps.`] };
}
