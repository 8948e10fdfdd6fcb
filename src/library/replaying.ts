import { plainAutomata } from '../../passes/plain-automata.js';
import { readText } from '../ask/read-source.js';
import { DiagnosticBag, UsageError, WrongQuestion } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { EvidenceDocument } from '../evidence/document/evidence-document.js';
import { NoEvidence, readEvidence } from '../evidence/document/read-evidence.js';
import { languages } from '../frontends/index.js';
import { modelNamed } from '../memory/index.js';
import { replayEvidence, runOfEvidence } from '../replay/replay-evidence.js';
import { askedText } from '../replay/asked-text.js';
import type { ReplayReport, ReplayTools } from '../replay/replay-evidence.js';
import { runFormats } from '../run-formats/index.js';
import type { RunFormatName } from '../run-formats/index.js';
import { invariant } from '../support/invariant.js';
import { packageVersion } from './own-package.js';

/** With what the evidence answers. */
export interface AskedReplay extends ReplayReport {
  readonly asked: string;
}

/** Checks a file of evidence; throws what is wrong with it as an InputError or UsageError. */
export const replayGiven = (path: string, watch: () => void): Promise<AskedReplay> =>
  withEvidence(path, watch, replayEvidence);

/** The run of a file of evidence in another format; its text is null where the evidence is rejected. */
export async function replayedTo(
  path: string,
  target: RunFormatName,
  watch: () => void,
): Promise<AskedReplay & { readonly text: string | null }> {
  const entry = runFormats.find(({ name }) => name === target);
  invariant(entry !== undefined, 'the target was checked');
  const format = await entry.load();
  const { told, ...report } = await withEvidence(path, watch, runOfEvidence);
  const by = { version: packageVersion(), time: new Date() };
  return { ...report, text: told === null ? null : format.write(told, by) };
}

async function withEvidence<R extends ReplayReport>(
  path: string,
  watch: () => void,
  check: (path: string, evidence: EvidenceDocument, tools: ReplayTools) => Promise<R>,
): Promise<R & Pick<AskedReplay, 'asked'>> {
  const bag = new DiagnosticBag();
  const source = readText(path, bag);
  bag.throwIfErrors();
  invariant(source !== null, 'a file that cannot be read says why');
  try {
    const evidence = readEvidence(source.text);
    const tools = { languages, automata: plainAutomata, modelNamed, whyUnreadable, watch };
    return { ...(await check(path, evidence, tools)), asked: askedText(evidence) };
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
