import { buffersUnder } from '../../../src/arrays/array-buffering.js';
import { noLimits } from '../../../src/arrays/array-limits.js';
import { ArrayMachine } from '../../../src/arrays/array-machine.js';
import { explore } from '../../../src/arrays/explore-arrays.js';
import { mostFixed } from '../../../src/arrays/walk-system.js';
import { checkCubes } from '../../../src/evidence/cubes/check-cubes.js';
import type { CubesCheck } from '../../../src/evidence/cubes/check-cubes.js';
import { CubeSetting } from '../../../src/evidence/cubes/ground-terms.js';
import { conjunction, conjuncts } from '../../../src/lang/arrays/array-formula.js';
import type { ArrayGuard, ArraySystem, ArrayTransition } from '../../../src/lang/arrays/array-system.js';
import type { CubeProof, StatedCube } from '../../../src/lang/arrays/stated-cube.js';
import { withWitnessOf } from '../../../src/lang/arrays/with-witness.js';
import type { MemoryModel } from '../../../src/memory/model.js';

/** Whether the cubes show that no clause of the system is reached. */
export function checked(
  system: ArraySystem,
  model: MemoryModel,
  { cubes, witness }: CubeProof,
  clauses = system.unsafe,
): CubesCheck {
  const setting = new CubeSetting(withWitnessOf(system, witness), buffersUnder(model), system.maxProcs);
  return checkCubes(setting, cubes, clauses, () => undefined);
}

export const isAccepted = ({ held, obligations }: CubesCheck): boolean => held === obligations;

/** The system with a condition less, a fence less, or fewer who are asked: in each way there is. */
export function weakenedSystems(system: ArraySystem): readonly ArraySystem[] {
  return system.transitions.flatMap((transition, t) =>
    weakenedGuards(transition).map((guard) => ({
      ...system,
      transitions: system.transitions.with(t, { ...transition, guard }),
    })),
  );
}

function weakenedGuards({ guard }: ArrayTransition): readonly ArrayGuard[] {
  const parts = conjuncts(guard.formula);
  return [
    ...parts.map((_, i) => ({ ...guard, formula: conjunction(parts.toSpliced(i, 1)) })),
    ...guard.universals.map((_, i) => ({ ...guard, universals: guard.universals.toSpliced(i, 1) })),
    ...(guard.fence ? [{ ...guard, fence: false }] : []),
  ];
}

/** Whether a few processes reach an unsafe state, as far as that is soon found out. */
export async function isReachedByFew(
  system: ArraySystem,
  model: MemoryModel,
  procs: number,
  maxStates = 4000,
): Promise<boolean> {
  const most = Math.min(procs, system.maxProcs ?? procs);
  for (let n = Math.max(1, mostFixed(system)); n <= most; n++) {
    const machine = new ArrayMachine(system, model, n);
    const limits = { ...noLimits, maxStates };
    const { reached } = await explore(machine, { limits, bufferBound: 2, largestNumber: 9 });
    if (reached.some(({ target }) => target.kind === 'unsafe')) return true;
  }
  return false;
}

/** How cubes fare that were made for other systems: those that are unsafe must not be shown to be safe by them. */
export interface WeakenedTally {
  readonly unsafe: number;
  /** Of these, those of which the cubes were accepted all the same. */
  readonly wrong: readonly ArraySystem[];
}

export async function comparedWeakened(
  system: ArraySystem,
  model: MemoryModel,
  proof: CubeProof,
  procs: number,
): Promise<WeakenedTally> {
  let unsafe = 0;
  const wrong: ArraySystem[] = [];
  for (const other of weakenedSystems(system)) {
    if (!(await isReachedByFew(other, model, procs))) continue;
    unsafe++;
    if (isAccepted(checked(other, model, proof))) wrong.push(other);
  }
  return { unsafe, wrong };
}

/** The cubes with something changed: one less, or one of them with a fact, or with a promise, less or another. */
export function* damagedCubes(cubes: readonly StatedCube[]): Generator<readonly StatedCube[]> {
  for (const [i, cube] of cubes.entries()) {
    yield cubes.toSpliced(i, 1);
    for (const changed of damagedCube(cube)) yield cubes.with(i, changed);
  }
}

function* damagedCube(cube: StatedCube): Generator<StatedCube> {
  for (const [f, fact] of cube.facts.entries()) {
    yield { ...cube, facts: cube.facts.toSpliced(f, 1) };
    if (fact.kind === 'one-of') {
      const others = [...fact.names.keys()].filter((c) => !fact.constructors.includes(c));
      yield { ...cube, facts: cube.facts.with(f, { ...fact, constructors: others }) };
    }
    if (fact.kind === 'same') yield { ...cube, facts: cube.facts.with(f, { ...fact, kind: 'different' }) };
    if (fact.kind === 'sum')
      yield { ...cube, facts: cube.facts.with(f, { ...fact, numerator: fact.numerator + fact.denominator }) };
  }
  const all = [...cube.reads.keys()];
  for (const from of ['fromRead', 'fromReadOf', 'fromWriteOf'] as const)
    for (const [i, reached] of cube.reach[from].entries())
      if (reached.length < all.length)
        yield { ...cube, reach: { ...cube.reach, [from]: cube.reach[from].with(i, all) } };
}
