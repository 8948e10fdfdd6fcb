import { plainAttacks } from '../../passes/plain-attacks.js';
import { plainAutomata } from '../../passes/plain-automata.js';
import { readText } from '../ask/read-source.js';
import { DiagnosticBag, UsageError, WrongQuestion } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { explained } from '../evidence/told/explain-run.js';
import type { RunToTell } from '../evidence/run-to-tell.js';
import { NoEvidence, readEvidence } from '../evidence/document/read-evidence.js';
import { languages } from '../frontends/index.js';
import { languageByName } from '../frontends/language.js';
import { programAsArrays } from './program-as-arrays.js';
import { modelNamed } from '../memory/index.js';
import type { EvidenceDocument } from '../evidence/document/evidence-document.js';
import type { SmtFile } from '../obligations/obligation-text.js';
import { replayEvidence, runOfEvidence, tellTexts } from '../replay/replay-evidence.js';
import { askedText } from '../replay/asked-text.js';
import type { ReplayReport, ReplayTools } from '../replay/replay-report.js';
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
  withEvidence(path, async (evidence) => ({
    ...(await replayEvidence(path, evidence, toolsFor(watch))),
    asked: askedOf(evidence),
  }));

const askedOf = (evidence: EvidenceDocument): string =>
  askedText(evidence, languageByName(languages, evidence.program.file));

/** Hands over what a file of evidence asks of solvers; a clause: why it says nothing of its program. */
export const tellTextsOf = (
  path: string,
  watch: () => void,
  take: (file: SmtFile) => void,
): Promise<string | null> =>
  withEvidence(path, async (evidence) => {
    const rejected = await tellTexts(path, evidence, toolsFor(watch), take);
    return rejected === null ? null : (rejected.reason ?? 'it shows nothing');
  });

/** The run of a file of evidence in another format; its text is null where the evidence is rejected. */
export async function replayedTo(
  path: string,
  target: RunFormatName,
  watch: () => void,
): Promise<AskedReplay & { readonly text: string | null }> {
  const entry = runFormats.find(({ name }) => name === target);
  invariant(entry !== undefined, 'the target was checked');
  const format = await entry.load();
  return withEvidence(path, async (evidence) => {
    const { told, ...report } = await runOfEvidence(path, evidence, toolsFor(watch));
    const by = { version: packageVersion(), time: new Date() };
    const text = told === null ? null : format.write(told, by);
    return { ...report, text, asked: askedOf(evidence) };
  });
}

/** The run of a file of evidence; throws why it is none. */
export const runToTell = (path: string, watch: () => void): Promise<RunToTell> =>
  withEvidence(path, async (evidence) => {
    const { told, reason } = await runOfEvidence(path, evidence, toolsFor(watch));
    if (told === null) throw new UsageError(`${path} is rejected: ${reason ?? 'it shows nothing'}`);
    return told;
  });

/** The same, with why it could come to its end. */
export async function explainedRun(path: string, watch: () => void): Promise<RunToTell> {
  const told = await runToTell(path, watch);
  const { machine, run, property } = told;
  const violated = machine.system.properties.find(({ name }) => name === property.name);
  if (violated === undefined) return told;
  const execution = { ...run.stem, steps: [...run.stem.steps, ...run.cycle, ...run.cycle] };
  return { ...told, trace: explained(machine, execution, violated, told.trace) };
}

const toolsFor = (watch: () => void): ReplayTools => ({
  ...{
    languages,
    automata: plainAutomata,
    attacks: plainAttacks,
    asArrays: programAsArrays,
    modelNamed,
    whyUnreadable,
    watch,
  },
});

async function withEvidence<T>(path: string, work: (evidence: EvidenceDocument) => Promise<T>): Promise<T> {
  const bag = new DiagnosticBag();
  const source = readText(path, bag);
  bag.throwIfErrors();
  invariant(source !== null, 'a file that cannot be read says why');
  try {
    return await work(readEvidence(source.text));
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
