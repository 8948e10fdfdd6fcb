import { choices } from '../../../src/evidence/step-choices.js';
import type { Step } from '../../../src/lang/run/execution.js';
import { stateKey } from '../../../src/memory/machine.js';
import type { Machine, MachineState } from '../../../src/memory/machine.js';
import { at } from '../../../src/support/invariant.js';

/** A step from outside atomic sections to outside: the steps of the machine that make it up. */
export interface PlainEdge {
  readonly to: number;
  readonly steps: readonly Step[];
}

export interface PlainGraph {
  readonly states: readonly MachineState[];
  /** Where nobody can step, one edge without steps leads to the state itself. */
  readonly edges: readonly (readonly PlainEdge[])[];
}

/**
 * All states outside atomic sections by the plain machine, and all ways between them; ways that differ in who moved or what
 * was flushed are told apart. Null: there are more states than `most`, or some execution ends at a fault.
 */
export function plainGraph(machine: Machine, most: number): PlainGraph | null {
  const states: MachineState[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (state: MachineState): number => {
    const key = stateKey(state);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, states.length);
    states.push(state);
    return states.length - 1;
  };
  numberOf(machine.initial({ cells: new Map(), locals: new Map() }));
  const edges: (readonly PlainEdge[])[] = [];
  for (let i = 0; i < states.length; i++) {
    if (states.length > most) return null;
    const ways = waysFrom(machine, at(states, i));
    if (ways === null) return null;
    edges.push(
      ways.length === 0
        ? [{ to: i, steps: [] }]
        : ways.map(({ state, steps }) => ({ to: numberOf(state), steps })),
    );
  }
  return { states, edges };
}

interface StepWay {
  readonly state: MachineState;
  readonly steps: readonly Step[];
}

function waysFrom(machine: Machine, start: MachineState): readonly StepWay[] | null {
  const found = new Map<string, StepWay>();
  const seen = new Set<string>();
  const open: StepWay[] = [{ state: start, steps: [] }];
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    for (const step of choices(machine, way.state).steps) {
      const result = machine.take(way.state, step);
      if (result.kind === 'blocked') continue;
      if (result.kind === 'fault') return null;
      const next = { state: result.state, steps: [...way.steps, step] };
      const key = `${stateKey(next.state)} ${[...new Set(next.steps.map(kindOf))].sort().join(' ')}`;
      if (machine.atomicThread(result.state) === null) found.set(key, found.get(key) ?? next);
      else if (!seen.has(key)) {
        seen.add(key);
        open.push(next);
      }
    }
  }
  return [...found.values()];
}

const kindOf = (step: Step): string =>
  step.kind === 'flush' ? `flush ${step.thread} ${step.cell}` : `edge ${step.thread}`;
