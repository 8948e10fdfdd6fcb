import { buffersUnder } from '../arrays/array-buffering.js';
import { ArrayMachine } from '../arrays/array-machine.js';
import { speaksOfOutsider } from '../arrays/processes.js';
import { loadArray, required } from '../ask/load.js';
import { DiagnosticBag, Unsupported } from '../diagnostics/diagnostic.js';
import { checkCubes } from '../evidence/cubes/check-cubes.js';
import { CubeSetting } from '../evidence/cubes/ground-terms.js';
import { whyNoArrayRun } from '../evidence/document/array-run-claim.js';
import { cubesOf, systemText } from '../evidence/document/cubes-claim.js';
import type { EvidenceBase, EvidenceDocument } from '../evidence/document/evidence-document.js';
import { NoEvidence } from '../evidence/document/read-evidence.js';
import type { LanguageEntry } from '../frontends/frontend.js';
import type { ArraySystem } from '../lang/arrays/array-system.js';
import { checkWeakRules } from '../lang/arrays/weak-rules.js';
import { withWitnessOf } from '../lang/arrays/with-witness.js';
import type { MemoryModel } from '../memory/model.js';
import type { ReplayReport } from './replay-report.js';

/** Evidence about an array-based system. */
export type ArrayEvidenceDocument = Extract<EvidenceDocument, { readonly kind: 'array-run' | 'cubes' }>;

/** Its file is read again, and the run is made by the plain machine, or the cubes are checked for leading nowhere. */
export async function replayArray(
  file: string,
  evidence: ArrayEvidenceDocument,
  model: MemoryModel,
  languages: readonly LanguageEntry[],
  watch: () => void,
): Promise<ReplayReport> {
  try {
    return await replayed(file, evidence, model, languages, watch);
  } catch (error) {
    if (error instanceof Unsupported) throw new NoEvidence(error.diagnostic.message);
    throw error;
  }
}

async function replayed(
  file: string,
  evidence: ArrayEvidenceDocument,
  model: MemoryModel,
  languages: readonly LanguageEntry[],
  watch: () => void,
): Promise<ReplayReport> {
  const system = await systemIn(file, evidence, model, languages);
  if (systemText(system).join('\n') !== evidence.automata.join('\n'))
    return { ...{ accepted: false, obligations: 0, held: 0 }, reason: notThat, shows: evidence.kind };
  return evidence.kind === 'cubes'
    ? checkedCubes(system, evidence, model, watch)
    : checkedArrayRun(system, evidence, model);
}

const notThat = 'the system is not that of the file';

async function systemIn(
  file: string,
  { program: { language } }: EvidenceBase,
  model: MemoryModel,
  languages: readonly LanguageEntry[],
): Promise<ArraySystem> {
  const bag = new DiagnosticBag();
  const system = required(await loadArray(languages, file, language, bag), bag);
  if (buffersUnder(model)) checkWeakRules(system, bag);
  bag.throwIfErrors();
  return system;
}

type ArrayClaim<K extends ArrayEvidenceDocument['kind']> = Extract<
  ArrayEvidenceDocument,
  { readonly kind: K }
>;

function checkedArrayRun(
  system: ArraySystem,
  evidence: ArrayClaim<'array-run'>,
  model: MemoryModel,
): ReplayReport {
  const { processes, maxProcs, property, question } = evidence;
  const most = maxProcs ?? system.maxProcs;
  if (processes < 1 || processes > Math.min(most ?? Infinity, mostProcesses))
    throw new NoEvidence(`the system has no run of ${processes} processes`);
  if (question.procs !== null && question.procs !== processes)
    throw new NoEvidence(`it is asked about ${question.procs} processes, and the run has ${processes}`);
  // That a cell holds a process which takes no part is possible where there may be no more than these (docs/engines/mcmt.md).
  const mayHoldOthers = question.procs !== null || processes === most || speaksOfOutsider(system);
  const why = whyNoArrayRun(new ArrayMachine(system, model, processes, !mayHoldOthers), evidence);
  return {
    ...{ accepted: why === null, obligations: 1, held: why === null ? 1 : 0, reason: why },
    shows: `${property} is violated by ${processes} process${processes === 1 ? '' : 'es'}`,
  };
}

/** More than any run has that a search found. */
const mostProcesses = 64;

function checkedCubes(
  stated: ArraySystem,
  evidence: ArrayClaim<'cubes'>,
  model: MemoryModel,
  watch: () => void,
): ReplayReport {
  const { properties, maxProcs, witness, question } = evidence;
  const hasBuffers = buffersUnder(model);
  if (properties.length === 0) throw new NoEvidence('it claims no property');
  if (question.procs !== null) throw new NoEvidence('cubes are about any number of processes');
  if (witness !== null && hasBuffers) throw new NoEvidence('with buffers nobody can remember who was last');
  const system = withWitnessOf(stated, witness);
  const clauses = properties.map((name) => {
    const clause = system.unsafe.find((one) => one.name === name);
    if (clause === undefined) throw new NoEvidence(`the system has no property ${name}`);
    return clause;
  });
  const most = maxProcs ?? system.maxProcs;
  const setting = new CubeSetting(system, hasBuffers, most);
  const { obligations, held, reason } = checkCubes(setting, cubesOf(system, evidence), clauses, watch);
  const number = most === null ? 'any number of processes' : `at most ${most} processes`;
  return {
    ...{ accepted: held === obligations, obligations, held, reason },
    shows: `safe for ${number}: ${properties.join(', ')}`,
  };
}
