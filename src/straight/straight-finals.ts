import type { Program } from '../lang/program/program.js';
import type { MemoryModel } from '../memory/model.js';
import { lockedWaitsForAll, storesWait } from '../memory/model-questions.js';
import { StraightMachine } from './straight-machine.js';
import { straightProgram, withoutDeadSets } from './straight-program.js';
import { RowSet } from './row-set.js';

/** What of a final state is told. */
export type ObservedPart =
  { readonly kind: 'local'; readonly local: number } | { readonly kind: 'shared'; readonly shared: number };

export interface FinalStates {
  /** The different ones, each as the values of what was asked for, in that order. */
  readonly finals: readonly (readonly bigint[])[];
  /** How many states were visited. */
  readonly states: number;
}

/**
 * All final states of a program without jumps that has few states. Code made for one program is fast once the machine has
 * optimised it, which takes longer than such a program does; this interprets, and is optimised once for all programs.
 *
 * Null: the program is not of this kind, has more than `mostStates` states, or has numbers that leave 32 bits.
 */
export function finalStates(
  program: Program,
  observed: readonly ObservedPart[],
  model: MemoryModel,
  mostStates: number,
): FinalStates | null {
  // A store that waits for room, or that others wait for, is no affair of its thread alone.
  if (storesWait(model) || lockedWaitsForAll(model)) return null;
  const straight = straightProgram(program);
  if (straight === null) return null;
  const locals = new Set(observed.flatMap((part) => (part.kind === 'local' ? [part.local] : [])));
  const machine = new StraightMachine(withoutDeadSets(straight, locals), model);
  const rows = new RowSet(machine.width);
  const finals = new Map<string, readonly bigint[]>();
  for (const isFinal of expansions(machine, rows, straight.threads.length)) {
    if (rows.size > mostStates) return null;
    if (!isFinal) continue;
    const values = observed.map((part) => BigInt(valueOf(machine, part)));
    finals.set(values.join(), values);
  }
  return machine.overflowed ? null : { finals: [...finals.values()], states: rows.size };
}

/** Goes on from one state after the other; tells of each whether it is final, and then it is in the machine's row. */
function* expansions(machine: StraightMachine, rows: RowSet, threads: number): Iterable<boolean> {
  const { row } = machine;
  const keep = (): void => {
    machine.settle();
    rows.add(row);
  };
  machine.begin();
  keep();
  for (let id = 0; id < rows.size; id++) {
    rows.read(id, row);
    const { hasEnded } = machine;
    yield hasEnded;
    if (hasEnded) continue;
    for (let thread = 0; thread < threads; thread++) {
      if (machine.mayStep(thread)) {
        machine.step(thread);
        keep();
        rows.read(id, row);
      }
      for (let entry = 0; entry < machine.entries(thread); entry++) {
        if (!machine.mayFlush(thread, entry)) continue;
        machine.flush(thread, entry);
        keep();
        rows.read(id, row);
      }
    }
  }
}

const valueOf = (machine: StraightMachine, part: ObservedPart): number =>
  part.kind === 'local' ? machine.local(part.local) : machine.cell(part.shared);
