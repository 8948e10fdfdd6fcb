import type { ArrayMachine } from '../../arrays/array-machine.js';
import { isRun } from '../../arrays/array-run.js';
import type { ArrayRun, ArrayRunStep } from '../../arrays/array-run.js';
import { flushed, mapValues, viewsOf } from '../../arrays/array-states.js';
import type { ArrayState } from '../../arrays/array-states.js';
import { free, isFree } from '../../arrays/array-values.js';
import type { ArrayValue } from '../../arrays/array-values.js';
import { isInitial } from '../../arrays/initial-states.js';
import { at } from '../../support/invariant.js';
import type { ArrayEvidenceStep, ArrayRunClaim } from './evidence-document.js';
import { NoEvidence } from './read-evidence.js';

/** The run as a document tells it: cells by their names, and of each step what the machine does not know by itself. */
export function arrayRunClaim(
  machine: ArrayMachine,
  run: ArrayRun,
  property: string,
  maxProcs: number | null,
): ArrayRunClaim {
  const { cells } = machine.instance;
  const before = [run.initial, ...run.steps.map(({ after }) => after)];
  return {
    ...{ kind: 'array-run', property, processes: machine.procs, maxProcs },
    initial: Object.fromEntries(
      cells.map(({ name, slot }) => [name, machine.instance.text(slot, at(run.initial.cells, slot))]),
    ),
    steps: run.steps.map((step, i) => toldStep(machine, at(before, i), step)),
  };
}

function toldStep(machine: ArrayMachine, before: ArrayState, taken: ArrayRunStep): ArrayEvidenceStep {
  if (taken.kind === 'flush') return { flush: taken.process };
  const reached = machine.take(before, viewsOf(before), taken.step);
  if (typeof reached === 'string') throw new NoEvidence('a run has a step that cannot be taken');
  const { instance } = machine;
  const chosen = Object.fromEntries(
    slotsLeftOpen(reached).map(({ slot, value }) => [
      at(instance.cells, slot).name,
      instance.text(slot, value(taken.after)),
    ]),
  );
  return { transition: taken.step.transition, processes: taken.step.procs, chosen };
}

/** The cells that got any value, and where a state with one has it. */
function slotsLeftOpen(
  state: ArrayState,
): readonly { readonly slot: number; readonly value: (other: ArrayState) => ArrayValue }[] {
  const inMemory = [...state.cells.entries()].flatMap(([slot, value]) =>
    isFree(value) ? [{ slot, value: (other: ArrayState) => at(other.cells, slot) }] : [],
  );
  const inBuffers = state.buffers.flatMap((buffer, p) =>
    buffer.flatMap(({ slots, values }, e) =>
      slots.flatMap((slot, i) =>
        isFree(at(values, i))
          ? [{ slot, value: (other: ArrayState) => at(at(at(other.buffers, p), e).values, i) }]
          : [],
      ),
    ),
  );
  return [...inMemory, ...inBuffers];
}

/** Why it is no run of the machine from an initial state to one of the clause of the property; null: it is one. */
export function whyNoArrayRun(machine: ArrayMachine, claim: ArrayRunClaim): string | null {
  const index = machine.system.unsafe.findIndex(({ name }) => name === claim.property);
  if (index < 0) throw new NoEvidence(`the system has no property ${claim.property}`);
  const { cells } = machine.instance;
  const initial: ArrayState = {
    cells: cells.map(({ name, slot }) => valueOf(machine, slot, name, claim.initial[name])),
    buffers: Array.from({ length: machine.procs }, () => []),
  };
  if (!isInitial(machine.instance, initial)) return 'it does not begin in an initial state';
  const steps: ArrayRunStep[] = [];
  for (const told of claim.steps) {
    const step = stepOf(machine, steps.at(-1)?.after ?? initial, told);
    if (step === null) return `its step ${steps.length + 1} cannot be taken`;
    steps.push(step);
  }
  const goals = machine.clause(machine.clauseOf({ kind: 'unsafe', index }));
  const ends = goals.some((goal) => isRun(machine, { initial, steps }, goal));
  return ends ? null : `it does not end in a state of ${claim.property}`;
}

/** Null: it cannot be taken. */
function stepOf(machine: ArrayMachine, before: ArrayState, told: ArrayEvidenceStep): ArrayRunStep | null {
  if ('flush' in told) {
    const waiting = before.buffers[told.flush - 1] ?? [];
    return waiting.length === 0
      ? null
      : { kind: 'flush', process: told.flush, after: flushed(before, told.flush) };
  }
  const step = machine.steps.find(
    ({ transition, procs }) =>
      transition === told.transition &&
      procs.length === told.processes.length &&
      procs.every((p, i) => p === told.processes[i]),
  );
  if (step === undefined) return null;
  const reached = machine.take(before, viewsOf(before), step);
  if (typeof reached === 'string') return null;
  return { kind: 'transition', step, after: filled(machine, reached, told.chosen) };
}

/** The state with values in the place of those that are any: each is in another cell. */
function filled(
  machine: ArrayMachine,
  state: ArrayState,
  chosen: Readonly<Record<string, string>>,
): ArrayState {
  const open = slotsLeftOpen(state).map(({ slot }) => slot);
  if (open.length === 0) return state;
  const values = open.map((slot) => {
    const { name } = at(machine.instance.cells, slot);
    return valueOf(machine, slot, name, chosen[name]);
  });
  let next = 0;
  return mapValues(state, (value) => (isFree(value) ? at(values, next++) : value));
}

function valueOf(
  { instance }: ArrayMachine,
  slot: number,
  name: string,
  text: string | undefined,
): ArrayValue {
  if (text === undefined) throw new NoEvidence(`it does not tell what ${name} is`);
  const domain = instance.domain(slot);
  const value =
    domain === null ? instance.number(text) : domain.find((one) => instance.text(slot, one) === text);
  if (value === undefined || value === null || value <= free || instance.text(slot, value) !== text)
    throw new NoEvidence(`${name} cannot be ${text}`);
  return value;
}
