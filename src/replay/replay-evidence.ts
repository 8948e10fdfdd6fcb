import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadBoolean, loadProgram, required } from '../ask/load.js';
import { addProperties } from '../ask/select.js';
import { DiagnosticBag, InputError } from '../diagnostics/diagnostic.js';
import { asStates } from '../evidence/always.js';
import { checkCover } from '../evidence/cover/check-cover.js';
import { canProceed } from '../evidence/deadlock.js';
import { automataText } from '../evidence/document/automata-text.js';
import type { EvidenceDocument, EvidenceQuestion } from '../evidence/document/evidence-document.js';
import { NoEvidence } from '../evidence/document/read-evidence.js';
import { coverOf, lassoOf } from '../evidence/document/understood.js';
import { happensBeforeCycle } from '../evidence/happens-before.js';
import { replayLasso } from '../evidence/replay-lasso.js';
import { confirm, rejected as rejectedRun, tooManyWays } from '../evidence/replay.js';
import type { ReplayConclusion } from '../evidence/replay.js';
import type { LanguageEntry } from '../frontends/frontend.js';
import { isLimit, isOfEnds } from '../lang/program/limit-properties.js';
import { isTemporal } from '../lang/program/program.js';
import type { Property } from '../lang/program/program.js';
import type { System } from '../lang/program/system.js';
import type { Execution, Lasso } from '../lang/run/execution.js';
import { fairnessFor, fairnessNamed, fairnessNames } from '../memory/fairness.js';
import { Machine } from '../memory/machine.js';
import type { LockedWaits, MemoryModel } from '../memory/model.js';
import { runPipeline } from '../pass/run-pipeline.js';
import type { Pipeline } from '../pass/run-pipeline.js';
import { digest } from '../support/digest.js';

/** What a check of evidence came to. */
export interface ReplayReport {
  readonly accepted: boolean;
  readonly obligations: number;
  readonly held: number;
  /** Why it is rejected: a clause. */
  readonly reason: string | null;
  /** What it shows: a clause. */
  readonly shows: string;
}

/** What is handed in: how programs are read, and the passes that spell them out. */
export interface ReplayTools {
  readonly languages: readonly LanguageEntry[];
  readonly automata: Pipeline;
  readonly modelNamed: (name: string, lockedWaits: LockedWaits) => MemoryModel | null;
  /** Why a file is no text; null: it is one. */
  readonly whyUnreadable: (path: string) => string | null;
  readonly watch: () => void;
}

/**
 * Checks evidence that lies at `path`: the program is read again, its automata are made by nothing but what spells it out, and
 * its run is made by the plain machine, or its invariant checked step by step. No engine has a part in it.
 */
export async function replayEvidence(
  path: string,
  evidence: EvidenceDocument,
  tools: ReplayTools,
): Promise<ReplayReport> {
  const file = fileAt(evidence.program.file, path);
  if (file === undefined) throw new NoEvidence(`there is no program ${evidence.program.file}`);
  const why = tools.whyUnreadable(file);
  if (why !== null) throw new NoEvidence(`its program ${file} cannot be read: ${why}`);
  if (digest(readFileSync(file)) !== evidence.program.sha256)
    return rejected(evidence, `${file} is not the program that it speaks of`);
  const model = tools.modelNamed(evidence.question.model, evidence.question.atomicWaits);
  if (model === null) throw new NoEvidence(`there is no memory model ${evidence.question.model}`);
  const { system, properties } = await automataOf(file, withFolders(evidence, path), model, tools);
  if (automataText(system).join('\n') !== evidence.automata.join('\n'))
    return rejected(evidence, 'the automata are not those of the program');
  return evidence.kind === 'invariant'
    ? checkedInvariant(evidence, system, properties, model, tools)
    : checkedRun(evidence, system, properties, model);
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
    return { system, properties: property === null ? [] : [property] };
  }
  const text = required(await loadProgram(languages, file, language, bag, question), bag);
  const program = await withAsked(text, question);
  const { system } = runPipeline(automata, program, { procs: question.procs, model });
  return { system, properties: [...system.properties, { kind: 'deadlock', name: 'deadlock' }] };
}

async function withAsked(text: Parameters<typeof addProperties>[0], { invariants, ltl }: EvidenceQuestion) {
  try {
    return await addProperties(text, { invariant: invariants, ltl });
  } catch (error) {
    if (error instanceof InputError) throw new NoEvidence('it asks what cannot be asked of the program');
    throw error;
  }
}

type Claim<K extends EvidenceDocument['kind']> = Extract<EvidenceDocument, { readonly kind: K }>;

function checkedRun(
  evidence: Claim<'run' | 'lasso'>,
  system: System,
  properties: readonly Property[],
  model: MemoryModel,
): ReplayReport {
  const lasso = lassoOf(system, evidence);
  const machine = new Machine(system, model);
  if (evidence.question.robust) {
    if (evidence.property !== 'robust')
      throw new NoEvidence('what was asked is whether the program is robust');
    return judgedRun(lackOf(machine, lasso.stem), 'the program is not robust');
  }
  const property = named(properties, evidence.property);
  const left = leftAt(machine, lasso, properties);
  const judge = (): ReplayConclusion => {
    if (isLimit(property)) return rejectedRun(`${property.name} is a limit, and no mistake of the program`);
    if (left !== null && isOfEnds(property))
      return rejectedRun(`${left} keeps the run from going on, and that is a limit`);
    if (evidence.kind === 'run') return confirm(machine, lasso.stem, asStates(property));
    const fairness = fairnessNames.find((name) => name === evidence.question.fairness);
    if (fairness === undefined) throw new NoEvidence(`there is no fairness ${evidence.question.fairness}`);
    if (!isTemporal(property)) return { kind: 'rejected', why: `${property.name} is no property of runs` };
    const replayed = replayLasso(machine, lasso, property, fairnessNamed(fairnessFor(property, fairness)));
    return replayed.kind === 'accepted'
      ? { kind: 'accepted', conclusion: replayed.trace.conclusion }
      : replayed;
  };
  return judgedRun(judge(), `${property.name} is violated`);
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

function checkedInvariant(
  evidence: Claim<'invariant'>,
  system: System,
  properties: readonly Property[],
  model: MemoryModel,
  { watch }: ReplayTools,
): ReplayReport {
  if (evidence.properties.length === 0) throw new NoEvidence('it claims no property');
  if (evidence.question.robust) throw new NoEvidence('no invariant shows that a program is robust');
  // Beyond a limit nothing is known, so all that is claimed is claimed with it.
  const told = new Set([...evidence.properties, ...properties.filter(isLimit).map(({ name }) => name)]);
  const claimed = [...told].map((name) => asStates(named(properties, name)));
  const cover = coverOf(system, evidence);
  const { obligations, held, reason } = checkCover(system, model, claimed, cover, watch);
  const accepted = held === obligations;
  return { accepted, obligations, held, reason, shows: `safe: ${evidence.properties.join(', ')}` };
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
