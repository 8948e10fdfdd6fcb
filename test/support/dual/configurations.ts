import { at, invariant } from '../../../src/support/invariant.js';
import type { Beginning, CellValue, DualProgram } from '../../../src/engines/dual/dual-program.js';

/**
 * What the two semantics of a program share. Only one process moves at a time, and how it may move depends on nothing but
 * its state, its buffer and the memory.
 */
export interface TsoSemantics<Message> {
  readonly steps: (
    kind: number,
    process: BufferedProcess<Message>,
    memory: readonly number[],
  ) => readonly TsoStep<Message>[];
}

export interface BufferedProcess<Message> {
  readonly state: number;
  /** Oldest message first. The paper writes it last, and calls that end the head of a load buffer. */
  readonly buffer: readonly Message[];
}

export interface TsoStep<Message> {
  readonly action: TsoAction;
  readonly process: BufferedProcess<Message>;
  readonly memory: readonly number[];
}

export type TsoAction =
  /** The position of the transition among those of the kind. */
  | { readonly kind: 'transition'; readonly transition: number }
  /** The oldest message for the cell reaches memory. */
  | { readonly kind: 'flush'; readonly cell: number }
  /** What memory holds in these cells enters a load buffer. */
  | { readonly kind: 'propagate'; readonly cells: readonly number[] }
  /** The oldest message of a load buffer is forgotten. */
  | { readonly kind: 'delete' };

export interface Configuration<Message> {
  readonly processes: readonly BufferedProcess<Message>[];
  /** For each cell the position of its value. */
  readonly memory: readonly number[];
}

export interface TsoSuccessor<Message> {
  /** Which process moves. */
  readonly process: number;
  readonly action: TsoAction;
  readonly configuration: Configuration<Message>;
}

/** For each process its kind, if there are that many of each. */
export function kindsOfProcesses(program: DualProgram, counts: readonly number[]): readonly number[] {
  return program.kinds.flatMap((kind, k) => {
    const count = at(counts, k);
    invariant(kind.count === null || kind.count === count, 'a kind has as many processes as it says');
    return Array.from({ length: count }, () => k);
  });
}

/** In both semantics all buffers are empty at the begin. */
export function initialConfigurations(
  program: DualProgram,
  processes: readonly number[],
): readonly Configuration<never>[] {
  return program.beginnings.flatMap((beginning) => {
    const states = product(processes.map((kind) => at(beginning.states, kind)));
    return initialMemories(program, beginning).flatMap((memory) =>
      states.map((vector) => ({ processes: vector.map((state) => ({ state, buffer: [] })), memory })),
    );
  });
}

function initialMemories(program: DualProgram, { memory }: Beginning): readonly (readonly number[])[] {
  return product(
    program.cells.map(({ values }, cell) => {
      const value = at(memory, cell);
      return value === null ? values.map((_, position) => position) : [value];
    }),
  );
}

export function successors<Message>(
  semantics: TsoSemantics<Message>,
  kinds: readonly number[],
  { processes, memory }: Configuration<Message>,
): readonly TsoSuccessor<Message>[] {
  return processes.flatMap((process, p) =>
    semantics.steps(at(kinds, p), process, memory).map((step) => ({
      process: p,
      action: step.action,
      configuration: { processes: processes.with(p, step.process), memory: step.memory },
    })),
  );
}

/** Main memory has these values. */
export function memoryHas(memory: readonly number[], values: readonly CellValue[]): boolean {
  return values.every(({ cell, value }) => at(memory, cell) === value);
}

export function memoryWith(memory: readonly number[], values: readonly CellValue[]): readonly number[] {
  return values.reduce((now, { cell, value }) => now.with(cell, value), memory);
}

/** All ways to take one item of each list. */
function product<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (vectors, list) => vectors.flatMap((vector) => list.map((item) => [...vector, item])),
    [[]],
  );
}
