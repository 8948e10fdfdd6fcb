import { ArrayMachine } from '../../../src/arrays/array-machine.js';
import { viewsOf } from '../../../src/arrays/array-states.js';
import type { ArrayState } from '../../../src/arrays/array-states.js';
import { isFree } from '../../../src/arrays/array-values.js';
import { explore } from '../../../src/arrays/explore-arrays.js';
import { noLimits } from '../../../src/arrays/array-limits.js';
import type { Cube } from '../../../src/engines/mcmt/cubes/cube.js';
import type { BackwardProblem } from '../../../src/engines/mcmt/cubes/problem.js';
import { ForwardStates } from '../../../src/engines/mcmt/guesses/forward-states.js';
import { sc } from '../../../src/memory/sc.js';
import { at } from '../../../src/support/invariant.js';
import type { Random } from '../random.js';

/**
 * How often a step of the plain semantics leads from outside of all cubes into one of them, among states with so many processes that are
 * a few cells away from reachable ones. None may, where nothing leads into the cubes. A state with free values is left out.
 */
export async function stepsInto(
  problem: BackwardProblem,
  cubes: readonly Cube[],
  procs: number,
  tries: number,
  random: Random,
): Promise<number> {
  const machine = new ArrayMachine(problem.system, sc, procs, true);
  const { all } = await explore(machine, { limits: { ...noLimits, maxStates: 2_000 }, targets: [] });
  const reachable = [...all()].filter(({ cells }) => !cells.some(isFree));
  const isIn = (state: ArrayState): boolean => {
    const table = ForwardStates.from(problem, machine, [state], []);
    return cubes.some((cube) => table.stateIn(cube) >= 0);
  };
  let found = 0;
  for (let i = 0; i < tries && reachable.length > 0; i++) {
    const state = changed(machine, random.pick(reachable), random);
    if (isIn(state)) continue;
    const views = viewsOf(state);
    for (const step of machine.steps) {
      const after = machine.take(state, views, step);
      if (typeof after !== 'string' && isIn(after)) found++;
    }
  }
  return found;
}

/** With other values in one to four cells, of types with finitely many. */
function changed(machine: ArrayMachine, { cells, buffers }: ArrayState, random: Random): ArrayState {
  const other = [...cells];
  for (let n = random.between(1, 4); n > 0; n--) {
    const slot = random.between(0, cells.length - 1);
    const domain = machine.instance.domain(slot);
    if (domain !== null) other[slot] = at(domain, random.between(0, domain.length - 1));
  }
  return { cells: other, buffers };
}
