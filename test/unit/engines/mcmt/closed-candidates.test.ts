import { describe, expect, test } from '@jest/globals';
import type { Cube } from '../../../../src/engines/mcmt/cubes/cube.js';
import { BackwardProblem } from '../../../../src/engines/mcmt/cubes/problem.js';
import { Goals } from '../../../../src/engines/mcmt/goals.js';
import { Candidates } from '../../../../src/engines/mcmt/guesses/candidates.js';
import type { KnownStates } from '../../../../src/engines/mcmt/guesses/known-states.js';
import { SmallInstances } from '../../../../src/engines/mcmt/guesses/small-instances.js';
import { BackwardSearch } from '../../../../src/engines/mcmt/search.js';
import { PreImages } from '../../../../src/engines/mcmt/steps/preimage.js';
import type { Emit, StepInto } from '../../../../src/engines/mcmt/steps/preimage.js';
import { sc } from '../../../../src/memory/sc.js';
import { cubSystem } from '../../../support/arrays/read-cub.js';
import { german, noSharer } from '../../../support/mcmt/german.js';
import { stepsInto } from '../../../support/mcmt/steps-into.js';
import { Random } from '../../../support/random.js';

const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

/** A fault: steps of one transition are not gone back. */
class Skipping extends PreImages {
  constructor(
    problem: BackwardProblem,
    private readonly skipped: number,
  ) {
    super(problem, () => undefined);
  }

  override into(cube: Cube): readonly StepInto[] {
    return super.into(cube).filter(({ step }) => step.index !== this.skipped);
  }
}

/** A fault: what is one step before is looked at only where it speaks of few processes. */
class Narrow extends PreImages {
  constructor(
    problem: BackwardProblem,
    private readonly most: number,
  ) {
    super(problem, () => undefined);
  }

  override of(cube: Cube, steps: readonly StepInto[], emit: Emit): Generator<void> {
    return super.of(cube, steps, (one) => {
      if (one.procs <= this.most) emit(one);
    });
  }
}

interface Attempt {
  readonly problem: BackwardProblem;
  readonly roots: readonly Cube[];
  /** Null: no proof. */
  readonly cubes: readonly Cube[] | null;
}

async function attempt(
  text: string,
  procs: readonly number[],
  preImagesOf: (problem: BackwardProblem) => PreImages,
): Promise<Attempt> {
  const system = cubSystem(text);
  const problem = new BackwardProblem(system, false, null);
  const instances = new SmallInstances(problem, sc, [], limits);
  const known: KnownStates[] = [];
  for (const few of procs) {
    const states = await instances.knownStates({ procs: few, states: 1_000 });
    if (states !== null) known.push(states);
  }
  const roots = new Goals(system, [...system.unsafe.keys()]).rootsIn(problem);
  const candidates = new Candidates(problem, known, preImagesOf(problem), limits, () => undefined);
  const end = await candidates.run(roots, 20_000);
  return { problem, roots, cubes: end.kind === 'closed' ? end.cubes : null };
}

const soundly = (problem: BackwardProblem): PreImages => new PreImages(problem, () => undefined);

/** Steps into the cubes by the plain semantics, with three processes. */
const noticed = ({ problem, cubes }: Attempt): Promise<number> =>
  stepsInto(problem, cubes ?? [], 3, 400, new Random(7));

/** What the engine does with the cubes: it goes through them once more. */
async function searched({ problem, roots, cubes }: Attempt): Promise<{ end: string; nodes: number }> {
  const search = new BackwardSearch(problem, 'small', limits, () => undefined, null);
  const { kind } = await search.run([...(cubes ?? []), ...roots], 20_000);
  return { end: kind, nodes: search.stats.nodes };
}

const protocol = german(noSharer);

/** By hand: what is closed without the steps of these is not closed with them. */
const faulty = ['grant_shared', 'grant_exclusive'];

/** Three processes are needed for two of them to get in. */
const threesome = `
  type place = Out | Ready | In
  array At[proc] : place
  init (p) { At[p] = Out }
  unsafe (p q) { At[p] = In && At[q] = In }
  transition prepare (p) requires { At[p] = Out } { At[p] := Ready }
  transition enter (p q r) requires { At[p] = Ready && At[q] = Ready && At[r] = Ready } 
    { At[j] := case | j = p : In | j = q : In | _ : At[j] }
  transition leave (p) requires { At[p] = In } { At[p] := Out }`;

describe('what all guesses at once end with', () => {
  test('no step of the plain semantics leads into it', async () => {
    const found = await attempt(protocol, [2, 3], soundly);
    expect(found.cubes?.length).toBeGreaterThan(3);
    expect(await noticed(found)).toBe(0);
    expect((await searched(found)).end).toBe('closed');
  });

  test('where a transition is forgotten that leads into it, that is noticed', async () => {
    const { transitions } = cubSystem(protocol);
    for (const name of faulty) {
      const index = transitions.findIndex((one) => one.name === name);
      const found = await attempt(protocol, [2], (problem) => new Skipping(problem, index));
      expect({ name, isClosed: found.cubes !== null }).toEqual({ name, isClosed: true });
      expect({ name, isNoticed: (await noticed(found)) > 0 }).toEqual({ name, isNoticed: true });
    }
  });

  test('where a third process is forgotten, that is noticed, and the search does not take it', async () => {
    const wrong = await attempt(threesome, [2], (problem) => new Narrow(problem, 2));
    expect(wrong.cubes).not.toBeNull();
    expect(await noticed(wrong)).toBeGreaterThan(0);
    expect((await searched(wrong)).end).toBe('met');
    const right = await attempt(threesome, [2], soundly);
    expect(right.cubes).toBeNull();
  });
});
