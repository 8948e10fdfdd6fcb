import { plainAutomata } from '../../passes/plain-automata.js';
import { readText } from '../ask/read-source.js';
import { DiagnosticBag, UsageError, WrongQuestion } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { NoEvidence, readEvidence } from '../evidence/document/read-evidence.js';
import { languages } from '../frontends/index.js';
import { programAsArrays } from './program-as-arrays.js';
import { modelNamed } from '../memory/index.js';
import { replayEvidence } from '../replay/replay-evidence.js';
import { askedText } from '../replay/asked-text.js';
import type { ReplayReport } from '../replay/replay-report.js';
import { invariant } from '../support/invariant.js';

/** With what the evidence answers. */
export interface AskedReplay extends ReplayReport {
  readonly asked: string;
}

/** Checks a file of evidence; throws what is wrong with it as an InputError or UsageError. */
export async function replayGiven(path: string, watch: () => void): Promise<AskedReplay> {
  const bag = new DiagnosticBag();
  const source = readText(path, bag);
  bag.throwIfErrors();
  invariant(source !== null, 'a file that cannot be read says why');
  try {
    const evidence = readEvidence(source.text);
    const automata = plainAutomata;
    const tools = { languages, automata, asArrays: programAsArrays, modelNamed, whyUnreadable, watch };
    return { ...(await replayEvidence(path, evidence, tools)), asked: askedText(evidence) };
  } catch (error) {
    if (error instanceof WrongQuestion)
      throw new UsageError(`${path} is no evidence: ${clauses(error.diagnostics)}`);
    if (error instanceof NoEvidence) throw new UsageError(`${path} is no evidence: ${error.message}`);
    throw error;
  }
}

function whyUnreadable(path: string): string | null {
  const bag = new DiagnosticBag();
  return readText(path, bag) === null ? clauses(bag.errors()) : null;
}

const clauses = (diagnostics: readonly Diagnostic[]): string =>
  diagnostics.map(({ message }) => message).join('; ');
