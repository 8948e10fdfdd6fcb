import { runPipeline } from '../pass/run.js';
import type { WriteSite } from '../pass/write-sites.js';
import { writesOf } from '../verify/atomic-writes.js';
import type { Decision, Question } from '../verify/decision.js';
import type { Engine } from '../verify/options.js';
import { decideByEngine } from '../verify/verify.js';
import { invariant } from '../support/check.js';
import { AtomicProblem } from './atomic/problem.js';
import type { AtomicTask } from './atomic/problem.js';
import { oneByOne } from './by-steps.js';
import { smallestSets } from './exact.js';
import type { Solution } from './problem.js';
import type { Algorithm } from './report.js';

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
  question: Question,
  engine: Engine,
  { algorithm, first, heard = () => undefined }: FencesOptions,
): Promise<Solved> {
  const task = atomicTask(question, engine);
  const problem = new AtomicProblem(task, heard);
  const solution = algorithm === 'exact' ? await smallestSets(problem, first) : await oneByOne(problem);
  const decision = problem.lastDecision(solution.sets.length > 0);
  invariant(decision !== null, 'something was asked');
  return { sites: task.sites, solution, decision };
}

function atomicTask(question: Question, engine: Engine): AtomicTask {
  const { program, options, hooks } = question;
  const given = question.atomicWrites ?? new Set<number>();
  const procs = typeof options.procs === 'number' ? options.procs : null;
  const context = { procs, model: options.model, atomicWrites: given };
  const lowered = runPipeline({ ...hooks.pipelines.automata, onSystem: [] }, program, context);
  const sites = writesOf(program, hooks.pipelines.automata, procs);
  const candidates = sites.filter(({ id }) => !given.has(id));
  return {
    ...{ question, engine, given, decide: decideByEngine, base: lowered.reference },
    sites: candidates.map((site, id) => ({ ...site, id })),
    originals: candidates.map(({ id }) => id),
  };
}
