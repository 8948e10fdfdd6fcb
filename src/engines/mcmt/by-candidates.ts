import { sc } from '../../memory/sc.js';
import type { Cube } from './cubes/cube.js';
import { BackwardProblem } from './cubes/problem.js';
import type { Goals } from './goals.js';
import { Candidates } from './guesses/candidates.js';
import type { KnownStates } from './guesses/known-states.js';
import { SmallInstances } from './guesses/small-instances.js';
import { withWitness } from '../../lang/arrays/with-witness.js';
import type { CubeProof, Witness } from '../../lang/arrays/stated-cube.js';
import type { BackwardRequest } from './request.js';
import { BackwardSearch } from './search.js';
import type { SearchStats } from './search.js';
import type { CandidatesPlan } from './stages.js';
import { statedCube } from './stated-cubes.js';
import { PreImages } from './steps/preimage.js';

/** Cubes that nothing leads into, for all that the candidates show, and that the goals are parts of; null: none were found. */
export async function closedCandidates(
  problem: BackwardProblem,
  instances: SmallInstances,
  roots: readonly Cube[],
  { from, maxEffort }: CandidatesPlan,
  { limits, progress, note }: Pick<BackwardRequest, 'limits' | 'progress' | 'note'>,
): Promise<readonly Cube[] | null> {
  const known: KnownStates[] = [];
  for (const { procs, ...most } of from) {
    const few = instances.nearest(procs);
    if (known.some(({ table }) => table.procs === few)) continue;
    const states = await instances.knownStates({ procs: few, ...most });
    if (states === null) return null;
    known.push(states);
  }
  const preImages = new PreImages(problem, () => undefined);
  const candidates = new Candidates(problem, known, preImages, limits, progress);
  const end = await candidates.run(roots, maxEffort);
  note?.(
    `${candidates.made} candidates, ${candidates.expanded} of them gone back from: ${end.kind === 'closed' ? `${end.cubes.length} stand` : 'no proof'}`,
  );
  return end.kind === 'closed' ? end.cubes : null;
}

export interface WitnessProof {
  readonly stats: SearchStats;
  readonly guesses: number;
  readonly proof: CubeProof;
}

/**
 * Whether the system with a witness is safe, and with it the system itself; null: that was not shown. What turns out to be closed is gone
 * through once more by the search itself.
 */
export async function safeWithWitness(
  request: BackwardRequest,
  { oracle }: Pick<BackwardProblem, 'oracle'>,
  goals: Goals,
  witness: Witness,
  plan: CandidatesPlan,
): Promise<WitnessProof | null> {
  const { system, maxProcs, order, limits, progress, note } = request;
  const problem = new BackwardProblem(withWitness(system, witness), false, maxProcs, 0, true, oracle);
  const instances = new SmallInstances(problem, sc, [], limits);
  const roots = goals.rootsIn(problem);
  note?.(`remembers the ${witness.of === 'all' ? 'first' : 'second'} process of ${witness.transition}`);
  const cubes = await closedCandidates(problem, instances, roots, plan, request);
  if (cubes === null) return null;
  const search = new BackwardSearch(problem, order, limits, progress, null);
  const end = await search.run([...cubes, ...roots], plan.maxEffort);
  const isShown = end.kind === 'closed' && (problem.isDeclared || !search.capped);
  if (!isShown) return null;
  const proof = { cubes: search.cubes.map(statedCube), witness };
  return { stats: search.stats, guesses: cubes.length, proof };
}
