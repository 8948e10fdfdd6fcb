import type { ArrayMachine } from '../../../src/arrays/array-machine.js';
import type { ArrayState } from '../../../src/arrays/array-states.js';
import { distinctTuples } from '../../../src/arrays/walk-system.js';
import type { CubeClaim, CubeTerm, StatedCube } from '../../../src/lang/arrays/stated-cube.js';
import { at, invariant } from '../../../src/support/invariant.js';

/** Whether the state lies in the cube, by trying all processes; without buffers, and of values that were chosen. */
export function isInCube(machine: ArrayMachine, state: ArrayState, cube: StatedCube): boolean {
  invariant(cube.reads.length === 0, 'without buffers nothing is pending');
  return distinctTuples(cube.procs, machine.procs).some((procs) =>
    cube.facts.every((fact) => holds(machine, state, fact, procs)),
  );
}

function holds(machine: ArrayMachine, state: ArrayState, fact: CubeClaim, procs: readonly number[]): boolean {
  const { instance } = machine;
  const value = (term: CubeTerm): number => {
    invariant(term.kind !== 'read', 'without buffers nothing is pending');
    if (term.kind === 'process') return at(procs, term.proc);
    const indices = term.indices.map((index) => at(procs, index));
    return at(state.cells, instance.slot(term.symbol, indices));
  };
  switch (fact.kind) {
    case 'one-of':
      return fact.constructors.includes(value(fact.term));
    case 'same':
      return value(fact.left) === value(fact.right);
    case 'different':
      return value(fact.left) !== value(fact.right);
    case 'sum': {
      const sum = fact.terms.reduce((all, { factor, term }) => all + Number(factor) * value(term), 0);
      const total = sum * Number(fact.denominator) + Number(fact.numerator) * instance.scale;
      return fact.op === '<' ? total < 0 : fact.op === '<=' ? total <= 0 : total !== 0;
    }
  }
}
