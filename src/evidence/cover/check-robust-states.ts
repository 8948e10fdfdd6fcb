import type { System } from '../../lang/program/system.js';
import { isImplicit } from '../../lang/program/program.js';
import type { StateBox, StateCover } from '../../lang/run/state-cover.js';
import { WaitingNumbers } from '../../lang/run/waiting-numbers.js';
import { Machine, stateKey } from '../../memory/machine.js';
import type { MachineState } from '../../memory/machine.js';
import type { MemoryModel } from '../../memory/model.js';
import { sc } from '../../memory/sc.js';
import { at } from '../../support/invariant.js';
import { choices } from '../step-choices.js';
import { checkCover, renumbered } from './check-cover.js';
import type { ObligationsCheck } from './check-cover.js';
import { Coordinates, TooWide, listed, nothingWaits } from './coordinates.js';
import { initialBoxes } from './initial-boxes.js';
import { PartJoin, fine } from './part-join.js';

/**
 * Whether the program comes to the same states with empty buffers as under SC: no step leads out of the cover, and those of its states
 * in which nothing waits are all reached under SC, where the plain machine goes through all runs. That an assert fails
 * would be a state of its own, so none may.
 */
export function checkRobustStates(
  system: System,
  model: MemoryModel,
  cover: StateCover,
  watch: () => void,
): ObligationsCheck {
  const claimed = system.properties.filter((one) => one.kind === 'assert' || isImplicit(one));
  const closed = checkCover(system, model, claimed, cover, watch);
  const obligations = closed.obligations + 1;
  if (closed.held < closed.obligations) return { ...closed, obligations };
  const reason = unlessTooWide(() => firstNew(system, cover, watch));
  return { obligations, held: reason === null ? obligations : closed.held, reason };
}

function unlessTooWide(work: () => string | null): string | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooWide) return error.message;
    throw error;
  }
}

function firstNew(system: System, cover: StateCover, watch: () => void): string | null {
  const coordinates = new Coordinates(system);
  const reached = reachedUnderSc(coordinates, watch);
  const parts = new PartJoin(renumbered(cover, new WaitingNumbers(), coordinates), coordinates, watch);
  // Temporaries are no part of the program.
  const compared = comparedCoordinates(coordinates);
  const drained = coordinates.everything(false);
  const wrong = parts.wrongIn(parts.statesIn(drained, parts.parts[0] ?? null), (box) => {
    const open = compared.find((c) => at(box, c)?.length !== 1);
    if (open !== undefined) return { kind: 'depends', on: open };
    const why = 'a state of the invariant with empty buffers is not reached under sc';
    return reached.has(keyOf(box, compared)) ? fine : { kind: 'wrong', boxes: [{ box, lost: null }], why };
  });
  for (const { why } of wrong) return why;
  return null;
}

function comparedCoordinates(coordinates: Coordinates): readonly number[] {
  const { threads, locals } = coordinates.system;
  return [
    ...threads.map(({ id }) => coordinates.place(id)),
    ...coordinates.cells.all().map((cell) => coordinates.cell(cell)),
    ...locals.filter(({ temporary }) => !temporary).map(({ id }) => coordinates.local(id)),
  ];
}

const keyOf = (box: StateBox, compared: readonly number[]): string =>
  compared.map((c) => String(listed(at(box, c))[0])).join();

/** Whether no run under SC comes to a state; null: there are values that were not tried. */
export function isNewState(system: System, state: MachineState, watch: () => void): boolean | null {
  const coordinates = new Coordinates(system);
  const key = keyOf(boxOf(state), comparedCoordinates(coordinates));
  const untried = { some: false };
  const isReached = reachedUnderSc(coordinates, watch, untried).has(key);
  return isReached ? false : untried.some ? null : true;
}

/** All states outside sections that runs under SC come to. */
function reachedUnderSc(
  coordinates: Coordinates,
  watch: () => void,
  untried = { some: false },
): ReadonlySet<string> {
  const machine = new Machine(coordinates.system, sc);
  const compared = comparedCoordinates(coordinates);
  const reached = new Set<string>();
  const seen = new Set<string>();
  const open = [...initialStates(machine, coordinates, watch)];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    watch();
    const key = stateKey(state);
    if (seen.has(key)) continue;
    seen.add(key);
    if (machine.atomicThread(state) === null) reached.add(keyOf(boxOf(state), compared));
    const { steps, complete } = choices(machine, state);
    untried.some ||= !complete;
    for (const step of steps) {
      const result = machine.take(state, step);
      if (result.kind === 'moved') open.push(result.state);
    }
  }
  return reached;
}

const boxOf = ({ places, memory, locals }: MachineState): StateBox => [
  ...places.map((place) => [BigInt(place)]),
  ...memory.map((value) => [value]),
  ...locals.map((value) => [value]),
  ...places.map(() => [nothingWaits]),
];

function* initialStates(
  machine: Machine,
  coordinates: Coordinates,
  watch: () => void,
): Generator<MachineState> {
  const { cells, system } = coordinates;
  const openCells = cells.all().filter((cell) => cells.variable(cell).init.kind === 'any');
  const openLocals = system.locals.filter(({ init }) => init.kind === 'any');
  for (const box of initialBoxes(coordinates, watch)) {
    let boxes: readonly StateBox[] = [box];
    for (const c of comparedCoordinates(coordinates))
      boxes = boxes.flatMap((one) => {
        watch();
        return coordinates.parts(one, c);
      });
    for (const one of boxes) {
      const value = (c: number): bigint => listed(at(one, c))[0] ?? 0n;
      yield machine.initial({
        cells: new Map(openCells.map((cell) => [cell, value(coordinates.cell(cell))])),
        locals: new Map(openLocals.map(({ id }) => [id, value(coordinates.local(id))])),
      });
    }
  }
}
