import type { Step } from '../ir/execution.js';
import type { Edge } from '../ir/system.js';
import { cardinality, defaultOf } from '../ir/type.js';
import type { Type } from '../ir/type.js';
import type { Machine, MachineState } from '../memory/machine.js';

/** Beyond this many values a havoc is not spelt out. */
const maxHavocValues = 64n;

export interface Choices {
  /** Steps to try; some may turn out blocked. */
  readonly steps: readonly Step[];
  /** Whether these are all: a havoc over too many values is tried at one only. */
  readonly complete: boolean;
}

export function choices(machine: Machine, state: MachineState): Choices {
  const candidates = machine.candidates(state);
  const steps = candidates.flatMap((candidate): readonly Step[] =>
    'flush' in candidate
      ? [{ kind: 'flush', thread: candidate.thread, cell: candidate.flush }]
      : havocChoices(machine, candidate.edge).map((havoc) => ({
          kind: 'edge',
          thread: candidate.thread,
          edge: candidate.edge.id,
          havoc,
        })),
  );
  const complete = candidates.every((c) => 'flush' in c || machine.havocTypes(c.edge).every(isEnumerable));
  return { steps, complete };
}

function havocChoices(machine: Machine, edge: Edge): readonly (readonly bigint[])[] {
  return machine
    .havocTypes(edge)
    .reduce<(readonly bigint[])[]>(
      (partial, type) => partial.flatMap((c) => valuesOf(type).map((v) => [...c, v])),
      [[]],
    );
}

function isEnumerable(type: Type): boolean {
  const size = cardinality(type);
  return size !== null && size <= maxHavocValues;
}

export function valuesOf(type: Type): readonly bigint[] {
  if (!isEnumerable(type)) return [defaultOf(type)];
  const size = cardinality(type);
  const low = type.kind === 'range' ? type.lo : 0n;
  return Array.from({ length: Number(size) }, (_, i) => low + BigInt(i));
}
