import type { WriteSite } from '../pass/write-sites.js';
import { ask, programsOnly } from '../ask/ask.js';
import type { Decider } from '../ask/ask.js';
import type { VerifyHooks } from '../ask/hooks.js';
import type { VerifyInput, VerifyOptions } from '../ask/verify-options.js';
import { at } from '../support/invariant.js';
import { solveFences } from './find-fences.js';
import type { FencesOptions, Solved } from './find-fences.js';
import type { FencesReport, FoundSets, FoundWrite } from './synthesis-report.js';

/** Reads a file and looks for the smallest sets of writes that must be atomic for its properties to hold. */
export async function fencesOfFile(
  input: VerifyInput,
  options: VerifyOptions,
  hooks: VerifyHooks,
  wishes: FencesOptions,
): Promise<FencesReport> {
  let found: FoundSets | null = null;
  const decider: Decider = async (asked) => {
    const solved = await solveFences(asked, wishes);
    found = foundSets(solved);
    return solved.decision;
  };
  const verify = await ask(input, options, hooks, { decider, guard: programsOnly });
  const { algorithm } = wishes;
  return { verify, kind: 'atomic', algorithm, waits: options.model.lockedWaits, found };
}

function foundSets({ solution, sites }: Solved): FoundSets {
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
