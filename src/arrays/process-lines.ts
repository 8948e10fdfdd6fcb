import { addTo } from '../support/remembered.js';
import { noSlots, slotsOf } from './footprint.js';
import type { Footprint, Slots } from './footprint.js';
import type { ArrayState } from './array-states.js';
import type { TransitionInstance } from './transition-instances.js';

/** Steps of a proof whose order is kept. */
export interface ProcessLine {
  /** Whose buffer they use; 0: none. */
  readonly actor: number;
  readonly steps: readonly TransitionInstance[];
  /** Where each stands in the proof. */
  readonly places: readonly number[];
  /** At each position, what the steps from there on touch; one more than steps. */
  readonly rest: readonly Footprint[];
}

/** One line; with buffers one for each actor, and one for what has none. */
export function linesOf(proof: readonly TransitionInstance[], hasBuffers: boolean): readonly ProcessLine[] {
  const byActor = new Map<number, number[]>();
  for (const [place, step] of proof.entries()) addTo(byActor, hasBuffers ? step.actor : 0, place);
  return [...byActor].map(([actor, places]) => {
    const steps = places.flatMap((place) => proof[place] ?? []);
    return { actor, steps, places, rest: restsOf(steps) };
  });
}

function restsOf(steps: readonly TransitionInstance[]): readonly Footprint[] {
  const rests: Footprint[] = [{ reads: noSlots, writes: noSlots }];
  let [reads, writes] = [noSlots, noSlots];
  for (const { footprint } of steps.toReversed()) {
    reads |= footprint.reads;
    writes |= footprint.writes;
    rests.unshift({ reads, writes });
  }
  return rests;
}

/** What everybody but one line may still do to memory, steps and flushes, with the lines so far done. */
export function othersOf(
  lines: readonly ProcessLine[],
  done: readonly number[],
  state: ArrayState,
  but: ProcessLine,
): Footprint {
  let [reads, writes] = [noSlots, noSlots];
  for (const [i, line] of lines.entries()) {
    if (line === but) continue;
    const rest = line.rest[done[i] ?? 0];
    if (rest === undefined) continue;
    reads |= rest.reads;
    writes |= rest.writes;
  }
  for (const [i, buffer] of state.buffers.entries()) {
    if (i + 1 !== but.actor) for (const { slots } of buffer) writes |= slotsOf(slots);
  }
  return { reads, writes };
}

/** Whether what reads and writes these cells gives the same before and after anything that the others do. */
export const commutes = (own: Footprint, others: Footprint): boolean =>
  (own.reads & others.writes) === noSlots && (own.writes & (others.reads | others.writes)) === noSlots;

/** What a step does to memory at once: writes that wait in a buffer come later, with their flush. */
export function footprintNow(
  { footprint, writes, locked }: TransitionInstance,
  hasBuffers: boolean,
): Footprint {
  if (!hasBuffers || locked) return footprint;
  const waiting = slotsOf(writes.flatMap(({ slot, weak }) => (weak ? [slot] : [])));
  return { reads: footprint.reads, writes: footprint.writes & ~waiting };
}

/** The cells of the oldest entry of a buffer. */
export const nextFlush = (state: ArrayState, process: number): Slots =>
  slotsOf(state.buffers[process - 1]?.[0]?.slots ?? []);
