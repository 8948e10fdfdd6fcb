import { randomFrom } from '../../support/random-from.js';
import type { RandomBelow } from '../../support/random-from.js';
import { setImmediate } from 'node:timers/promises';
import type { Machine, MachineState } from '../../memory/machine.js';
import { IntegerTooLarge } from '../../lang/expr/integer-limit.js';
import { cardinality, defaultOf } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import type { Init } from '../../lang/program/program.js';
import { Cells } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import type { Execution, InitialChoice, Step } from '../../lang/run/execution.js';
import { at } from '../../support/invariant.js';
import { endText, moves, violatedIn } from './moves.js';
import type { OfferedMove } from './moves.js';

export interface RandomRun {
  readonly execution: Execution;
  /** What happened beside the steps, one sentence each. */
  readonly remarks: readonly string[];
}

const stepsBetweenBreaths = 200;

/** At most `length` steps, each drawn from those that are possible. */
export async function randomRun(
  machine: Machine,
  length: number,
  seed: number,
  signal: AbortSignal,
): Promise<RandomRun> {
  const random = randomFrom(seed);
  const initial = randomChoice(machine.system, random);
  const steps: Step[] = [];
  let state: MachineState = machine.initial(initial);
  const remarks = violatedIn(machine, state).map((what) => `At the start ${what}.`);
  const ended = (how: string): RandomRun => ({ execution: { initial, steps }, remarks: [...remarks, how] });
  while (steps.length < length) {
    if (steps.length % stepsBetweenBreaths === 0) await setImmediate();
    if (signal.aborted) return ended('Interrupted.');
    const possible = movesOrLimit(machine, state);
    if (possible instanceof IntegerTooLarge)
      return ended(`The execution is not followed further: ${possible.message}.`);
    if (possible.length === 0) return ended(endText(machine, state));
    const move = at(possible, random(possible.length));
    steps.push(move.step);
    remarks.push(...move.violations.map((what) => `After step ${steps.length} ${what}.`));
    if (move.ends) return ended('The execution ends here.');
    state = move.next;
  }
  return ended(`Stopped after ${length} steps.`);
}

function movesOrLimit(machine: Machine, state: MachineState): readonly OfferedMove[] | IntegerTooLarge {
  try {
    return moves(machine, state);
  } catch (error) {
    if (error instanceof IntegerTooLarge) return error;
    throw error;
  }
}

/** A value for all that has no initialiser; unbounded integers start at 0. */
function randomChoice(system: System, random: RandomBelow): InitialChoice {
  const cells = new Cells(system.shared);
  const free = (init: Init): boolean => init.kind === 'any';
  return {
    cells: new Map(
      cells
        .all()
        .filter((cell) => free(cells.variable(cell).init))
        .map((cell) => [cell, randomValue(cells.variable(cell).type, random)]),
    ),
    locals: new Map(
      system.locals.filter((v) => free(v.init)).map((v) => [v.id, randomValue(v.type, random)]),
    ),
  };
}

function randomValue(type: Type, random: RandomBelow): bigint {
  const size = cardinality(type);
  if (size === null || size > 0xffff_ffffn) return defaultOf(type);
  return (type.kind === 'range' ? type.lo : 0n) + BigInt(random(Number(size)));
}
