import type { Program } from '../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { ordersWrites } from '../../../src/memory/model-questions.js';
import { sitesOf } from './fence-sites.js';
import type { Mend, Mends, Site } from './fence-sites.js';
import { elementOf, findViolation } from './violating-run.js';
import type { SearchSize } from './violating-run.js';

export type Costs = Readonly<Record<Mend, number>>;

export const usualCosts: Costs = { fence: 1, 'fence(ww)': 1, locked: 2 };

/** The cheapest ways to mend a program, found by trying. */
export type Cheapest =
  | { readonly kind: 'found'; readonly cost: number; readonly sets: readonly Mends[] }
  /** Some run violates a property whatever is put anywhere. */
  | { readonly kind: 'none' }
  /** Nothing of at most this cost suffices. */
  | { readonly kind: 'beyond'; readonly cost: number };

export interface BruteForceLimits extends SearchSize {
  readonly maxCost: number;
  /** Sets of one cost to be looked at. */
  readonly maxSets: number;
}

/** What a trial says: `hopeless`, nothing suffices. */
type Trial = 'enough' | 'too-little' | 'hopeless' | 'too-large';

/** Says whether mends suffice. */
export interface MendsJudge {
  judge(mends: Mends): Trial;
  /** What earlier trials say of the mends, so that they need none. */
  isKnownAsTooLittle(mends: Mends): boolean;
}

/**
 * Goes through all states of the program that mends give. Others are known as too little only if a run that violates a
 * property, found before with another set, is known to be possible with them as well.
 */
export function propertyJudge(program: Program, model: MemoryModel, size: SearchSize): MendsJudge {
  const runs: ReadonlySet<string>[] = [];
  return {
    judge: (mends) => {
      const violation = findViolation(program, mends, model, size);
      if (violation === null) return 'enough';
      if (violation === 'too-large') return violation;
      runs.push(violation);
      return violation.size === 0 ? 'hopeless' : 'too-little';
    },
    isKnownAsTooLittle: (mends) => {
      const elements = [...mends].map(([site, mend]) => elementOf(site, mend));
      return runs.some((stoppers) => !elements.some((element) => stoppers.has(element)));
    },
  };
}

/** Tries all sets of mends, the cheapest first. Null: the program is too large for it. */
export function cheapestMends(
  program: Program,
  model: MemoryModel,
  costs: Costs,
  limits: BruteForceLimits,
  judge: MendsJudge = propertyJudge(program, model, limits),
): Cheapest | null {
  const sites = sitesOf(program);
  const everywhere = new Map<number, Mend>(
    sites.flatMap(({ kind }, site) => (kind === 'point' ? [[site, 'fence'] as const] : [])),
  );
  const first = judge.judge(everywhere);
  if (first === 'too-large') return null;
  if (first === 'hopeless') return { kind: 'none' };
  for (let cost = 0; cost <= limits.maxCost; cost++) {
    const sets: Mends[] = [];
    let looked = 0;
    for (const mends of setsOfCost(sites, kindsUnder(model), costs, cost)) {
      if (++looked > limits.maxSets) return null;
      if (judge.isKnownAsTooLittle(mends)) continue;
      const result = judge.judge(mends);
      if (result === 'too-large') return null;
      if (result === 'hopeless') return { kind: 'none' };
      if (result === 'enough') sets.push(mends);
    }
    if (sets.length > 0) return { kind: 'found', cost, sets };
  }
  return { kind: 'beyond', cost: limits.maxCost };
}

type KindsOf = Readonly<Record<Site['kind'], readonly Mend[]>>;

const kindsUnder = (model: MemoryModel): KindsOf => ({
  point: ordersWrites(model) ? ['fence'] : ['fence', 'fence(ww)'],
  store: ['locked'],
});

/** All sets of exactly a cost, sites in their order. */
function* setsOfCost(
  sites: readonly Site[],
  kinds: KindsOf,
  costs: Costs,
  cost: number,
  from = 0,
): Generator<Mends> {
  if (cost === 0) yield new Map();
  if (cost <= 0) return;
  for (let site = from; site < sites.length; site++) {
    for (const mend of kinds[sites[site]?.kind ?? 'point']) {
      for (const rest of setsOfCost(sites, kinds, costs, cost - costs[mend], site + 1))
        yield new Map([[site, mend], ...rest]);
    }
  }
}
