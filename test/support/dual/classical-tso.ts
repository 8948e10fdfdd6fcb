import { assertNever, at } from '../../../src/support/invariant.js';
import type { CellValue, DualProgram, Op } from '../../../src/engines/dual/dual-program.js';
import { memoryHas, memoryWith } from './configurations.js';
import type { BufferedProcess, TsoSemantics, TsoStep } from './configurations.js';

/** TSO with a store buffer for each process: paper 002, Figure 1. A message is a write that is still to reach memory. */
export function classicalTso(program: DualProgram): TsoSemantics<CellValue> {
  return {
    steps: (kind, process, memory) => [
      ...at(program.kinds, kind).transitions.flatMap(({ from, to, op }, transition) => {
        const after = from === process.state ? perform(op, process.buffer, memory) : null;
        if (after === null) return [];
        return [
          {
            action: { kind: 'transition' as const, transition },
            process: { state: to, buffer: after.buffer },
            memory: after.memory,
          },
        ];
      }),
      ...flush(process, memory),
    ],
  };
}

interface ClassicalView {
  readonly buffer: readonly CellValue[];
  readonly memory: readonly number[];
}

/** Null: not now. */
function perform(op: Op, buffer: readonly CellValue[], memory: readonly number[]): ClassicalView | null {
  switch (op.kind) {
    case 'read':
      // The whole buffer over memory: what memory will be for this process, and for it is already.
      return memoryHas(memoryWith(memory, buffer), op.reads) ? { buffer, memory } : null;
    case 'write':
      return { buffer: [...buffer, { cell: op.cell, value: op.value }], memory };
    case 'locked':
      return buffer.length === 0 && memoryHas(memory, op.reads)
        ? { buffer, memory: memoryWith(memory, op.writes) }
        : null;
    default:
      return assertNever(op);
  }
}

function flush(
  { state, buffer }: BufferedProcess<CellValue>,
  memory: readonly number[],
): readonly TsoStep<CellValue>[] {
  const [oldest, ...rest] = buffer;
  if (oldest === undefined) return [];
  return [
    { action: { kind: 'flush' }, process: { state, buffer: rest }, memory: memoryWith(memory, [oldest]) },
  ];
}
