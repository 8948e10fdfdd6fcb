import { buffersUnder } from '../arrays/array-buffering.js';
import { ArrayMachine } from '../arrays/array-machine.js';
import { speaksOfOutsider } from '../arrays/processes.js';
import { mostFixed } from '../arrays/walk-system.js';
import { loadArray, loadProgram, required } from '../ask/load.js';
import { DiagnosticBag, Unsupported } from '../diagnostics/diagnostic.js';
import { checkCubes } from '../evidence/cubes/check-cubes.js';
import { CubeSetting } from '../evidence/cubes/ground-terms.js';
import { why3Text } from '../evidence/cubes/why3-text.js';
import { whyNoArrayRun } from '../evidence/document/array-run-claim.js';
import { cubesOf, systemText } from '../evidence/document/cubes-claim.js';
import type { EvidenceDocument } from '../evidence/document/evidence-document.js';
import { NoEvidence } from '../evidence/document/read-evidence.js';
import { plainText } from '../frontends/frontend.js';
import type { ArraySystem } from '../lang/arrays/array-system.js';
import type { ProgramAsArrays } from '../lang/arrays/stated-cube.js';
import { checkWeakRules } from '../lang/arrays/weak-rules.js';
import { withWitnessOf } from '../lang/arrays/with-witness.js';
import { isLimit } from '../lang/program/limit-properties.js';
import { isImplicit } from '../lang/program/program.js';
import type { MemoryModel } from '../memory/model.js';
import { withAsked } from './asked-properties.js';
import type { ReplayReport, ReplayTools } from './replay-report.js';

/** Evidence about an array-based system. */
export type ArrayEvidenceDocument = Extract<EvidenceDocument, { readonly kind: 'array-run' | 'cubes' }>;

/** Its file is read again, and the run is made by the plain machine, or the cubes are checked for leading nowhere. */
export async function replayArray(
  file: string,
  evidence: ArrayEvidenceDocument,
  model: MemoryModel,
  tools: ReplayTools,
): Promise<ReplayReport> {
  try {
    return await replayed(file, evidence, model, tools);
  } catch (error) {
    if (error instanceof Unsupported) throw new NoEvidence(error.diagnostic.message);
    throw error;
  }
}

async function replayed(
  file: string,
  evidence: ArrayEvidenceDocument,
  model: MemoryModel,
  tools: ReplayTools,
): Promise<ReplayReport> {
  const meant = await arraysIn(file, evidence, model, tools);
  const { system } = meant;
  if (systemText(system).join('\n') !== evidence.automata.join('\n'))
    return { ...{ accepted: false, obligations: 0, held: 0 }, reason: notThat, shows: evidence.kind };
  return evidence.kind === 'cubes'
    ? checkedCubes(meant, evidence, model, tools.watch)
    : checkedArrayRun(system, evidence, model);
}

const notThat = 'the system is not that of the file';

/** The system of the file, or what `transform --to cub` makes of its program. */
async function arraysIn(
  file: string,
  evidence: ArrayEvidenceDocument,
  model: MemoryModel,
  tools: ReplayTools,
): Promise<ProgramAsArrays> {
  const { language } = evidence.program;
  const bag = new DiagnosticBag();
  const isArray = tools.languages.some((entry) => entry.kind === 'array' && entry.language === language);
  if (evidence.question.robust) throw new NoEvidence('it does not show that a program is robust');
  if (isArray) refuseAlien(evidence);
  else if (evidence.maxProcs !== null) throw new NoEvidence('a program has no `maxProcs`');
  const meant = isArray
    ? ofSystem(required(await loadArray(tools.languages, file, language, bag), bag))
    : await ofProgram(file, evidence, model, tools);
  if (buffersUnder(model)) checkWeakRules(meant.system, bag);
  bag.throwIfErrors();
  // A system without the processes that it names is none, and nothing in it goes wrong.
  const named = mostFixed(meant.system);
  const most = evidence.maxProcs ?? meant.system.maxProcs;
  if (most !== null && most < named)
    throw new NoEvidence(`the system speaks of #${named}, and there are at most ${most} processes`);
  return meant;
}

/** What nobody can ask of such a file: an answer to it would be none. */
function refuseAlien({ kind, question }: ArrayEvidenceDocument): void {
  const { invariants, ltl, defines, includes, races, termination, wrap, allocations, procs } = question;
  const isOfC = races || termination || wrap || allocations !== plainText.allocations;
  const more = [...invariants, ...ltl, ...defines, ...includes];
  if (isOfC || more.length > 0 || (kind === 'cubes' && procs !== null))
    throw new NoEvidence('it asks what cannot be asked of an array-based system, or not shown so');
}

const ofSystem = (system: ArraySystem): ProgramAsArrays => ({
  system,
  properties: system.unsafe.map(({ name }) => ({ name, kind: 'unsafe', clauses: [name] })),
});

async function ofProgram(
  file: string,
  { kind, question, program: { language } }: ArrayEvidenceDocument,
  model: MemoryModel,
  { languages, asArrays }: ReplayTools,
): Promise<ProgramAsArrays> {
  if (kind !== 'cubes') throw new NoEvidence('a run of a program is told by its automata');
  const bag = new DiagnosticBag();
  const program = await withAsked(
    required(await loadProgram(languages, file, language, bag, question), bag),
    question,
  );
  const { system, properties } = asArrays(program, question.procs, model);
  // A run ends where it goes wrong, so that is claimed with all that is claimed.
  const always = new Set(
    program.properties.filter((one) => isImplicit(one) || isLimit(one)).map(({ name }) => name),
  );
  const more = properties.filter(({ name }) => always.has(name)).flatMap(({ clauses }) => clauses);
  return {
    system,
    properties: properties.map((one) => ({ ...one, clauses: [...new Set([...one.clauses, ...more])] })),
  };
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
  { system: stated, properties: told }: ProgramAsArrays,
  evidence: ArrayClaim<'cubes'>,
  model: MemoryModel,
  watch: () => void,
): ReplayReport {
  const { properties, maxProcs, witness } = evidence;
  const hasBuffers = buffersUnder(model);
  if (properties.length === 0) throw new NoEvidence('it claims no property');
  if (witness !== null && hasBuffers) throw new NoEvidence('with buffers nobody can remember who was last');
  const system = withWitnessOf(stated, witness);
  const named = properties.flatMap((name) => {
    const property = told.find((one) => one.name === name);
    if (property === undefined) throw new NoEvidence(`there is no property ${name}`);
    return property.clauses;
  });
  const names = new Set(named);
  const clauses = system.unsafe.filter(({ name }) => names.has(name));
  const most = maxProcs ?? system.maxProcs;
  const setting = new CubeSetting(system, hasBuffers, most);
  const cubes = cubesOf(system, evidence);
  const { obligations, held, reason } = checkCubes(setting, cubes, clauses, watch);
  const number = most === null ? 'any number of processes' : `at most ${most} processes`;
  return {
    ...{ accepted: held === obligations, obligations, held, reason },
    shows: `safe for ${number}: ${properties.join(', ')}`,
    ...(hasBuffers ? {} : { why3: () => why3Text(system, cubes, clauses, most) }),
  };
}
