import { ask, programsOnly } from '../../../src/ask/ask.js';
import type { Decider } from '../../../src/ask/ask.js';
import { usualOptions } from '../../../src/ask/verify-options.js';
import type { VerifyOptions } from '../../../src/ask/verify-options.js';
import type { VerifyReport } from '../../../src/ask/report.js';
import { languages } from '../../../src/frontends/index.js';
import { pipelines } from '../../../src/library/all-pipelines.js';
import { modelNamed } from '../../../src/memory/index.js';
import { lockedWaitsForAll, ordersWrites } from '../../../src/memory/model-questions.js';
import { usualCosts } from '../../../src/options/fence-wishes.js';
import type { GoalName } from '../../../src/options/fence-wishes.js';
import { invariant } from '../../../src/support/invariant.js';
import { remembered } from '../../../src/support/remembered.js';
import { goalNamed } from '../../../src/synthesis/fences/fence-goal.js';
import { FenceProblem } from '../../../src/synthesis/fences/fence-problem.js';
import { FencedProgram } from '../../../src/synthesis/fences/fenced-program.js';
import type { FenceCandidate } from '../../../src/synthesis/fences/fenced-program.js';
import { solveFenceSets } from '../../../src/synthesis/fences/find-fence-sets.js';
import type { FoundFence, FoundFences } from '../../../src/synthesis/synthesis-report.js';
import { leastCost } from '../synthesis/smallest-size.js';

/** What is asked for; `text` in place of a file leaves out what stands beside it. */
export interface SetsAsked {
  readonly path: string;
  readonly text?: string;
  readonly model: 'tso' | 'pso';
  readonly goal: GoalName;
  /** Null: none is given. */
  readonly bound: number | null;
  readonly first: boolean;
  /** For the search; what is asked again may take as long once more. */
  readonly seconds: number;
}

/** Sets of fences, and what can be said against their claim. */
export interface CheckedSets {
  readonly verify: VerifyReport;
  /** Null: it did not come to that. */
  readonly found: FoundFences | null;
  /** What the cheapest sets cost that no stored counterexample excludes, by another search; null: none does. */
  readonly least: number | null;
  /** How many different sets there are with one fence of a set left out, and how many of them a replayed run refutes. */
  readonly leftOut: number;
  readonly refuted: number;
}

/** Looks for the cheapest sets, then asks about each of them with one fence left out. */
export async function checkedSets(asked: SetsAsked): Promise<CheckedSets> {
  const { path, text, goal, bound, first, seconds } = asked;
  const model = modelNamed(asked.model, 'own');
  invariant(model !== null, 'there are such models');
  const options: VerifyOptions = {
    ...usualOptions,
    ...{ model, timeoutSeconds: seconds, ...(bound === null ? {} : { bound }) },
  };
  const { signal } = new AbortController();
  const hooks = { languages, pipelines: await pipelines(), signal, progress: () => undefined };
  const input = { path, language: null, ...(text === undefined ? {} : { text }) };
  let checked: Omit<CheckedSets, 'verify'> = { found: null, least: null, leftOut: 0, refuted: 0 };
  const decider: Decider = async (one) => {
    const wishes = { goal, robustness: null, task: 'add', costs: usualCosts, first } as const;
    const { found, decision } = await solveFenceSets(one, wishes);
    const deadline = performance.now() + seconds * 1000;
    const aim = goalNamed(goal, null);
    const question = aim.asked({ ...one.question, limits: { ...one.question.limits, deadline } });
    const fenced = new FencedProgram(
      question.program,
      'add',
      !ordersWrites(model),
      usualCosts,
      lockedWaitsForAll(model),
    );
    const again = new FenceProblem({ ...one, question }, fenced, aim);
    checked = { found, least: leastOfClauses(found), ...(await leftOut(found, fenced, again)) };
    return decision;
  };
  const verify = await ask(input, options, hooks, {
    ...{ decider, guard: programsOnly, isOther: goal === 'robust' },
  });
  return { verify, ...checked };
}

/** What the stored counterexamples leave. */
function leastOfClauses({ counterexamples }: FoundFences): number | null {
  const numbers = new Map<FoundFence, number>();
  const clauses = counterexamples.map(({ some }) => ({
    some: some.map((fence) => remembered(numbers, fence, () => numbers.size)),
    unless: [],
  }));
  return leastCost(
    [...numbers.keys()].map(({ kind }) => usualCosts[kind]),
    clauses,
  );
}

async function leftOut(
  { sets }: FoundFences,
  { candidates }: FencedProgram,
  problem: FenceProblem,
): Promise<Pick<CheckedSets, 'leftOut' | 'refuted'>> {
  const choices = new Map<string, ReadonlySet<number>>();
  for (const set of sets) {
    const ids = set.map((fence) => candidates.findIndex((candidate) => isSame(candidate, fence)));
    invariant(!ids.includes(-1), 'what is found is one of the candidates');
    for (const one of ids) {
      const others = ids.filter((id) => id !== one);
      remembered(choices, others.toSorted((a, b) => a - b).join(), () => new Set(others));
    }
  }
  let refuted = 0;
  for (const choice of choices.values()) {
    const answer = await problem.decide(choice, 'one left out');
    // A trace is what came of running the counterexample again.
    if (answer.kind === 'violated' && answer.violation.trace !== null) refuted++;
  }
  return { leftOut: choices.size, refuted };
}

/** Of the same program, read once: places have their numbers, and stores are its statements. */
function isSame(candidate: FenceCandidate, { kind, at }: FoundFence): boolean {
  if (candidate.kind === 'locked') return 'stmt' in at && candidate.store.stmt === at.stmt;
  const own = candidate.fence === 'full' ? 'fence' : 'fence(ww)';
  return kind === own && 'id' in at && candidate.point.id === at.id;
}
