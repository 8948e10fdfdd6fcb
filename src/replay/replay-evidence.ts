import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadBoolean, loadProgram, required } from '../ask/load.js';
import { DiagnosticBag, unsupported } from '../diagnostics/diagnostic.js';
import { asStates } from '../evidence/always.js';
import { checkCover } from '../evidence/cover/check-cover.js';
import type { ObligationsCheck } from '../evidence/cover/check-cover.js';
import { checkRobustStates, isNewState } from '../evidence/cover/check-robust-states.js';
import { canProceed } from '../evidence/deadlock.js';
import { automataText } from '../evidence/document/automata-text.js';
import type { EvidenceDocument } from '../evidence/document/evidence-document.js';
import { NoEvidence } from '../evidence/document/read-evidence.js';
import { predicateCoverOf } from '../evidence/document/predicates-claim.js';
import { checkPredicates } from '../evidence/predicates/check-predicates.js';
import { coverOf, lassoOf } from '../evidence/document/understood.js';
import { happensBeforeCycle } from '../evidence/happens-before.js';
import { replayLasso } from '../evidence/replay-lasso.js';
import { confirm, rejected as rejectedRun, replay, tooManyWays } from '../evidence/replay.js';
import type { ReplayConclusion } from '../evidence/replay.js';
import type { RunToTell } from '../evidence/run-to-tell.js';
import { isLimit, isOfEnds } from '../lang/program/limit-properties.js';
import { isImplicit, isTemporal, isGoal } from '../lang/program/program.js';
import type { Property } from '../lang/program/program.js';
import type { System } from '../lang/program/system.js';
import type { Execution, Lasso } from '../lang/run/execution.js';
import { fairnessFor, fairnessNamed, fairnessNames } from '../memory/fairness.js';
import { Machine } from '../memory/machine.js';
import type { MemoryModel } from '../memory/model.js';
import { sc } from '../memory/sc.js';
import { isExactTso } from '../memory/model-questions.js';
import { claimsRobustness, robustProperty } from '../pass/attacks/attack-writer.js';
import { runPipeline } from '../pass/run-pipeline.js';
import { evidenceTexts } from '../obligations/evidence-texts.js';
import type { SmtFile } from '../obligations/obligation-text.js';
import { digest } from '../support/digest.js';
import { invariant } from '../support/invariant.js';
import { withAsked } from './asked-properties.js';
import { checkedRankings, fairnessOf } from './replay-ranking.js';
import { replayArray } from './replay-array.js';
import { checkedCarried } from './replay-carried.js';
import type { ArrayEvidenceDocument } from './replay-array.js';
import type { ReplayReport, ReplayTools } from './replay-report.js';

/**
 * Checks evidence that lies at `path`: the program is read again, its automata are made by nothing but what spells it out, and
 * its run is made by the plain machine, or its invariant checked step by step. No engine has a part in it.
 */
export async function replayEvidence(
  path: string,
  evidence: EvidenceDocument,
  tools: ReplayTools,
): Promise<ReplayReport> {
  const source = sourceOf(path, evidence, tools);
  if ('accepted' in source) return source;
  if (isOfArrays(evidence)) return replayArray(source.file, evidence, source.model, tools);
  const meant = await programOf(path, source, evidence, tools);
  if ('accepted' in meant) return meant;
  return checkedClaim(path, evidence, meant, tools);
}

async function checkedClaim(
  path: string,
  evidence: AutomataEvidence,
  meant: MeantProgram,
  tools: ReplayTools,
): Promise<ReplayReport> {
  switch (evidence.kind) {
    case 'carried':
      return checkedCarried(evidence, meant.properties, (part) => replayEvidence(path, part, tools));
    case 'run':
    case 'lasso':
      return checkedRun(evidence, meant, tools.watch);
    case 'invariant':
    case 'predicates':
    case 'ranking':
      return checkedInvariant(evidence, meant, tools.watch);
  }
}

type AutomataEvidence = Exclude<EvidenceDocument, ArrayEvidenceDocument>;

const isOfArrays = (evidence: EvidenceDocument): evidence is ArrayEvidenceDocument =>
  evidence.kind === 'cubes' || evidence.kind === 'array-run';

/** Hands over what evidence that lies at `path` asks of solvers; a report: why it is rejected before that. */
export async function tellTexts(
  path: string,
  evidence: EvidenceDocument,
  tools: ReplayTools,
  take: (file: SmtFile) => void,
): Promise<ReplayReport | null> {
  const source = sourceOf(path, evidence, tools);
  if ('accepted' in source) return source;
  if (isOfArrays(evidence) || evidence.kind === 'ranking' || evidence.kind === 'carried')
    unsupported(`there are no texts of SMT-LIB yet for evidence of the kind ${evidence.kind}`);
  if (evidence.question.robust === 'state')
    unsupported('there are no texts of SMT-LIB yet for robustness by states');
  const meant = await programOf(path, source, evidence, tools);
  if ('accepted' in meant) return meant;
  const { system, properties, model } = meant;
  const about = { system, model, watch: tools.watch };
  if (evidence.kind === 'invariant' || evidence.kind === 'predicates') {
    const claimed = claimedOf(evidence, properties);
    for (const file of evidenceTexts({ ...about, evidence, properties: claimed, length: 0 })) take(file);
    return null;
  }
  const claimed = evidence.question.robust ? [] : [asStates(named(properties, evidence.property))];
  const length = stepsOf(new Machine(system, model), lassoOf(system, evidence), claimed[0] ?? null);
  for (const file of evidenceTexts({ ...about, evidence, properties: claimed, length })) take(file);
  return null;
}

/** How many steps a run takes until it violates the property by a step, or all. */
function stepsOf(machine: Machine, { stem, cycle }: Lasso, property: Property | null): number {
  let taken = 0;
  confirm(machine, { ...stem, steps: [...stem.steps, ...cycle] }, property, () => taken++);
  return taken;
}

/** The run of evidence that is accepted, to be told to others; refuses where it holds none. */
export async function runOfEvidence(
  path: string,
  evidence: EvidenceDocument,
  tools: ReplayTools,
): Promise<ReplayReport & { readonly told: RunToTell | null }> {
  if (evidence.kind === 'array-run')
    unsupported('the run of an array-based system has no such form yet', null);
  if (evidence.kind !== 'run' && evidence.kind !== 'lasso')
    unsupported('it shows that a program is safe, and holds no run', null);
  const source = sourceOf(path, evidence, tools);
  if ('accepted' in source) return { ...source, told: null };
  const meant = await programOf(path, source, evidence, tools);
  if ('accepted' in meant) return { ...meant, told: null };
  const report = checkedRun(evidence, meant, tools.watch);
  return { ...report, told: report.accepted ? toldRun(evidence, meant, source.file) : null };
}

function toldRun(
  evidence: Claim<'run' | 'lasso'>,
  { system, properties, model }: MeantProgram,
  path: string,
): RunToTell {
  const machine = new Machine(system, model);
  const run = lassoOf(system, evidence);
  const { robust, fairness } = evidence.question;
  const violated = robust ? null : named(properties, evidence.property);
  const known = fairnessNames.find((name) => name === fairness) ?? 'none';
  const replayed =
    evidence.kind === 'lasso' && violated !== null && isTemporal(violated)
      ? replayLasso(machine, run, violated, fairnessNamed(fairnessFor(violated, known)))
      : replay(machine, run.stem, violated === null ? null : asStates(violated));
  invariant(replayed.kind === 'accepted', 'a run that was accepted is accepted again');
  const conclusion = robust ? 'no run under SC does the same in the same order' : replayed.trace.conclusion;
  const { file, sha256, language } = evidence.program;
  return {
    ...{ machine, run, trace: { ...replayed.trace, conclusion } },
    property: { name: violated?.name ?? 'robust', kind: violated?.kind ?? 'robust' },
    file: { name: file, path, sha256, language },
  };
}

interface EvidenceSource {
  readonly file: string;
  readonly model: MemoryModel;
}

/** The file that evidence speaks of; a report: it is another one. */
function sourceOf(
  path: string,
  evidence: EvidenceDocument,
  tools: ReplayTools,
): EvidenceSource | ReplayReport {
  const file = fileAt(evidence.program.file, path);
  if (file === undefined) throw new NoEvidence(`there is no program ${evidence.program.file}`);
  const why = tools.whyUnreadable(file);
  if (why !== null) throw new NoEvidence(`its program ${file} cannot be read: ${why}`);
  if (digest(readFileSync(file)) !== evidence.program.sha256)
    return rejected(evidence, `${file} is not the program that it speaks of`);
  const model = tools.modelNamed(evidence.question.model, evidence.question.atomicWaits);
  if (model === null) throw new NoEvidence(`there is no memory model ${evidence.question.model}`);
  return { file, model };
}

/** The program in the file, read again; a report: it is another one. */
async function programOf(
  path: string,
  { file, model }: EvidenceSource,
  evidence: AutomataEvidence,
  tools: ReplayTools,
): Promise<MeantProgram | ReplayReport> {
  const asked = withFolders(evidence, path);
  const meant = await (isOfRobustness(evidence)
    ? attackedAutomata(file, asked, model, tools)
    : automataOf(file, asked, model, tools));
  if (automataText(meant.system).join('\n') !== evidence.automata.join('\n'))
    return rejected(evidence, 'the automata are not those of the program');
  return meant;
}

/** A file is looked for beside the evidence, then in the working folder; undefined: it is in neither. */
const fileAt = (file: string, evidence: string): string | undefined =>
  [join(dirname(evidence), file), file].find(existsSync);

function withFolders(evidence: EvidenceDocument, path: string): EvidenceDocument {
  const { question } = evidence;
  const includes = question.includes.map((folder) => fileAt(folder, path) ?? folder);
  return { ...evidence, question: { ...question, includes } };
}

interface MeantProgram {
  readonly system: System;
  readonly properties: readonly Property[];
  /** What the steps of an invariant are taken under. */
  readonly model: MemoryModel;
}

async function automataOf(
  file: string,
  { question, program: { language } }: EvidenceDocument,
  model: MemoryModel,
  { languages, automata }: ReplayTools,
): Promise<MeantProgram> {
  const bag = new DiagnosticBag();
  if (languages.some((entry) => entry.kind === 'boolean' && entry.language === language)) {
    const { procs, invariants, ltl, robust, races, termination, wrap, defines } = question;
    const more = [...invariants, ...ltl, ...defines];
    if (procs !== null || more.length > 0 || robust || races || termination || wrap)
      throw new NoEvidence('it asks what is not asked of a Boolean program');
    const { toSystem } = await import('../lang/boolean/to-system/to-system.js');
    const { system, property } = toSystem(required(await loadBoolean(languages, file, language, bag), bag));
    return { system, properties: property === null ? [] : [property], model };
  }
  const text = required(await loadProgram(languages, file, language, bag, question), bag);
  const program = await withAsked(text, question);
  const { system } = runPipeline(automata, program, { procs: question.procs, model });
  return { system, properties: [...system.properties, { kind: 'deadlock', name: 'deadlock' }], model };
}

/** That a program is robust is shown by what cannot happen in the program with its attacks. */
const isOfRobustness = ({ kind, question }: EvidenceDocument): boolean =>
  question.robust === true && (kind === 'invariant' || kind === 'predicates');

/**
 * The program with the attacks on its robustness, to be run under SC. What is proven of attacks is proven of TSO, of runs that
 * end at no fault, and of programs of which no runs are left out.
 */
async function attackedAutomata(
  file: string,
  evidence: EvidenceDocument,
  model: MemoryModel,
  tools: ReplayTools,
): Promise<MeantProgram> {
  if (!isExactTso(model)) throw new NoEvidence(`no invariant shows robustness against ${model.name}`);
  const plain = await automataOf(file, evidence, model, tools);
  if (plain.properties.some(isLimit)) throw new NoEvidence('some runs of the program may be left out');
  const { system } = await automataOf(file, evidence, model, { ...tools, automata: tools.attacks });
  return { system, properties: system.properties, model: sc };
}

type Claim<K extends EvidenceDocument['kind']> = Extract<EvidenceDocument, { readonly kind: K }>;

function checkedRun(
  evidence: Claim<'run' | 'lasso'>,
  { system, properties, model }: MeantProgram,
  watch: () => void,
): ReplayReport {
  const lasso = lassoOf(system, evidence);
  const machine = new Machine(system, model);
  const { robust } = evidence.question;
  if (robust !== false) {
    if (evidence.property !== robustProperty)
      throw new NoEvidence('what was asked is whether the program is robust');
    const lack = robust === 'state' ? newStateOf(machine, lasso.stem, watch) : lackOf(machine, lasso.stem);
    return judgedRun(lack, 'the program is not robust');
  }
  const property = named(properties, evidence.property);
  const left = leftAt(machine, lasso, properties);
  const judge = (): ReplayConclusion => {
    if (isLimit(property)) return rejectedRun(`${property.name} is a limit, and no mistake of the program`);
    if (left !== null && isOfEnds(property))
      return rejectedRun(`${left} keeps the run from going on, and that is a limit`);
    if (evidence.kind === 'run') return confirm(machine, lasso.stem, asStates(property));
    const fairness = fairnessOf(evidence.question, property);
    if (!isTemporal(property)) return { kind: 'rejected', why: `${property.name} is no property of runs` };
    const replayed = replayLasso(machine, lasso, property, fairness);
    return replayed.kind === 'accepted'
      ? { kind: 'accepted', conclusion: replayed.trace.conclusion }
      : replayed;
  };
  return judgedRun(judge(), `${property.name} is ${isGoal(property) ? 'reached' : 'violated'}`);
}

/** The first limit that the run comes to; null: it comes to none. */
function leftAt(machine: Machine, { stem, cycle }: Lasso, properties: readonly Property[]): string | null {
  const names = new Set(properties.filter(isLimit).map(({ name }) => name));
  if (names.size === 0) return null;
  const failed: string[] = [];
  confirm(machine, { ...stem, steps: [...stem.steps, ...cycle] }, null, (_step, result) => {
    if (result.kind !== 'blocked') failed.push(...result.failed);
  });
  return failed.find((name) => names.has(name)) ?? null;
}

function judgedRun(judged: ReplayConclusion, shows: string): ReplayReport {
  const accepted = judged.kind === 'accepted';
  return {
    ...{ accepted, obligations: 1, held: accepted ? 1 : 0, shows },
    reason: accepted ? null : judged.why,
  };
}

/** A run is one that SC lacks if what it does comes before itself (docs/robustness.md). */
function lackOf(machine: Machine, run: Execution): ReplayConclusion {
  let last = machine.initial(run.initial);
  const confirmed = confirm(machine, run, null, (_step, _result, after) => {
    last = after;
  });
  if (confirmed.kind !== 'accepted') return confirmed;
  if (happensBeforeCycle(machine, run) === null)
    return rejectedRun('a run under SC does the same in the same order');
  // A way into an atomic section that has no end is not taken.
  const proceeds = machine.atomicThread(last) === null || canProceed(machine, last);
  if (proceeds === null) return tooManyWays;
  return proceeds ? confirmed : rejectedRun('it ends inside an atomic section that it cannot leave');
}

/** A run to a state with empty buffers that no run under SC comes to: that goes through all of these. */
function newStateOf(machine: Machine, run: Execution, watch: () => void): ReplayConclusion {
  let last = machine.initial(run.initial);
  const confirmed = confirm(machine, run, null, (_step, result, after) => {
    last = result.kind === 'fault' ? last : after;
  });
  if (confirmed.kind !== 'accepted') return confirmed;
  if (machine.atomicThread(last) !== null) return rejectedRun('it ends inside an atomic section');
  if (last.buffers.some((buffer) => buffer.length > 0)) return rejectedRun('a write waits in its last state');
  const isNew = isNewState(machine.system, last, watch);
  if (isNew === null) return tooManyWays;
  return isNew ? confirmed : rejectedRun('a run under SC comes to its last state');
}

async function checkedInvariant(
  evidence: Claim<'invariant' | 'ranking' | 'predicates'>,
  { system, properties, model }: MeantProgram,
  watch: () => void,
): Promise<ReplayReport> {
  if (evidence.question.robust === 'state')
    return checkedStates(evidence, { system, properties, model }, watch);
  const claimed = claimedOf(evidence, properties);
  if (evidence.kind === 'ranking')
    return judgedInvariant(evidence, checkedRankings(evidence, { system, model, claimed }, watch));
  // Nothing can violate it, wherever the program comes.
  if (evidence.question.robust && !claimsRobustness(system))
    return judgedInvariant(evidence, { obligations: 1, held: 1, reason: null });
  const checked =
    evidence.kind === 'invariant'
      ? checkCover(system, model, claimed, coverOf(system, evidence), watch)
      : await checkPredicates(system, model, claimed, predicateCoverOf(system, evidence), watch);
  return judgedInvariant(evidence, checked);
}

/** That the program comes to the states that it comes to under SC, and to no others. */
function checkedStates(
  evidence: Claim<'invariant' | 'ranking' | 'predicates'>,
  { system, properties, model }: MeantProgram,
  watch: () => void,
): ReplayReport {
  const isAsked = evidence.properties.every((name) => name === robustProperty);
  if (evidence.kind !== 'invariant' || evidence.properties.length === 0 || !isAsked)
    throw new NoEvidence('what was asked is whether the program is robust');
  if (properties.some(isLimit)) throw new NoEvidence('some runs of the program may be left out');
  return judgedInvariant(evidence, checkRobustStates(system, model, coverOf(system, evidence), watch));
}

function claimedOf(
  evidence: Claim<'invariant' | 'ranking' | 'predicates'>,
  properties: readonly Property[],
): readonly Property[] {
  if (evidence.properties.length === 0) throw new NoEvidence('it claims no property');
  // Attacks come to nothing where no assert of theirs fails; other properties of them say nothing of that.
  if (evidence.question.robust && !evidence.properties.includes(robustProperty))
    throw new NoEvidence('what was asked is whether the program is robust');
  if (evidence.question.robust && evidence.kind === 'ranking')
    throw new NoEvidence('no property of runs says that a program is robust');
  // Beyond a limit nothing is known, so all that is claimed is claimed with it; and behind a fault nothing of attacks, and of runs.
  const isLastFault = evidence.question.robust || evidence.kind === 'ranking';
  const isClaimed = (property: Property): boolean =>
    isLimit(property) || (isLastFault && isImplicit(property));
  const told = new Set([...evidence.properties, ...properties.filter(isClaimed).map(({ name }) => name)]);
  return [...told].map((name) => asStates(named(properties, name)));
}

function judgedInvariant(
  { properties, question }: Claim<'invariant' | 'ranking' | 'predicates'>,
  { obligations, held, reason, isOpen = false }: ObligationsCheck,
): ReplayReport {
  const accepted = held === obligations;
  const shows = question.robust ? 'the program is robust' : `safe: ${properties.join(', ')}`;
  return { accepted, obligations, held, reason, isOpen, shows };
}

function named(properties: readonly Property[], name: string): Property {
  const found = properties.find((property) => property.name === name);
  if (found === undefined) throw new NoEvidence(`the program has no property ${name}`);
  return found;
}

const rejected = ({ kind }: EvidenceDocument, reason: string): ReplayReport => ({
  ...{ accepted: false, obligations: 0, held: 0, reason },
  shows: kind,
});
