import { printProgram } from '../../../src/lang/program/print.js';
import type { Program } from '../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { at } from '../../../src/support/invariant.js';
import { parseFp } from '../parse-fp.js';
import type { ExhaustionLimits } from '../robustness/oracle-verdict.js';
import { plainRobustness } from '../robustness/robust-verdicts.js';
import type { RobustKind } from '../robustness/robust-verdicts.js';
import { verifyText } from '../verify-text.js';
import { cheapestMends } from './brute-force.js';
import type { BruteForceLimits, Cheapest, Costs } from './brute-force.js';
import { mended, sitesOf } from './fence-sites.js';
import type { Mends, Site } from './fence-sites.js';
import { robustJudge } from './robust-mends.js';
import type { DocumentPlace, FencesDocument } from './fences-document.js';

/** Who is asked for fences. */
export interface MendsAsked {
  readonly text: string;
  readonly model: MemoryModel;
  readonly costs: Costs;
  readonly procs: number | null;
  /** Of `--goal bound`; null: the goal is that the properties hold. */
  readonly bound: number | null;
  /** Of `--goal robust`; null: the goal is another. */
  readonly robust: RobustKind | null;
}

/** The answer of the product. A text says what went wrong. */
export interface MendsAnswer {
  readonly document: FencesDocument | string;
  /** By how it was made, the program with fences, or what went wrong; none where no set suffices. */
  readonly programs: readonly {
    readonly by: string;
    readonly text: string | null;
    readonly wrong: string | null;
  }[];
}

export interface FenceSetAgreement {
  readonly truth: Cheapest;
  readonly complaints: readonly string[];
  /** How many sets the product names, and how many there are; fewer is right where points are one. */
  readonly listed: number;
}

export interface FenceSetQuestion {
  /** As it was read from `text`: its lines are those of the text. */
  readonly program: Program;
  readonly asked: MendsAsked;
  readonly limits: Omit<BruteForceLimits, 'procs' | 'bound'>;
}

/** The product against trying everything; null: there is too much to try, or `teaches` says that it is not worth it. */
export async function compareFenceSets(
  { program, asked, limits }: FenceSetQuestion,
  answer: (asked: MendsAsked, truth: Cheapest) => Promise<MendsAnswer>,
  teaches: (truth: Cheapest) => boolean = () => true,
): Promise<FenceSetAgreement | null> {
  const { model, costs, procs, bound, robust } = asked;
  const judge = robust === null ? undefined : robustJudge(program, model, robust, exhaustion(limits));
  const truth = cheapestMends(program, model, costs, { ...limits, procs, bound }, judge);
  if (truth === null || !teaches(truth)) return null;
  const { document, programs } = await answer(asked, truth);
  if (typeof document === 'string') return { truth, complaints: [document], listed: 0 };
  // The theorem about traces says nothing of some blocks with a fence in them.
  if (robust === 'trace' && document.exitCode === 2) return null;
  const made = await Promise.all(
    programs.map(async ({ by, text, wrong }) =>
      text === null
        ? [`${by}: ${wrong ?? 'nothing'}`]
        : (await insufficient(text, asked, limits)).map((c) => `${by}: ${c}`),
    ),
  );
  return {
    truth,
    complaints: [...documentComplaints(document, truth, program, asked.costs), ...made.flat()],
    listed: document.sets.length,
  };
}

const exhaustion = ({ maxStates }: FenceSetQuestion['limits']): ExhaustionLimits => ({ most: maxStates });

/** Why a program is not one in which all properties hold, by the explicit engine; or that is robust, by all that it does. */
async function insufficient(
  text: string,
  { model, procs, robust }: MendsAsked,
  limits: FenceSetQuestion['limits'],
): Promise<readonly string[]> {
  if (robust !== null) {
    const { kind } = plainRobustness(parseFp(text), model, robust, exhaustion(limits));
    return kind === 'robust' ? [] : [`${kind}: ${text}`];
  }
  const { verdict, reason, properties } = await verifyText('mended.fp', text, {
    model,
    procs,
    timeoutSeconds: 60,
  });
  if (verdict === 'safe') return [];
  const wrong = properties.flatMap(({ name, verdict: found }) =>
    found === 'safe' ? [] : [`${name} ${found}`],
  );
  return [`${verdict ?? reason}: ${wrong.join()} in\n${text}`];
}

function documentComplaints(
  document: FencesDocument,
  truth: Cheapest,
  program: Program,
  costs: Costs,
): readonly string[] {
  const { exitCode, cost, sets } = document;
  const told = `exit ${exitCode}, cost ${cost}, ${sets.length} sets`;
  switch (truth.kind) {
    case 'none':
      return exitCode === 10 && sets.length === 0 ? [] : [`nothing suffices, but: ${told}`];
    case 'beyond':
      return sets.length === 0 || (cost ?? 0) > truth.cost
        ? []
        : [`needs more than ${truth.cost}, but: ${told}`];
    case 'found':
      if (exitCode !== 0 || cost !== truth.cost) return [`the cheapest cost ${truth.cost}, but: ${told}`];
      return [
        ...(document.minimal === true ? [] : [`minimal is ${document.minimal}`]),
        ...sets.flatMap((set) => setComplaints(set, truth.sets, program, costs)),
        ...(sets.length > 0 ? [] : ['no set is told']),
        ...missedComplaints(document, truth.sets, program, costs),
      ];
  }
}

/** A set that the product names must be one of those found by trying, as far as its places can be told apart. */
function setComplaints(
  set: readonly DocumentPlace[],
  sets: readonly Mends[],
  program: Program,
  costs: Costs,
): readonly string[] {
  const told = JSON.stringify(set);
  const total = set.reduce((sum, { kind }) => sum + (kind === 'atomic' ? NaN : costs[kind]), 0);
  const others = sets.filter(({ size }) => size === set.length);
  if (total !== [...at(sets, 0).values()].reduce((sum, mend) => sum + costs[mend], 0))
    return [`does not cost what it should: ${told}`];
  const sites = sitesOf(program);
  return others.some((mends) => describes(set, [...mends], program, sites))
    ? []
    : [`does not suffice: ${told}`];
}

/**
 * Every set found by trying must be told, or one that has each mend at the same place as it. Where `fence(ww)` costs no more
 * than `fence` and does, there is no need to tell the stronger one; nor sets that change what `either` can choose, nor a
 * locked store where fences around it cost no more. Who tells so many that it says it left some out need not tell all.
 */
function missedComplaints(
  { sets, complete }: FencesDocument,
  truth: readonly Mends[],
  program: Program,
  costs: Costs,
): readonly string[] {
  if (!complete) return [];
  const sites = sitesOf(program);
  const byPlace = (mends: Mends): string =>
    [...mends]
      .map(([site, mend]) => `${at(sites, site).place} ${mend}`)
      .sort()
      .join();
  const written = new Set(truth.map(textOf));
  const weaker = (mends: Mends): boolean =>
    costs['fence(ww)'] <= costs.fence &&
    [...mends].some(
      ([site, mend]) => mend === 'fence' && written.has(textOf(new Map([...mends, [site, 'fence(ww)']]))),
    );
  const dear = (mends: Mends): boolean =>
    costs.locked >= 2 * costs.fence && [...mends.values()].includes('locked');
  const choosing = (mends: Mends): boolean => [...mends.keys()].some((site) => at(sites, site).opensBranch);
  const told = new Set(
    truth.filter((mends) => sets.some((set) => describes(set, [...mends], program, sites))).map(byPlace),
  );
  return truth.flatMap((mends) =>
    weaker(mends) || choosing(mends) || dear(mends) || told.has(byPlace(mends))
      ? []
      : [`not told: ${printProgram(mended(program, mends))}`],
  );
}

const textOf = (mends: Mends): string => JSON.stringify([...mends]);

/** Whether the places can be matched with the mends, one to one. */
function describes(
  places: readonly DocumentPlace[],
  mends: readonly (readonly [number, string])[],
  program: Program,
  sites: readonly Site[],
): boolean {
  const [place, ...others] = places;
  if (place === undefined) return mends.length === 0;
  return mends.some(([number, mend], i) => {
    const site = at(sites, number);
    const { name } = at(program.threads, site.thread);
    const fits =
      mend === place.kind &&
      (place.thread === null || place.thread === name) &&
      (place.line === null || site.near.includes(place.line));
    return fits && describes(others, mends.toSpliced(i, 1), program, sites);
  });
}
