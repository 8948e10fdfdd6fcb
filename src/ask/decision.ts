import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { DiscoveryReport, FindingOf, QuestionsByKind } from '../engines/question.js';
import type { CubeProof } from '../lang/arrays/stated-cube.js';
import type { SubjectKind } from '../lang/program/subject-kind.js';
import { refuseIf } from '../engines/refusals.js';
import { getOrFail, invariant } from '../support/invariant.js';
import type { ChosenEngine } from './choose.js';
import type { Confirmation } from './confirm.js';
import { leftOpen } from './left-open.js';
import type { AnswerProof, BlankReport, PropertyReport, VerifyReport } from './report.js';
import type { ProofLimits } from '../search/limits.js';

/** What an engine came to, confirmed and in the terms of the report. */
export interface Decision {
  readonly engine: string;
  /** Why `auto` took it; null: it was asked for. */
  readonly why: string | null;
  readonly bound: number | null;
  readonly properties: readonly PropertyReport[];
  readonly warnings: readonly Diagnostic[];
  /** What people should know of how the answer came about, in whole sentences. */
  readonly remarks: readonly string[];
  readonly stats: FindingOf<SubjectKind>['stats'];
  readonly discovery?: DiscoveryReport;
  readonly proof?: VerifyReport['proof'];
  /** Of the engine: what shows that all these properties hold. */
  readonly prove?: (limits: ProofLimits) => Promise<AnswerProof | string>;
  /** As the engine says. */
  readonly isEndless?: true;
  /** What the engine itself shows safety of an array-based system by. */
  readonly cubes?: CubeProof;
}

/** Asks one engine, and has every violation run again by the plain semantics. */
export async function decideBy<K extends SubjectKind>(
  { row, taking, why }: ChosenEngine<K>,
  question: QuestionsByKind[K]['question'],
  stated: readonly BlankReport[],
  confirm: (evidence: QuestionsByKind[K]['evidence']) => Promise<Confirmation>,
): Promise<Decision> {
  for (const refusal of taking.refuses) refuseIf(refusal, question);
  const began = performance.now();
  const finding = await cameTo<K>(
    () => taking.decide(question),
    stated.map(({ name }) => name),
  );
  const known = new Set<string>(row.counters.map(({ name }) => name));
  const alien = Object.keys(finding.stats).find((name) => !known.has(name));
  invariant(alien === undefined, `the ${row.name} engine says that it counts ${alien ?? ''}`);
  const buildSeconds = (performance.now() - began) / 1000 - (finding.stats['checkSeconds'] ?? 0);
  const { bound } = question.options;
  const properties: PropertyReport[] = [];
  for (const blank of stated) properties.push(await reportOf(blank, finding, confirm));
  return {
    ...{ engine: row.name, why },
    bound: finding.bound === undefined ? (typeof bound === 'number' ? bound : null) : finding.bound,
    properties,
    warnings: finding.warnings ?? [],
    remarks: finding.remarks ?? [],
    stats: { buildSeconds, ...finding.stats },
    ...(finding.discovery === undefined ? {} : { discovery: finding.discovery }),
    ...(finding.prove === undefined ? {} : { prove: finding.prove }),
    ...(finding.isEndless === undefined ? {} : { isEndless: finding.isEndless }),
    ...(finding.cubes === undefined ? {} : { cubes: finding.cubes }),
  };
}

/** What the engine came to; where it was left at a limit, nothing is known of any property. */
async function cameTo<K extends SubjectKind>(
  decide: () => Promise<FindingOf<K>>,
  names: readonly string[],
): Promise<FindingOf<K>> {
  try {
    return await decide();
  } catch (error) {
    const open = leftOpen(error);
    if (open === null) throw error;
    return { verdicts: new Map(names.map((name) => [name, open])), stats: {} };
  }
}

/** A violation that could not be run again within the limits is none that anybody is told of. */
async function confirmedIn(confirm: () => Promise<Confirmation>): Promise<Confirmation> {
  try {
    return await confirm();
  } catch (error) {
    const open = leftOpen(error);
    if (open === null) throw error;
    return open;
  }
}

async function reportOf<K extends SubjectKind>(
  blank: BlankReport,
  { verdicts, abstract }: FindingOf<K>,
  confirm: (evidence: QuestionsByKind[K]['evidence']) => Promise<Confirmation>,
): Promise<PropertyReport> {
  const found = getOrFail(verdicts, blank.name);
  const verdict = found.kind === 'unsafe' ? await confirmedIn(() => confirm(found)) : found;
  switch (verdict.kind) {
    case 'safe':
      return { ...blank, verdict: 'safe' };
    case 'unsafe': {
      const { kind, ...shown } = verdict;
      return { ...blank, verdict: kind, ...shown };
    }
    case 'unknown': {
      const { kind, reason, detail } = verdict;
      const path = abstract?.get(blank.name);
      const shown = path === undefined ? {} : { abstract: path };
      return { ...blank, verdict: kind, reason, detail: detail === '' ? null : detail, ...shown };
    }
  }
}
