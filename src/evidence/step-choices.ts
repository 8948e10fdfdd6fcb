import type { Step } from '../lang/run/execution.js';
import { cardinality, defaultOf, firstValues } from '../lang/expr/type.js';
import type { Type } from '../lang/expr/type.js';
import type { Machine, MachineState } from '../memory/machine.js';

/** Beyond this many values a havoc is not spelt out. */
const maxHavocValues = 64;

export interface StepChoices {
  /** Steps to try; some may turn out blocked. */
  readonly steps: readonly Step[];
  /** Whether these are all: a havoc over too many values is tried at one only. */
  readonly complete: boolean;
}

export function choices(machine: Machine, state: MachineState): StepChoices {
  const steps: Step[] = [];
  let complete = true;
  for (const candidate of machine.candidates(state)) {
    const { thread } = candidate;
    if ('flush' in candidate) {
      steps.push({ kind: 'flush', thread, cell: candidate.flush });
      continue;
    }
    const types = machine.havocTypes(candidate.edge);
    complete &&= types.every(isEnumerable);
    for (const havoc of havocChoices(types))
      steps.push({ kind: 'edge', thread, edge: candidate.edge.id, havoc });
  }
  return { steps, complete };
}

const nothingToChoose: readonly (readonly bigint[])[] = [[]];

function havocChoices(types: readonly Type[]): readonly (readonly bigint[])[] {
  return types.reduce(
    (partial, type) => partial.flatMap((c) => valuesOf(type).map((v) => [...c, v])),
    nothingToChoose,
  );
}

function isEnumerable(type: Type): boolean {
  const size = cardinality(type);
  return size !== null && size <= maxHavocValues;
}

export const valuesOf = (type: Type): readonly bigint[] =>
  isEnumerable(type) ? firstValues(type, maxHavocValues) : [defaultOf(type)];
