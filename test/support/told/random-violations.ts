import { choices } from '../../../src/evidence/step-choices.js';
import { violation } from '../../../src/evidence/replay.js';
import { bool, conjunction, equal, int, local, not, shared } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import type { Type } from '../../../src/lang/expr/type.js';
import type { Property } from '../../../src/lang/program/program.js';
import { isTemporal } from '../../../src/lang/program/program.js';
import type { Execution, Step } from '../../../src/lang/run/execution.js';
import type { Machine, MachineState } from '../../../src/memory/machine.js';
import { at } from '../../../src/support/invariant.js';
import { span } from '../generate/generate-values.js';
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
      if (choices(machine, state).steps.every((step) => machine.take(state, step).kind === 'blocked'))
        return null;
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

/** A run of random steps to the end of the program, and a final condition that forbids some of what it comes to. */
export function randomOutcome(machine: Machine, random: Random): RandomViolation | null {
  const initial = { cells: new Map(), locals: new Map() };
  let state = machine.initial(initial);
  const steps: Step[] = [];
  while (!machine.hasEnded(state)) {
    if (steps.length >= mostSteps) return null;
    const all = choices(machine, state).steps;
    const possible = all.filter((step) => machine.take(state, step).kind === 'moved');
    if (possible.length === 0) return null;
    const edges = possible.filter(({ kind }) => kind === 'edge');
    const step = random.pick(edges.length > 0 && random.chance(0.7) ? edges : possible);
    const result = machine.take(state, step);
    if (result.kind === 'moved') state = result.state;
    steps.push(step);
  }
  return { execution: { initial, steps }, property: forbidden(machine, state, random) };
}

function forbidden({ system, cells }: Machine, state: MachineState, random: Random): Property {
  const locals = system.locals
    .filter(({ temporary }) => !temporary)
    .map(({ id, type }) => equal(local(id), constant(type, at(state.locals, id))));
  const memory = cells.all().flatMap((cell) => {
    const { id, type, shape } = cells.variable(cell);
    return shape.kind === 'scalar' ? [equal(shared(id), constant(type, at(state.memory, cell)))] : [];
  });
  const parts = [...locals, ...memory].filter(() => random.chance(0.7));
  const formula = not(conjunction(parts));
  return { kind: 'final', name: 'other', formula, span };
}

const constant = (type: Type, value: bigint): Expr =>
  type.kind === 'bool' ? bool(value !== 0n) : int(value);
