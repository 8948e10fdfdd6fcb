import { assertNever, at } from '../../../src/support/invariant.js';
import type { CellValue, DualProgram, Op } from '../../../src/engines/dual/dual-program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { ordersWrites } from '../../../src/memory/model-questions.js';
import { tso } from '../../../src/memory/tso.js';
import { memoryHas, memoryWith } from './configurations.js';
import type { BufferedProcess, TsoSemantics, TsoStep } from './configurations.js';

/** TSO with a store buffer for each process: paper 002, Figure 1. A message is a write that is still to reach memory. */
export const classicalTso = (program: DualProgram): TsoSemantics<CellValue> => classical(program, tso);

/**
 * Store buffers as the model has them. Where the order between cells means nothing, a buffer is sorted by cell, so that
 * equal buffers are the same.
 */
export function classical(program: DualProgram, model: MemoryModel): TsoSemantics<CellValue> {
  return {
    steps: (kind, process, memory) => [
      ...at(program.kinds, kind).transitions.flatMap(({ from, to, op }, transition) => {
        const after = from === process.state ? perform(model, op, process.buffer, memory) : null;
        if (after === null) return [];
        return [
          {
            action: { kind: 'transition' as const, transition },
            process: { state: to, buffer: after.buffer },
            memory: after.memory,
          },
        ];
      }),
      ...flush(model, process, memory),
    ],
  };
}

interface ClassicalView {
  readonly buffer: readonly CellValue[];
  readonly memory: readonly number[];
}

/** Null: not now. */
function perform(
  model: MemoryModel,
  op: Op,
  buffer: readonly CellValue[],
  memory: readonly number[],
): ClassicalView | null {
  switch (op.kind) {
    case 'read':
      // The whole buffer over memory: what memory will be for this process, and for it is already.
      return memoryHas(memoryWith(memory, buffer), op.reads) ? { buffer, memory } : null;
    case 'write':
      return { buffer: appended(model, buffer, { cell: op.cell, value: op.value }), memory };
    case 'locked':
      return buffer.length === 0 && memoryHas(memory, op.reads)
        ? { buffer, memory: memoryWith(memory, op.writes) }
        : null;
    default:
      return assertNever(op);
  }
}

const appended = (
  model: MemoryModel,
  buffer: readonly CellValue[],
  message: CellValue,
): readonly CellValue[] =>
  ordersWrites(model) ? [...buffer, message] : [...buffer, message].toSorted((a, b) => a.cell - b.cell);

function flush(
  model: MemoryModel,
  { state, buffer }: BufferedProcess<CellValue>,
  memory: readonly number[],
): readonly TsoStep<CellValue>[] {
  const oldest = buffer.filter((message, i) =>
    ordersWrites(model) ? i === 0 : buffer.findIndex(({ cell }) => cell === message.cell) === i,
  );
  return oldest.map((message) => ({
    action: { kind: 'flush', cell: message.cell },
    process: { state, buffer: buffer.filter((other) => other !== message) },
    memory: memoryWith(memory, [message]),
  }));
}
