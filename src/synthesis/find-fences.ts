import type { WriteSite } from '../pass/write-sites.js';
import { writesOf } from '../ask/chosen-writes.js';
import type { ProgramAsked } from '../ask/ask.js';
import type { Decision } from '../ask/decision.js';
import { invariant } from '../support/invariant.js';
import { AtomicProblem } from './atomic/atomic-problem.js';
import type { AtomicTask } from './atomic/atomic-problem.js';
import { oneByOne } from './by-steps.js';
import { smallestSets } from './extremes.js';
import type { Solution } from './selection-problem.js';
import type { Algorithm } from './synthesis-report.js';

export interface FencesOptions {
  readonly algorithm: Algorithm;
  /** One smallest set is enough. */
  readonly first: boolean;
  /** Hears of each question and its answer. */
  readonly heard?: (line: string) => void;
}

export interface Solved {
  readonly sites: readonly WriteSite[];
  readonly solution: Solution;
  /** What the engine said of a set that suffices, or of one that does not if none does. */
  readonly decision: Decision;
}

/** The smallest sets of writes that must be atomic, besides those that are, for the properties of the question to hold. */
export async function solveFences(
  asked: ProgramAsked,
  { algorithm, first, heard = () => undefined }: FencesOptions,
): Promise<Solved> {
  const task = atomicTask(asked);
  const problem = new AtomicProblem(task, heard);
  const solution = algorithm === 'exact' ? await smallestSets(problem, first) : await oneByOne(problem);
  const decision = problem.lastDecision(solution.sets.length > 0);
  invariant(decision !== null, 'something was asked');
  return { sites: task.sites, solution, decision };
}

function atomicTask({ question, pipelines, atomicWrites }: ProgramAsked): AtomicTask {
  const { program, options, lowerings } = question;
  const given = atomicWrites ?? new Set<number>();
  const procs = typeof options.procs === 'number' ? options.procs : null;
  const lowered = lowerings.with({ atomicWrites: given }).of('automata', { procs, stepwise: true });
  const sites = writesOf(program, pipelines.automata, procs);
  const candidates = sites.filter(({ id }) => !given.has(id));
  return {
    ...{ question, given, base: lowered.reference },
    sites: candidates.map((site, id) => ({ ...site, id })),
    originals: candidates.map(({ id }) => id),
  };
}
