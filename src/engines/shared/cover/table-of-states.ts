import type { WaitingWrites } from '../../../lang/run/state-cover.js';
import { WaitingNumbers } from '../../../lang/run/waiting-numbers.js';
import { at, invariant } from '../../../support/invariant.js';
import { firstCode, markerCode } from '../packed/buffering.js';
import type { BufferPlan } from '../packed/buffering.js';
import type { BitField, Slot } from '../packed/layout.js';
import { readField } from '../packed/packing.js';
import { codeOf } from '../packed/plan.js';
import type { SizedPlan } from '../packed/plan.js';
import type { StateStore } from '../state-store.js';
import { NumberSets, anyNumber } from './number-sets.js';
import { StateTable } from './state-table.js';

/** All states of a store. Of a variable that nobody will read they say that it may have any value. */
export function tableOf(plan: SizedPlan, states: StateStore, watch: () => void): StateTable {
  const sets = new NumberSets();
  const words = new WaitingNumbers();
  const { layout, buffers } = plan;
  const width = layout.locations.length + layout.variables.length + buffers.length;
  const rows = new Int32Array(states.count * width);
  const dead = deadVariables(plan);
  for (let id = 0, to = 0; id < states.count; id++) {
    watch();
    const state = states.wordsOf(id);
    const read = (field: BitField): number => readField(field, state);
    const standing = layout.locations.map(read);
    const waiting = layout.buffers.map((slots, t) => waitingIn(slots, at(buffers, t), read));
    for (const place of standing) rows[to++] = sets.single(place);
    for (const [i, field] of layout.variables.entries())
      rows[to++] = at(dead, i)(standing, waiting) ? anyNumber : sets.single(read(field));
    for (const buffer of waiting) rows[to++] = sets.single(words.number(buffer));
  }
  return StateTable.ofStates({ width, rows, count: states.count }, sets, words.all);
}

function waitingIn(
  slots: readonly Slot[],
  plan: BufferPlan,
  read: (field: BitField) => number,
): WaitingWrites {
  const free = slots.findIndex(({ code }) => read(code) === 0);
  return (free < 0 ? slots : slots.slice(0, free)).map(({ code, value }) => {
    const number = read(code);
    if (number === markerCode) return { kind: 'marker' };
    const { place } = at(plan.cells, number - firstCode);
    invariant(place.kind === 'cell', 'what waits is for a cell');
    return { kind: 'write', cell: place.cell, value: BigInt(read(value)) };
  });
}

/** Whether the value of a variable will not be read before another one is written, with threads and buffers like this. */
type IsDead = (places: readonly number[], waiting: readonly WaitingWrites[]) => boolean;

/** By the numbers of variables. */
function deadVariables(plan: SizedPlan): readonly IsDead[] {
  const { variables, choices, buffers } = plan;
  const { liveness } = choices;
  return variables.all.map((variable): IsDead => {
    const { place } = variable;
    if (place.kind === 'local')
      return (places) => !at(liveness, place.thread).at(at(places, place.thread)).has(variable);
    // Only of these are not all values in the table. Properties read what is in memory.
    if (variable.init.kind !== 'any' || liveness.some(({ uses }) => uses.always.has(variable)))
      return () => false;
    const isBuffered = buffers.map((buffer) => codeOf(buffer, variable) !== null);
    // A thread that has written the cell sees its own value, and then what is there after its flush.
    const hides = (buffer: WaitingWrites): boolean =>
      buffer.some((entry) => entry.kind === 'write' && entry.cell === place.cell);
    return (places, waiting) =>
      places.every(
        (location, t) =>
          !at(liveness, t).at(location).has(variable) || (at(isBuffered, t) && hides(at(waiting, t))),
      );
  });
}
