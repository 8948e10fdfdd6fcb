import { readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { leftOpen } from '../ask/left-open.js';
import { maxBytes } from '../ask/read-source.js';
import { violatedOf } from '../ask/report.js';
import type { ArrayProof, CarriedProof, PropertyReport, StateProof, VerifyReport } from '../ask/report.js';
import type { PredicateProof } from '../engines/question.js';
import { sc } from '../memory/sc.js';
import { automataText } from '../evidence/document/automata-text.js';
import { arrayRunClaim } from '../evidence/document/array-run-claim.js';
import { cubesClaim, systemText } from '../evidence/document/cubes-claim.js';
import type {
  EvidenceBase,
  EvidenceDocument,
  EvidenceQuestion,
  InvariantClaim,
  PredicatesClaim,
  RankingClaim,
} from '../evidence/document/evidence-document.js';
import { predicatesClaim } from '../evidence/document/predicates-claim.js';
import { rankingClaim } from '../evidence/document/ranking-claim.js';
import { invariantClaim, runClaim } from '../evidence/document/write-evidence.js';
import { withWitnessOf } from '../lang/arrays/with-witness.js';
import type { System } from '../lang/program/system.js';
import type { MemoryModel } from '../memory/model.js';
import { valuesOf } from '../options/values.js';
import type { GivenOptions } from '../options/values.js';
import { digest } from '../support/digest.js';
import { invariant } from '../support/invariant.js';
import { confirm } from '../evidence/replay.js';
import type { Execution } from '../lang/run/execution.js';
import { Machine } from '../memory/machine.js';
import { modelOf } from './model-args.js';
import { readingOf } from './reading.js';

type NoneWritten = { readonly none: string };

/** What `--evidence` writes to a file at `path`, or why there is nothing to write: a clause. */
function evidenceFor(
  report: VerifyReport,
  given: GivenOptions,
  path: string,
  model = modelOf(valuesOf('verify', given)),
): EvidenceDocument | NoneWritten {
  const { verdict } = report;
  if (verdict !== null && statSync(report.file, { throwIfNoEntry: false })?.isFile() !== true)
    return { none: `${report.file} is no file, and cannot be read again` };
  const writer = new EvidenceWriter(report, given, path, model);
  switch (verdict) {
    case 'unsafe': {
      const violated = violatedOf(report.properties);
      if (violated?.kind !== 'goal') return writer.ofRun(violated);
      // That nothing gets there is proved, of each goal by itself.
      return report.properties.length > 1
        ? { none: 'what shows that nothing reaches one goal shows nothing else: name it with --property' }
        : writer.ofProof();
    }
    case 'safe': {
      const [only, ...others] = report.properties;
      const hasGoals = report.properties.some(({ kind }) => kind === 'goal');
      if (hasGoals && others.length > 0)
        return { none: 'a run shows one goal, and nothing else: name it with --property' };
      return hasGoals ? writer.ofRun(only) : writer.ofProof();
    }
    case 'unknown':
    case null:
      return { none: 'there is no answer to give evidence for' };
  }
}

class EvidenceWriter {
  constructor(
    private readonly report: VerifyReport,
    private readonly given: GivenOptions,
    private readonly path: string,
    private readonly model: MemoryModel,
  ) {}

  /** A run that violates a property, or reaches a goal. */
  ofRun(violated: PropertyReport | undefined): EvidenceDocument | NoneWritten {
    if (violated?.arrayRun !== undefined) {
      const { machine, run } = violated.arrayRun;
      const { procs, maxProcs } = askedProcs(this.given);
      const automata = systemText(machine.system);
      return { ...this.#base(procs), automata, ...arrayRunClaim(machine, run, violated.name, maxProcs) };
    }
    if (violated?.run === undefined) return { none: 'there is no evidence yet for this kind of file' };
    const { system, execution, cycle, procs } = violated.run;
    const isOfStates = violated.kind === 'robust' && valuesOf('verify', this.given).robust === 'state';
    if (isOfStates && failsOnTheWay(system, this.model, execution))
      return { none: 'there is no evidence yet that no run under sc fails like this' };
    const about = this.#about(system, procs, isOfStates ? 'state' : undefined);
    return { ...about, ...runClaim(system, violated.name, execution, cycle) };
  }

  ofProof(): EvidenceDocument | NoneWritten {
    const { proof } = this.report;
    if (typeof proof !== 'object') return { none: proof ?? 'there is no evidence yet for this kind of file' };
    if ('cubes' in proof) return this.#ofCubes(proof);
    if ('underSc' in proof) return this.#carried(proof);
    if ('model' in proof && proof.model !== this.#question(null).model)
      return { none: `what shows it is about ${proof.model}` };
    const about = this.#about(proof.system, proof.procs, 'shows' in proof ? 'state' : undefined);
    return { ...about, ...claimOf(proof) };
  }

  #ofCubes({ system, cubes, properties }: ArrayProof): EvidenceDocument {
    const { procs, maxProcs } = askedProcs(this.given);
    return {
      ...this.#base(procs),
      automata: systemText(system),
      ...cubesClaim(withWitnessOf(system, cubes.witness), cubes, properties, maxProcs),
    };
  }

  #carried({ underSc, robust, properties }: CarriedProof): EvidenceDocument {
    const { system, procs } = underSc;
    const base = { ...this.#base(procs), question: this.#question(procs, false, sc) };
    return {
      ...this.#about(system, procs),
      ...{ kind: 'carried', properties },
      underSc: { ...base, automata: automataText(system), ...carrying(underSc) },
      robust: { ...this.#about(robust.system, robust.procs, true), ...carrying(robust) },
    };
  }

  #about(system: System, procs: number | null, robust?: EvidenceQuestion['robust']): EvidenceBase {
    return { ...this.#base(procs, robust), automata: automataText(system) };
  }

  #base(procs: number | null, robust?: EvidenceQuestion['robust']): Omit<EvidenceBase, 'automata'> {
    const { file, language } = this.report;
    return {
      schema: 1,
      program: { ...programAt(file, this.path), language: language ?? '' },
      question: this.#question(procs, robust),
    };
  }

  #question(
    procs: number | null,
    robust?: EvidenceQuestion['robust'],
    model: MemoryModel = this.model,
  ): EvidenceQuestion {
    return questionOf(this.given, model, procs, this.path, robust);
  }
}

/** What robustness compares is whether an assert fails, too, and that is no state. */
function failsOnTheWay(system: System, model: MemoryModel, run: Execution): boolean {
  let fails = false;
  confirm(new Machine(system, model), run, null, (_step, result) => {
    fails ||= result.kind === 'fault' || (result.kind === 'moved' && result.failed.length > 0);
  });
  return fails;
}

const carrying = (proof: StateProof | PredicateProof): InvariantClaim | PredicatesClaim =>
  'cover' in proof
    ? invariantClaim(proof.system, proof.properties, proof.cover)
    : predicatesClaim(proof.system, proof.properties, proof.predicates);

function claimOf(proof: StateProof | PredicateProof): InvariantClaim | RankingClaim | PredicatesClaim {
  if (!('cover' in proof) || proof.ranked === undefined) return carrying(proof);
  return rankingClaim(proof.system, proof.properties, proof.cover, proof.ranked);
}

/** The text of a file of evidence at `path`, or why there is none: a clause. */
export function writtenEvidence(
  ...about: Parameters<typeof evidenceFor>
): { readonly text: string } | { readonly none: string } {
  const evidence = evidenceFor(...about);
  if ('none' in evidence) return evidence;
  const text = evidenceText(evidence);
  return text === null ? { none: 'it would be larger than any file that replay reads' } : { text };
}

/** What is in the file; null: it would be larger than any that is read. */
export function evidenceText(evidence: EvidenceDocument, limit = maxBytes): string | null {
  try {
    const text = `${JSON.stringify(evidence)}\n`;
    return Buffer.byteLength(text) > limit ? null : text;
  } catch (error) {
    if (leftOpen(error) === null) throw error;
    return null;
  }
}

/** Of array-based systems: `--procs N` and `--max-procs N`. */
function askedProcs(given: GivenOptions): {
  readonly procs: number | null;
  readonly maxProcs: number | null;
} {
  const { procs, 'max-procs': maxProcs = null } = valuesOf('verify', given);
  return { procs: typeof procs === 'number' ? procs : null, maxProcs };
}

/** A path as it is from where the evidence lies. */
const besideEvidence = (file: string, evidence: string): string =>
  relative(dirname(resolve(evidence)), resolve(file)) || '.';

function programAt(file: string, path: string): { readonly file: string; readonly sha256: string } {
  invariant(file !== '', 'what was verified has a name');
  return { file: besideEvidence(file, path), sha256: digest(readFileSync(file)) };
}

function questionOf(
  given: GivenOptions,
  model: MemoryModel,
  procs: number | null,
  path: string,
  robust?: EvidenceQuestion['robust'],
): EvidenceQuestion {
  const values = valuesOf('verify', given);
  const reading = readingOf(values);
  return {
    ...{ model: model.name, atomicWaits: model.lockedWaits, procs, fairness: values.fairness ?? 'flush' },
    ...{ invariants: values.invariant ?? [], ltl: values.ltl ?? [], ...reading },
    includes: reading.includes.map((folder) => besideEvidence(folder, path)),
    // What is robust by traces is robust by states.
    robust: robust ?? typeof values.robust === 'string',
  };
}
