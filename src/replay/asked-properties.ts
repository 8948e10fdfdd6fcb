import { addProperties } from '../ask/select.js';
import { InputError } from '../diagnostics/diagnostic.js';
import type { EvidenceQuestion } from '../evidence/document/evidence-document.js';
import { NoEvidence } from '../evidence/document/read-evidence.js';

/** The program with what was asked besides what its file states. */
export async function withAsked(
  text: Parameters<typeof addProperties>[0],
  { invariants, ltl }: EvidenceQuestion,
) {
  try {
    return await addProperties(text, { invariant: invariants, ltl });
  } catch (error) {
    if (error instanceof InputError) throw new NoEvidence('it asks what cannot be asked of the program');
    throw error;
  }
}
