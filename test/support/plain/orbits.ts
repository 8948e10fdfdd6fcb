import type { ThreadGroup } from '../../../src/engines/shared/symmetry/thread-group.js';
import { cellId } from '../../../src/lang/expr/ids.js';
import type { CellId, LocalId } from '../../../src/lang/expr/ids.js';
import { Cells } from '../../../src/lang/program/system.js';
import type { System } from '../../../src/lang/program/system.js';
import { stateKey } from '../../../src/memory/machine.js';
import type { MachineState } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { append, emptyBuffer, marked } from '../../../src/memory/semantics.js';
import type { StoreBuffer } from '../../../src/memory/semantics.js';
import { at } from '../../../src/support/invariant.js';

/** Of each group the place that each member is put to. */
export type Permutation = readonly { readonly group: ThreadGroup; readonly places: readonly number[] }[];

export function allPermutations(groups: readonly ThreadGroup[]): readonly Permutation[] {
  return groups.reduce<readonly Permutation[]>(
    (all, group) =>
      all.flatMap((one) => orders(group.threads.length).map((places) => [...one, { group, places }])),
    [[]],
  );
}

function orders(count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return orders(count - 1).flatMap((rest) =>
    Array.from({ length: count }, (_, i) => [...rest.slice(0, i), count - 1, ...rest.slice(i)]),
  );
}

/** The state with all that belongs to the members of groups in other places: by the definition, entry by entry. */
export function permuted(
  state: MachineState,
  system: System,
  model: MemoryModel,
  permutation: Permutation,
): MachineState {
  const cells = new Cells(system.shared);
  const [threads, cellImages, localImages] = [
    new Map<number, number>(),
    new Map<number, number>(),
    new Map<number, number>(),
  ];
  for (const { group, places } of permutation) {
    for (const [p, q] of places.entries()) {
      threads.set(at(group.threads, p), at(group.threads, q));
      for (const [i, cell] of at(group.cells, p).entries()) cellImages.set(cell, at(at(group.cells, q), i));
      for (const [i, local] of at(group.locals, p).entries())
        localImages.set(local, at(at(group.locals, q), i));
    }
  }
  const renamed = (value: bigint, isNamed: (names: ThreadGroup['names'][number]) => boolean): bigint => {
    for (const { group, places } of permutation) {
      for (const names of group.names.filter(isNamed)) {
        const p = names.values.indexOf(Number(value));
        if (p >= 0) return BigInt(at(names.values, at(places, p)));
      }
    }
    return value;
  };
  const ofCell = (cell: CellId, value: bigint): bigint =>
    renamed(value, ({ shared }) => shared.has(cells.variable(cell).id));
  const ofLocal = (local: LocalId, value: bigint): bigint =>
    renamed(value, ({ locals }) => locals.has(local));
  const moved = <T>(items: readonly T[], images: ReadonlyMap<number, number>): T[] => {
    const result = [...items];
    for (const [i, item] of items.entries()) result[images.get(i) ?? i] = item;
    return result;
  };
  const buffer = (entries: StoreBuffer): StoreBuffer => {
    let image: StoreBuffer = emptyBuffer;
    for (const entry of entries)
      image =
        entry.kind === 'marker'
          ? marked(model, image)
          : append(
              model,
              image,
              cellId(cellImages.get(entry.cell) ?? entry.cell),
              ofCell(entry.cell, entry.value),
            );
    return image;
  };
  return {
    places: moved(state.places, threads),
    memory: moved(
      state.memory.map((value, cell) => ofCell(cellId(cell), value)),
      cellImages,
    ),
    locals: moved(
      system.locals.map(({ id }) => ofLocal(id, at(state.locals, id))),
      localImages,
    ),
    buffers: moved(state.buffers.map(buffer), threads),
  };
}

/** How many classes the states fall into. */
export function orbitsOf(
  states: readonly MachineState[],
  system: System,
  model: MemoryModel,
  permutations: readonly Permutation[],
): number {
  const seen = new Set<string>();
  let count = 0;
  for (const state of states) {
    if (seen.has(stateKey(state))) continue;
    count++;
    for (const permutation of permutations) seen.add(stateKey(permuted(state, system, model, permutation)));
  }
  return count;
}
