import { refuseGoals } from '../lang/program/refuse.js';
import type { WriteSite } from '../pass/write-sites.js';
import { ask, programsOnly } from '../ask/ask.js';
import type { Decider, ProgramAsked } from '../ask/ask.js';
import { writesOf } from '../ask/chosen-writes.js';
import type { Decision } from '../ask/decision.js';
import type { VerifyHooks } from '../ask/hooks.js';
import type { VerifyInput, VerifyOptions } from '../ask/verify-options.js';
import { at, invariant } from '../support/invariant.js';
import { AtomicProblem } from './atomic/atomic-problem.js';
import type { AtomicTask } from './atomic/atomic-problem.js';
import { oneByOne } from './by-steps.js';
import { cheapestSets } from './extremes.js';
import type { Solution, SolutionListener, UnknownAnswer } from './selection-problem.js';
import type { Algorithm, AtomicWritesReport, FoundSets, FoundWrite } from './synthesis-report.js';

export interface FencesOptions {
  readonly algorithm: Algorithm;
  /** One smallest set is enough. */
  readonly first: boolean;
  /** Hears of each question and its answer. */
  readonly heard?: (line: string) => void;
  /** Hears again and again what would be told if the search were ended. */
  readonly known?: (told: (why: UnknownAnswer) => FoundSets) => void;
}

/** Reads a file and looks for the smallest sets of writes that must be atomic for its properties to hold. */
export async function fencesOfFile(
  input: VerifyInput,
  options: VerifyOptions,
  hooks: VerifyHooks,
  wishes: FencesOptions,
): Promise<AtomicWritesReport> {
  let found: FoundSets | null = null;
  const decider: Decider = async (asked) => {
    refuseGoals(asked.question.properties, 'there are no sets of atomic writes');
    const solved = await solveFences(asked, wishes);
    found = foundSets(solved.solution, solved.sites);
    return solved.decision;
  };
  const verify = await ask(input, options, hooks, { decider, guard: programsOnly });
  const { algorithm } = wishes;
  return { verify, kind: 'atomic', algorithm, waits: options.model.lockedWaits, found };
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
  { algorithm, first, known, heard = () => undefined }: FencesOptions,
): Promise<Solved> {
  const task = atomicTask(asked);
  const problem = new AtomicProblem(task, heard);
  const told = known === undefined ? undefined : tellingSets(known, task.sites);
  const solution = algorithm === 'exact' ? await cheapestSets(problem, first, told) : await oneByOne(problem);
  const decision = problem.lastDecision(solution.sets.length > 0);
  invariant(decision !== null, 'something was asked');
  return { sites: task.sites, solution, decision };
}

const tellingSets =
  (known: NonNullable<FencesOptions['known']>, sites: readonly WriteSite[]): SolutionListener =>
  (soFar) =>
    known((why) => foundSets(soFar(why), sites));

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

function foundSets(solution: Solution, sites: readonly WriteSite[]): FoundSets {
  const named = (ids: Iterable<number>): readonly FoundWrite[] =>
    [...ids].sort((a, b) => a - b).map((id) => foundWrite(at(sites, id), sites));
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

const foundWrite = (site: WriteSite, sites: readonly WriteSite[]): FoundWrite => ({
  ...{ thread: site.threadName, line: site.line, label: site.label },
  ...{ variable: site.variableName, transition: nameOf(site, sites), action: site.action },
});

/** The best name of its transition that means no other write of the variable. */
function nameOf({ id, variable, names, threadName }: WriteSite, sites: readonly WriteSite[]): string {
  const others = sites.filter((site) => site.id !== id && site.variable === variable);
  const own = names.find((name) => !others.some((site) => site.names.includes(name)));
  return own ?? names[0] ?? threadName;
}
