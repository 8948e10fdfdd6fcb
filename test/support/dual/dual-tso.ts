import { assertNever, at } from '../../../src/support/invariant.js';
import type { CellValue, DualProgram, Op } from '../../../src/engines/dual/dual-program.js';
import { memoryHas, memoryWith } from './configurations.js';
import type { BufferedProcess, TsoSemantics, TsoStep } from './configurations.js';

/**
 * TSO with a load buffer for each process: paper 002, Figure 2, where Read-from-buffer takes the oldest message (the
 * figure shows the newest, the text and the proofs say the oldest).
 *
 * The paper's reads are of one cell, ours of several cells at one moment, so a message from memory is here a set of values
 * that memory held together. In the proof of Theorem 1 the dual run makes the moves of a process when its writes reach
 * memory, and the messages in its load buffer are the moments, oldest first, that the process has yet to live through: its
 * reads to come happen at the oldest one. The own-messages in the buffer are the writes that the process has already made
 * but that reach memory after that moment: just what the store buffer then holds. A read of several cells happens at one
 * moment, so all cells without an own-message must come from the one message at the head; separate messages would allow
 * memory to change in between. Conversely the values of a message did hold at one moment, and to read fewer cells of it is
 * to read at that moment.
 *
 * Messages for the sets of cells that some read of the kind has are enough, for a message that only some of the cells are
 * taken from, or that several reads take from, can be several messages of the same moment.
 */
export function dualTso(program: DualProgram): TsoSemantics<LoadMessage> {
  const cellSets = program.kinds.map(({ transitions }) => cellsReadTogether(transitions.map(({ op }) => op)));
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
      ...at(cellSets, kind).map((cells) => propagate(cells, process, memory)),
      ...deleteOldest(process, memory),
    ],
  };
}

export type LoadMessage =
  /** Memory had these values together. */
  | { readonly kind: 'seen'; readonly values: readonly CellValue[] }
  /** The process has written the value. */
  | { readonly kind: 'own'; readonly cell: number; readonly value: number };

/** The different sets of cells that one read reads, each set in increasing order. */
export function cellsReadTogether(ops: readonly Op[]): readonly (readonly number[])[] {
  const sets = new Map<string, readonly number[]>();
  for (const op of ops) {
    if (op.kind !== 'read' || op.reads.length === 0) continue;
    const cells = op.reads.map(({ cell }) => cell).toSorted((a, b) => a - b);
    sets.set(cells.join(), cells);
  }
  return [...sets.values()];
}

interface DualView {
  readonly buffer: readonly LoadMessage[];
  readonly memory: readonly number[];
}

/** Null: not now. */
function perform(op: Op, buffer: readonly LoadMessage[], memory: readonly number[]): DualView | null {
  switch (op.kind) {
    case 'read':
      return op.reads.every(({ cell, value }) => valueRead(buffer, cell) === value)
        ? { buffer, memory }
        : null;
    case 'write':
      return {
        buffer: [...buffer, { kind: 'own', cell: op.cell, value: op.value }],
        memory: memoryWith(memory, [op]),
      };
    case 'locked':
      return buffer.length === 0 && memoryHas(memory, op.reads)
        ? { buffer, memory: memoryWith(memory, op.writes) }
        : null;
    default:
      return assertNever(op);
  }
}

/** The newest own value, else what the oldest message says, if it speaks of the cell. */
function valueRead(buffer: readonly LoadMessage[], cell: number): number | undefined {
  const own = buffer.findLast((message) => message.kind === 'own' && message.cell === cell);
  if (own?.kind === 'own') return own.value;
  const [oldest] = buffer;
  return oldest?.kind === 'seen' ? oldest.values.find((seen) => seen.cell === cell)?.value : undefined;
}

function propagate(
  cells: readonly number[],
  { state, buffer }: BufferedProcess<LoadMessage>,
  memory: readonly number[],
): TsoStep<LoadMessage> {
  const values = cells.map((cell) => ({ cell, value: at(memory, cell) }));
  return {
    action: { kind: 'propagate', cells },
    process: { state, buffer: [...buffer, { kind: 'seen', values }] },
    memory,
  };
}

function deleteOldest(
  { state, buffer }: BufferedProcess<LoadMessage>,
  memory: readonly number[],
): readonly TsoStep<LoadMessage>[] {
  if (buffer.length === 0) return [];
  return [{ action: { kind: 'delete' }, process: { state, buffer: buffer.slice(1) }, memory }];
}
