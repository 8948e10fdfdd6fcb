import { at } from '../../../support/invariant.js';
import type { Cube } from '../cubes/cube.js';
import { factSize, isBefore } from '../cubes/facts.js';

/** The steps from a cube with initial states to its clause, with processes numbered from 1. */
export interface Proof {
  readonly kind: 'unsafe' | 'invariant';
  readonly clause: number;
  readonly procs: number;
  readonly steps: readonly { readonly transition: number; readonly procs: readonly number[] }[];
}

/** The steps from a cube to the last one of the chain that it comes from. */
export interface ProofPath extends Pick<Proof, 'procs' | 'steps'> {
  readonly last: Cube;
}

/** A process of the whole chain, as one goes along it. */
type Label = number;

/** What the cubes from this one to its root say of a run. Null: one of them is a guess. */
export function proofOf(cube: Cube, few: boolean): Proof | null {
  const { last, procs, steps } = pathFrom(cube, few);
  const { origin } = last;
  if (origin.kind !== 'unsafe' && origin.kind !== 'invariant') return null;
  return { kind: origin.kind, clause: origin.clause, procs: Math.max(procs, paramsOf(last)), steps };
}

/**
 * The way from this cube to its root, or to the first guess. Where processes are compared, their numbers are such that all that
 * is known of their order holds.
 *
 * A process of which nothing was known before may be any that is not in the cube, so one that was in it may come again. With
 * `few` that is so wherever it can be, else only where there may be no more processes: universal guards may have it either way.
 */
export function pathFrom(cube: Cube, few: boolean): ProofPath {
  const { pinned, limit } = cube.problem;
  let labels: readonly Label[] = Array.from({ length: cube.procs }, (_, p) => p);
  let count = Math.max(cube.procs, pinned);
  const before: (readonly [Label, Label])[] = [...orderIn(cube, labels)];
  const steps: { transition: number; procs: readonly Label[] }[] = [];
  let here = cube;
  while (here.origin.kind === 'step') {
    const { parent, transition, procs, here: numbers } = here.origin;
    const known = labels;
    const next = numbers.map((number) => (number >= 0 ? at(known, number) : -1));
    for (const [i, label] of next.entries()) {
      if (label >= 0) continue;
      const again = few || count >= limit ? firstWithout(next) : count;
      next[i] = again;
      count = Math.max(count, again + 1);
    }
    steps.push({ transition, procs: procs.map((p) => at(next, p)) });
    before.push(...orderIn(parent, next));
    labels = next;
    here = parent;
  }
  const number = numbered(count, pinned, before);
  return {
    last: here,
    procs: Math.max(1, count),
    steps: steps.map(({ transition, procs }) => ({
      transition,
      procs: procs.map((label) => at(number, label)),
    })),
  };
}

/** The clause holds of so many processes, also where it says nothing of some. */
function paramsOf({ problem: { system }, origin }: Cube): number {
  if (origin.kind !== 'unsafe' && origin.kind !== 'invariant') return 0;
  const clauses = origin.kind === 'unsafe' ? system.unsafe : system.invariants;
  return at(clauses, origin.clause).params.length;
}

/** The least label that is not among those. */
function firstWithout(labels: readonly Label[]): Label {
  let label = 0;
  while (labels.includes(label)) label++;
  return label;
}

/** Whether a guess is among the cubes on the way to the root; the first one. */
export function guessBehind(cube: Cube): Cube | null {
  for (let here = cube; ;) {
    if (here.origin.kind === 'guess') return here;
    if (here.origin.kind !== 'step') return null;
    here = here.origin.parent;
  }
}

function orderIn({ facts }: Cube, labels: readonly Label[]): readonly (readonly [Label, Label])[] {
  const pairs: (readonly [Label, Label])[] = [];
  for (let f = 0; f < facts.length; f += factSize) {
    if (at(facts, f) === isBefore) pairs.push([at(labels, at(facts, f + 1)), at(labels, at(facts, f + 2))]);
  }
  return pairs;
}

/** Numbers from 1 that respect the order; #1, #2, ... keep theirs. */
function numbered(
  count: number,
  pinned: number,
  before: readonly (readonly [Label, Label])[],
): readonly number[] {
  const open = new Set(Array.from({ length: count }, (_, label) => label));
  const numbers = Array.from({ length: count }, () => 0);
  for (let next = 1; next <= count; next++) {
    const free = [...open].find(
      (label) => !before.some(([first, second]) => second === label && open.has(first)),
    );
    const label = next <= pinned ? next - 1 : (free ?? at([...open], 0));
    numbers[label] = next;
    open.delete(label);
  }
  return numbers;
}
