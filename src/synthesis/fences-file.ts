import { runPipeline } from '../pass/run.js';
import { numberWrites } from '../pass/write-sites.js';
import type { WriteSite } from '../pass/write-sites.js';
import type { Decision, Question } from '../verify/decision.js';
import type { VerifyHooks } from '../verify/hooks.js';
import type { Engine, VerifyInput, VerifyOptions } from '../verify/options.js';
import { reportOf } from '../verify/refusals.js';
import { VerifyRun, decideByEngine } from '../verify/verify.js';
import { at, invariant } from '../support/check.js';
import { AtomicProblem } from './atomic/problem.js';
import { oneByOne } from './by-steps.js';
import { smallestSets } from './exact.js';
import type { Solution } from './problem.js';
import type { Algorithm, FencesReport, FoundSets, FoundWrite } from './report.js';

export interface FencesOptions {
  readonly algorithm: Algorithm;
  /** One smallest set is enough. */
  readonly first: boolean;
}

/** Reads a file and looks for the smallest sets of writes that must be atomic for its properties to hold. */
export async function fencesOfFile(
  input: VerifyInput,
  options: VerifyOptions,
  hooks: VerifyHooks,
  wishes: FencesOptions,
): Promise<FencesReport> {
  let found: FoundSets | null = null;
  const decide = async (question: Question, engine: Engine): Promise<Decision> => {
    const { sites, problem } = atomicProblem(question, engine);
    const { algorithm, first } = wishes;
    const solution = algorithm === 'exact' ? await smallestSets(problem, { first }) : await oneByOne(problem);
    found = foundSets(solution, sites);
    const decision = problem.lastDecision(solution.sets.length > 0);
    invariant(decision !== null, 'something was asked');
    return decision;
  };
  const verify = await reportOf(new VerifyRun(input, options, hooks, decide));
  const { algorithm } = wishes;
  return { verify, kind: 'atomic', algorithm, waits: options.model.lockedWaits, found };
}

function atomicProblem(
  question: Question,
  engine: Engine,
): { readonly sites: readonly WriteSite[]; readonly problem: AtomicProblem } {
  const { program, options, hooks } = question;
  const procs = typeof options.procs === 'number' ? options.procs : null;
  const context = { procs, model: options.model, atomicWrites: new Set<number>() };
  const lowered = runPipeline({ ...hooks.pipelines.automata, onSystem: [] }, program, context);
  const { sites } = numberWrites(lowered.program);
  const task = { question, engine, decide: decideByEngine, sites, base: lowered.reference };
  return { sites, problem: new AtomicProblem(task) };
}

function foundSets(solution: Solution, sites: readonly WriteSite[]): FoundSets {
  const named = (ids: Iterable<number>): readonly FoundWrite[] =>
    [...ids].sort((a, b) => a - b).map((id) => foundWrite(at(sites, id)));
  const { minimal, complete, stop, queries, sets, counterexamples } = solution;
  return {
    ...{ minimal, complete, stop, queries },
    candidates: sites.length,
    sets: sets.map(named),
    counterexamples: counterexamples.map(({ property, clause }) => ({
      property,
      some: named(clause.some),
      unless: named(clause.unless),
    })),
  };
}

const foundWrite = ({ threadName, line, label, variableName, names, action }: WriteSite): FoundWrite => ({
  ...{ thread: threadName, line, label, variable: variableName, action },
  transition: names[0] ?? threadName,
});
