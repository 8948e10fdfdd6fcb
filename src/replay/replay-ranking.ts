import { checkCover } from '../evidence/cover/check-cover.js';
import type { ObligationsCheck } from '../evidence/cover/check-cover.js';
import type { EvidenceQuestion, RankingClaim } from '../evidence/document/evidence-document.js';
import { rankingOf } from '../evidence/document/ranking-claim.js';
import { NoEvidence } from '../evidence/document/read-evidence.js';
import { coverOf } from '../evidence/document/understood.js';
import { automatonLines } from '../evidence/ranking/automaton-lines.js';
import { checkRanking } from '../evidence/ranking/check-ranking.js';
import { violationAutomaton } from '../evidence/ranking/violation-automaton.js';
import { isTemporal } from '../lang/program/program.js';
import type { Property, TemporalProperty } from '../lang/program/program.js';
import type { System } from '../lang/program/system.js';
import { fairnessFor, fairnessNamed, fairnessNames } from '../memory/fairness.js';
import type { Fairness } from '../memory/fairness.js';
import type { MemoryModel } from '../memory/model.js';

/** The runs that count for a property, as it was asked. */
export function fairnessOf({ fairness }: EvidenceQuestion, property: Property): Fairness {
  const asked = fairnessNames.find((name) => name === fairness);
  if (asked === undefined) throw new NoEvidence(`there is no fairness ${fairness}`);
  return fairnessNamed(fairnessFor(property, asked));
}

/** An invariant that shows what is claimed of states and that no run ends at a fault, and a ranking for each claim of runs. */
export function checkedRankings(
  evidence: RankingClaim & { readonly question: EvidenceQuestion },
  {
    system,
    model,
    claimed,
  }: { readonly system: System; readonly model: MemoryModel; readonly claimed: readonly Property[] },
  watch: () => void,
): ObligationsCheck {
  const cover = coverOf(system, evidence);
  const ofStates = claimed.filter((property) => !isTemporal(property));
  const checks: ObligationsCheck[] = [checkCover(system, model, ofStates, cover, watch)];
  const checkRuns = (property: TemporalProperty): ObligationsCheck => {
    const told = evidence.rankings.find((ranking) => ranking.property === property.name);
    if (told === undefined) throw new NoEvidence(`it has no ranking for ${property.name}`);
    const automaton = violationAutomaton(property, watch);
    if (automatonLines(automaton, system).join('\n') !== told.automaton.join('\n')) {
      const reason = `the automaton for ${property.name} is not that of the property`;
      return { obligations: 1, held: 0, reason };
    }
    const ranking = rankingOf(system, told, automaton.transitions.length);
    const fairness = fairnessOf(evidence.question, property);
    return checkRanking({ system, model, cover, property, fairness }, ranking, watch);
  };
  for (const property of claimed) if (isTemporal(property)) checks.push(checkRuns(property));
  return {
    obligations: checks.reduce((sum, { obligations }) => sum + obligations, 0),
    held: checks.reduce((sum, { held }) => sum + held, 0),
    reason: checks.find(({ reason }) => reason !== null)?.reason ?? null,
  };
}
