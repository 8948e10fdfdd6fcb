import { plainAutomata } from '../../passes/plain-automata.js';
import { readText } from '../ask/read-source.js';
import { DiagnosticBag, UsageError, WrongQuestion } from '../diagnostics/diagnostic.js';
import { NoEvidence, readEvidence } from '../evidence/document/read-evidence.js';
import { languages } from '../frontends/index.js';
import { modelNamed } from '../memory/index.js';
import { replayEvidence } from '../replay/replay-evidence.js';
import type { ReplayReport } from '../replay/replay-evidence.js';
import { invariant } from '../support/invariant.js';

/** Checks a file of evidence; throws what is wrong with it as an InputError or UsageError. */
export async function replayGiven(path: string, watch: () => void): Promise<ReplayReport> {
  const bag = new DiagnosticBag();
  const source = readText(path, bag);
  bag.throwIfErrors();
  invariant(source !== null, 'a file that cannot be read says why');
  try {
    const evidence = readEvidence(source.text);
    return await replayEvidence(path, evidence, { languages, automata: plainAutomata, modelNamed, watch });
  } catch (error) {
    if (error instanceof WrongQuestion) {
      const why = error.diagnostics.map(({ message }) => message).join('; ');
      throw new UsageError(`${path} is no evidence: ${why}`);
    }
    if (error instanceof NoEvidence) throw new UsageError(`${path} is no evidence: ${error.message}`);
    throw error;
  }
}
