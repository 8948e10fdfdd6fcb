import type { CarriedClaim, CarryingEvidence, EvidenceBase } from '../evidence/document/evidence-document.js';
import { NoEvidence } from '../evidence/document/read-evidence.js';
import { ignoresMemory } from '../lang/program/ignores-memory.js';
import type { Property } from '../lang/program/program.js';
import { sc } from '../memory/sc.js';
import type { ReplayReport } from './replay-report.js';

/**
 * What holds under SC holds of a program that is robust against TSO, if it says nothing of memory while writes wait
 * (docs/robustness.md): both are shown by evidence about the same program, asked in the same way.
 */
export async function checkedCarried(
  evidence: EvidenceBase & CarriedClaim,
  stated: readonly Property[],
  replay: (part: CarryingEvidence) => Promise<ReplayReport>,
): Promise<ReplayReport> {
  const { properties, question, underSc, robust } = evidence;
  if (properties.length === 0) throw new NoEvidence('it claims no property');
  if (question.robust !== false) throw new NoEvidence('it does not show that a program is robust');
  for (const name of properties) {
    const property = stated.find((one) => one.name === name);
    if (property === undefined) throw new NoEvidence(`the program has no property ${name}`);
    if (!ignoresMemory(property)) throw new NoEvidence(`${name} speaks of memory while writes may wait`);
    if (!underSc.properties.includes(name)) throw new NoEvidence(`${name} is not shown under sc`);
  }
  const asked = { ...question, model: sc.name, atomicWaits: sc.lockedWaits };
  requireSame(evidence, underSc, asked);
  requireSame(evidence, robust, { ...question, robust: true });
  const [first, second] = [await replay(underSc), await replay(robust)];
  return {
    accepted: first.accepted && second.accepted,
    obligations: first.obligations + second.obligations,
    held: first.held + second.held,
    reason: first.reason ?? second.reason,
    isOpen: (first.accepted || first.isOpen === true) && (second.accepted || second.isOpen === true),
    shows: `safe, for the program is robust: ${properties.join(', ')}`,
  };
}

function requireSame({ program }: EvidenceBase, part: EvidenceBase, asked: EvidenceBase['question']): void {
  const same =
    JSON.stringify(part.program) === JSON.stringify(program) && sorted(part.question) === sorted(asked);
  if (!same) throw new NoEvidence('a part of it is about something else');
}

const sorted = (question: EvidenceBase['question']): string =>
  JSON.stringify(Object.entries(question).sort(([a], [b]) => (a < b ? -1 : 1)));
