import { refuseGoals } from '../../lang/program/refuse.js';
import { ask, programsOnly } from '../../ask/ask.js';
import type { Decider, ProgramAsked } from '../../ask/ask.js';
import type { Decision } from '../../ask/decision.js';
import type { VerifyHooks } from '../../ask/hooks.js';
import type { VerifyInput, VerifyOptions } from '../../ask/verify-options.js';
import type { Program } from '../../lang/program/program.js';
import { hasBuffers, lockedWaitsForAll, ordersWrites } from '../../memory/model-questions.js';
import { stopOf } from '../../search/limits.js';
import { at, invariant } from '../../support/invariant.js';
import { numbersBelow } from '../../support/lists.js';
import type { CandidateSet } from '../clause.js';
import { cheapestSets } from '../extremes.js';
import { costOf } from '../minimum.js';
import type { FenceCosts, GoalName } from '../../options/fence-wishes.js';
import type { Solution, UnknownAnswer } from '../selection-problem.js';
import type {
  FenceSetsReport,
  FenceTask,
  FoundFence,
  FoundFences,
  MissingFence,
  ToldReordering,
} from '../synthesis-report.js';
import { refuseUnprintable } from './fenced-text.js';
import { ThreadWords, foundFence, toldReordering } from './describe-fence.js';
import { goalNamed } from './fence-goal.js';
import type { Property } from '../../lang/program/program.js';
import { FenceProblem, countsSteps } from './fence-problem.js';
import type { FollowedViolation } from './fence-problem.js';
import type { OvertakingAction } from '../../lang/run/reordering-text.js';
import type { RunHindrances } from './run-on-places.js';
import { FencedProgram, kindsAt } from './fenced-program.js';
import type { FenceCandidate } from './fenced-program.js';

export interface FenceWishes {
  readonly goal: GoalName;
  /** The kind that the goal `robust` means; null: the strongest that is decided under the model. */
  readonly robustness: 'state' | 'trace' | null;
  readonly task: FenceTask;
  readonly costs: FenceCosts;
  /** One cheapest set is enough. */
  readonly first: boolean;
  /** The program is to be written with a set, and that in the native language. */
  readonly isPrinted?: boolean;
  /** Hears of each question and its answer. */
  readonly heard?: (line: string) => void;
  /** Hears again and again what would be told if the search were ended. */
  readonly known?: (told: (why: UnknownAnswer) => FoundFences) => void;
}

/** Reads a file and looks for the cheapest sets of fences for which the goal is reached. */
export async function fenceSetsOfFile(
  input: VerifyInput,
  options: VerifyOptions,
  hooks: VerifyHooks,
  wishes: FenceWishes,
): Promise<FenceSetsReport> {
  let found: FoundFences | null = null;
  const decider: Decider = async (asked) => {
    refuseGoals(asked.question.properties, 'there are no fences');
    if (wishes.isPrinted === true) refuseUnprintable(asked.question.program);
    const solved = await solveFenceSets(asked, wishes);
    found = solved.found;
    return solved.decision;
  };
  const { goal, task } = wishes;
  const ways = { guard: programsOnly, isOther: goal === 'robust', asksMore: goal === 'bound' };
  const verify = await ask(input, options, hooks, { decider, ...ways });
  return { verify, kind: 'fence', goal, task, algorithm: 'exact', found };
}

export interface SolvedFences {
  readonly found: FoundFences;
  /** What the engine said of a set that suffices, or of one that does not if none does. */
  readonly decision: Decision;
}

export async function solveFenceSets(
  stated: ProgramAsked,
  { goal: goalName, robustness, task, costs, first, heard, known }: FenceWishes,
): Promise<SolvedFences> {
  const goal = goalNamed(goalName, robustness);
  const question = goal.asked(stated.question);
  const { model } = question.options;
  invariant(hasBuffers(model), 'without buffers nobody asks');
  const { program } = question;
  const fenced = new FencedProgram(
    ...([program, task, !ordersWrites(model), costs, lockedWaitsForAll(model)] as const),
    stated.fencePlaces,
  );
  const problem = new FenceProblem({ ...stated, question }, fenced, goal, heard);
  const tell = new SetTeller(question.program, fenced, task);
  const told = (found: Solution): ToldSets => {
    const solution = claimed(found, question.properties);
    const sets = usualFirst(weakest(solution.sets, fenced.candidates), fenced.candidates);
    const [one] = sets;
    const original = question.program;
    const { reading } = stated;
    const written = one === undefined ? null : { original, program: fenced.with(one), reading };
    const missing = one === undefined ? [] : tell.unseen(one);
    return { one: one ?? null, found: { ...tell.found(solution, sets), missing, fenced: written } };
  };
  const solution = await cheapestSets(problem, first, (soFar) => known?.((why) => told(soFar(why)).found));
  const decision = problem.lastDecision(solution.sets.length > 0);
  invariant(decision !== null, 'something was asked');
  const { one, found } = told(solution);
  if (one === null) return { found, decision };
  known?.(() => found);
  return { found: { ...found, missing: await missingFrom(one, problem, tell, question.program) }, decision };
}

/** What is told of a solution, and the set that is told in full. */
interface ToldSets {
  readonly one: CandidateSet | null;
  readonly found: FoundFences;
}

/** Places that are one to other properties may be several to one that counts steps. */
const claimed = (solution: Solution, properties: readonly Property[]): Solution =>
  solution.minimal === true && !solution.sets.some(({ size }) => size === 0) && properties.some(countsSteps)
    ? { ...solution, minimal: 'relative' }
    : solution;

/** Without sets that differ from another of the same cost only in a stronger kind of fence somewhere. */
export function weakest(
  sets: readonly CandidateSet[],
  candidates: readonly FenceCandidate[],
): readonly CandidateSet[] {
  const costs = candidates.map(({ cost }) => cost);
  const isWeaker = (one: CandidateSet, other: CandidateSet): boolean =>
    one !== other &&
    costOf(one, costs) === costOf(other, costs) &&
    [...one].every((id) => other.has(id) || isWeakerAt(at(candidates, id), other, candidates)) &&
    [...one].length === other.size;
  return sets.filter((set) => !sets.some((other) => isWeaker(other, set)));
}

/** Right behind the stores that must not wait is where people put fences, and where they look for them. */
function usualFirst(
  sets: readonly CandidateSet[],
  candidates: readonly FenceCandidate[],
): readonly CandidateSet[] {
  const others = (set: CandidateSet): number =>
    [...set].reduce((sum, id) => sum + unusual(at(candidates, id)), 0);
  return sets.toSorted((one, other) => others(one) - others(other));
}

/** In a text of C an order that is there already is made stronger, or a weak fence put in, before a full one is. */
function unusual(candidate: FenceCandidate): number {
  if (candidate.kind !== 'fence' || candidate.point.anchor.kind !== 'text')
    return isBehindStore(candidate) ? 0 : 1;
  if (candidate.point.anchor.place.kind === 'order') return 0;
  return candidate.fence === 'ww' ? 1 : 2;
}

function isBehindStore(candidate: FenceCandidate): boolean {
  if (candidate.kind === 'locked') return true;
  const { anchor } = candidate.point;
  return anchor.kind === 'after' && anchor.stmt.kind === 'assign' && anchor.stmt.target.kind === 'shared';
}

function isWeakerAt(
  candidate: FenceCandidate,
  other: CandidateSet,
  candidates: readonly FenceCandidate[],
): boolean {
  if (candidate.kind !== 'fence' || candidate.fence !== 'ww') return false;
  return kindsAt([...other].map((id) => at(candidates, id))).get(candidate.point.id) === 'full';
}

class SetTeller {
  readonly #all: readonly FoundFence[];
  readonly #costs: readonly number[];
  readonly #candidates: readonly FenceCandidate[];

  constructor(
    program: Program,
    fenced: FencedProgram,
    private readonly task: FenceTask,
  ) {
    this.#candidates = fenced.candidates;
    this.#all = fenced.candidates.map((candidate) => foundFence(candidate, program));
    this.#costs = fenced.candidates.map(({ cost }) => cost);
  }

  fence(id: number): FoundFence {
    return at(this.#all, id);
  }

  /** What is to be done: fences to put in, or those that go. */
  set(choice: CandidateSet): readonly FoundFence[] {
    const isNamed = (id: number): boolean => choice.has(id) === (this.task === 'add');
    return numbersBelow(this.#all.length)
      .filter(isNamed)
      .map((id) => this.fence(id));
  }

  /** The fences of a set, where nobody knows yet what goes wrong without them. */
  unseen(choice: CandidateSet): readonly MissingFence[] {
    return inOrder(choice).map((id) => unseenWithout(this.fence(id)));
  }

  /** As far as it has come; of two kinds at a place the stronger one is there. */
  #sufficient(choice: CandidateSet): readonly FoundFence[] {
    const needed = [...choice].filter(
      (id) => !isWeakerAt(at(this.#candidates, id), choice, this.#candidates),
    );
    return this.set(this.task === 'add' ? new Set(needed) : choice);
  }

  found(
    { minimal, complete, stop, queries, counterexamples, atLeast, sufficient, undecided }: Solution,
    sets: readonly CandidateSet[],
  ): Omit<FoundFences, 'missing' | 'fenced'> {
    const [one] = sets;
    return {
      ...{ minimal, complete, stop, queries, atLeast, undecided },
      candidates: this.#all.length,
      sets: sets.map((choice) => this.set(choice)),
      cost: one === undefined ? null : costOf(one, this.#costs),
      sufficient: one !== undefined || sufficient === null ? null : this.#sufficient(sufficient),
      counterexamples: counterexamples.map(({ property, clause }) => ({
        property,
        some: clause.some.map((id) => this.fence(id)),
        unless: clause.unless.map((id) => this.fence(id)),
      })),
    };
  }
}

const inOrder = (set: CandidateSet): readonly number[] => [...set].sort((a, b) => a - b);

const unseenWithout = (fence: FoundFence): MissingFence => ({
  ...{ fence, property: null, trace: null, steps: null },
  reorderings: [],
});

/** Each fence of a set left out in turn. */
async function missingFrom(
  set: CandidateSet,
  problem: FenceProblem,
  tell: SetTeller,
  program: Program,
): Promise<readonly MissingFence[]> {
  const missing: MissingFence[] = [];
  for (const id of inOrder(set)) {
    const fence = tell.fence(id);
    const without = new Set([...set].filter((other) => other !== id));
    const answer =
      stopOf(problem.limits, performance.now()) === null
        ? await problem.decide(without, `without the fence in line ${fence.line ?? '?'}`)
        : null;
    if (answer?.kind !== 'violated') {
      missing.push(unseenWithout(fence));
      continue;
    }
    const { name, trace } = answer.violation;
    missing.push({
      fence,
      property: name,
      trace,
      steps: trace?.steps.length ?? null,
      reorderings: reorderingsAt(fence, problem.follow(answer.violation), program),
    });
  }
  return missing;
}

/** What did not wait behind the place of a fence that is not there. */
function reorderingsAt(
  { kind, at: place }: FoundFence,
  followed: FollowedViolation | null,
  program: Program,
): readonly ToldReordering[] {
  if (followed === null || !('id' in place)) return [];
  const { marked, hindrances } = followed;
  const words = new ThreadWords(program, place.thread);
  // Loads do not wait behind a fence(ww), so they are not what it would have kept back.
  const [held, by]: [RunHindrances['full'], OvertakingAction['kind'][]] =
    kind === 'fence(ww)' ? [hindrances.ww, ['written']] : [hindrances.full, ['read', 'written']];
  return (held.get(place.id) ?? []).flatMap((one) => toldReordering(one, by, marked.system, words) ?? []);
}
