import { runPipeline } from '../pass/run.js';
import { numberWrites } from '../pass/write-sites.js';
import type { WriteSite } from '../pass/write-sites.js';
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
}

export interface Solved {
  readonly sites: readonly WriteSite[];
  readonly solution: Solution;
  /** What the engine said of a set that suffices, or of one that does not if none does. */
  readonly decision: Decision;
}

/** The smallest sets of writes that must be atomic for the properties of the question to hold. */
export async function solveFences(
  question: Question,
  engine: Engine,
  { algorithm, first }: FencesOptions,
): Promise<Solved> {
  const task = atomicTask(question, engine);
  const problem = new AtomicProblem(task);
  const solution = algorithm === 'exact' ? await smallestSets(problem, { first }) : await oneByOne(problem);
  const decision = problem.lastDecision(solution.sets.length > 0);
  invariant(decision !== null, 'something was asked');
  return { sites: task.sites, solution, decision };
}

function atomicTask(question: Question, engine: Engine): AtomicTask {
  const { program, options, hooks } = question;
  const procs = typeof options.procs === 'number' ? options.procs : null;
  const context = { procs, model: options.model, atomicWrites: new Set<number>() };
  const lowered = runPipeline({ ...hooks.pipelines.automata, onSystem: [] }, program, context);
  const { sites } = numberWrites(lowered.program);
  return { question, engine, decide: decideByEngine, sites, base: lowered.reference };
}
