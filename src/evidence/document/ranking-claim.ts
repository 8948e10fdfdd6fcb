import type { TemporalProperty } from '../../lang/program/program.js';
import { StateNames } from '../../lang/program/state-names.js';
import type { System } from '../../lang/program/system.js';
import type { LackedMark, RankLevel, RunRanking } from '../../lang/run/run-ranking.js';
import type { StateCover } from '../../lang/run/state-cover.js';
import { assertNever, at } from '../../support/invariant.js';
import { automatonLines } from '../ranking/automaton-lines.js';
import { violationAutomaton } from '../ranking/violation-automaton.js';
import type { ClaimedRanking, EvidenceLack, RankingClaim } from './evidence-document.js';
import { NoEvidence } from './read-evidence.js';
import { cellOf, coverOf, threadOf } from './understood.js';
import { invariantClaim } from './write-evidence.js';

/** That some properties hold because of states, and others, of runs, because these are ranked. */
export function rankingClaim(
  system: System,
  properties: readonly string[],
  cover: StateCover,
  ranked: readonly { readonly property: TemporalProperty; readonly ranking: RunRanking }[],
): RankingClaim {
  return {
    ...invariantClaim(system, properties, cover),
    kind: 'ranking',
    rankings: ranked.map(({ property, ranking }) => {
      const automaton = violationAutomaton(property, () => undefined);
      return claimedRanking(system, ranking, automatonLines(automaton, system));
    }),
  };
}

function claimedRanking(
  system: System,
  { property, levels, waiting }: RunRanking,
  automaton: readonly string[],
): ClaimedRanking {
  const names = new StateNames(system);
  const regions = levels.flatMap((level) => level.regions);
  const claim = invariantClaim(system, [], { parts: regions.map(({ boxes }) => boxes), waiting });
  let told = 0;
  return {
    ...{ property, automaton, waiting: claim.waiting },
    levels: levels.map((level) => ({
      lacks: lackTold(level.lacks, names),
      regions: level.regions.map(({ state }) => ({ state, boxes: at(claim.parts, told++).boxes })),
    })),
  };
}

function lackTold(lacks: LackedMark, names: StateNames): EvidenceLack {
  switch (lacks.kind) {
    case 'rest':
      return null;
    case 'accepts':
      return { mark: lacks.mark };
    case 'flush': {
      const flush = at(names.threads, lacks.thread);
      return lacks.cell === null ? { flush } : { flush, cell: names.ofCell(lacks.cell) };
    }
    case 'move':
      return { move: at(names.threads, lacks.thread) };
    default:
      return assertNever(lacks);
  }
}

/** The ranking in terms of the automata; throws `NoEvidence` for what they do not have, and for states that the automaton has not. */
export function rankingOf(
  system: System,
  { property, waiting, levels }: ClaimedRanking,
  states: number,
): RunRanking {
  const names = new StateNames(system);
  const regions = levels.flatMap((level) => level.regions);
  if (regions.some(({ state }) => state >= states))
    throw new NoEvidence('the automaton of a ranking has no such state');
  const cover = coverOf(system, { waiting, parts: regions });
  let read = 0;
  return {
    ...{ property, waiting: cover.waiting },
    levels: levels.map((level): RankLevel => ({
      lacks: lackOf(level.lacks, names),
      regions: level.regions.map(({ state }) => ({ state, boxes: at(cover.parts, read++) })),
    })),
  };
}

function lackOf(lacks: EvidenceLack, names: StateNames): LackedMark {
  if (lacks === null) return { kind: 'rest' };
  if ('mark' in lacks) return { kind: 'accepts', mark: lacks.mark };
  if ('move' in lacks) return { kind: 'move', thread: threadOf(names, lacks.move) };
  const { flush, cell } = lacks;
  return {
    kind: 'flush',
    thread: threadOf(names, flush),
    cell: cell === undefined ? null : cellOf(names, cell),
  };
}
