import type { ArrayEvidence, DiscoveryReport, PredicateProof } from '../engines/question.js';
import type { EngineCounter } from '../engines/engine-row.js';
import { engines } from '../engines/index.js';
import { invariant } from '../support/invariant.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { UnknownReason } from '../lang/run/verdict.js';
import { lineOf } from '../diagnostics/span.js';
import type { Span } from '../diagnostics/span.js';
import type { Execution, Step } from '../lang/run/execution.js';
import type { TemporalProperty } from '../lang/program/program.js';
import type { RunRanking } from '../lang/run/run-ranking.js';
import type { StateCover } from '../lang/run/state-cover.js';
import type { ArraySystem } from '../lang/arrays/array-system.js';
import type { CubeProof } from '../lang/arrays/stated-cube.js';
import type { PropertyKind } from '../lang/program/program.js';
import type { System } from '../lang/program/system.js';
import type { AbstractTrace, Trace } from '../lang/run/trace.js';

/** What one run of verify found; the JSON document and the text are two prints of it. */
export interface VerifyReport {
  readonly file: string;
  readonly language: string | null;
  readonly model: string | null;
  readonly engine: string | null;
  /** Why `auto` took the engine; null: it was asked for. */
  readonly why: string | null;
  readonly method: string | null;
  readonly encoding: string | null;
  readonly bound: number | null;
  readonly verdict: VerdictName | null;
  readonly reason: Reason | null;
  readonly errors: readonly Diagnostic[];
  /** The violated property that the verdict speaks of. */
  readonly property: string | null;
  readonly trace: Trace | null;
  readonly properties: readonly PropertyReport[];
  readonly warnings: readonly Diagnostic[];
  /** How predicates were found; null: they were not looked for. */
  readonly discovery: DiscoveryReport | null;
  /** What an answer is limited to, in whole sentences: printed on the line before the verdict. */
  readonly limitations: readonly string[];
  /** What shows that properties hold, where that was asked for; a text says why there is none. */
  readonly proof?: AnswerProof | string;
  readonly stats: Stats;
}

export type VerdictName = 'safe' | 'unsafe' | 'unknown';
export type Reason = UnknownReason | 'unsupported' | 'input' | 'usage' | 'bug';

export interface PropertyReport {
  readonly name: string;
  /** `robust` is what `--robust` asks for: no property of the program itself. A `goal` holds where a run reaches it. */
  readonly kind: PropertyKind | 'robust' | 'goal';
  readonly line: number | null;
  readonly verdict: VerdictName;
  readonly reason: UnknownReason | null;
  /** More about the reason. */
  readonly detail: string | null;
  readonly trace: Trace | null;
  /** The run of the trace, on the automata as they were right after lowering. */
  readonly run?: ViolatingRun;
  /** The same of an array-based system. */
  readonly arrayRun?: ArrayEvidence;
  /** For `spurious`: the path that the abstraction takes and the program does not. */
  readonly abstract?: AbstractTrace;
}

/** The violated property that an answer speaks of. */
export const violatedOf = (properties: readonly PropertyReport[]): PropertyReport | undefined =>
  properties.find((p) => p.verdict === 'unsafe' && p.kind !== 'goal') ??
  properties.find((p) => p.verdict === 'unsafe');

/** What shows that properties hold. */
export type AnswerProof = StateProof | PredicateProof | CarriedProof | ArrayProof;

/** What holds under SC, of a program that is robust. */
export interface CarriedProof {
  readonly properties: readonly string[];
  readonly underSc: StateProof | PredicateProof;
  readonly robust: StateProof;
}

/** States that no step leaves, and what is safe because of that. */
export interface StateProof {
  readonly system: System;
  readonly procs: number | null;
  readonly properties: readonly string[];
  readonly cover: StateCover;
  /** Of what is safe and speaks of runs. */
  readonly ranked?: readonly RankedProperty[];
  /** How many states it was made from: all that are reachable. */
  readonly states: number;
  /** That those with empty buffers are those of SC. */
  readonly shows?: 'states';
}

/** Why a property of runs holds. */
export interface RankedProperty {
  readonly property: TemporalProperty;
  readonly ranking: RunRanking;
}

/** The same of an array-based system. */
export interface ArrayProof {
  readonly system: ArraySystem;
  readonly properties: readonly string[];
  readonly cubes: CubeProof;
}

/** What others make use of who look at counterexamples. */
export interface ViolatingRun {
  /** How many threads each process is; null: there is none. */
  readonly procs: number | null;
  readonly system: System;
  readonly execution: Execution;
  /** What is repeated for ever behind the execution, perhaps nothing; null: the run is finite. */
  readonly cycle: readonly Step[] | null;
}

/** A property of which nothing is known yet. */
export type BlankReport = Omit<PropertyReport, 'verdict'>;

export const blankProperty = (
  stated: Pick<PropertyReport, 'name' | 'kind'> & { readonly span?: Span },
): BlankReport => ({
  name: stated.name,
  kind: stated.kind,
  line: stated.span === undefined ? null : lineOf(stated.span),
  reason: null,
  detail: null,
  trace: null,
});

/** The counters of all engines, and those that every run has. Those of engines that did not run stay 0. */
export type Stats = Readonly<Record<CounterName | (typeof runCounters)[number]['name'], number>>;

type CounterName = (typeof engines)[number]['counters'][number]['name'];

/** Of the whole process. */
export const runCounters = [
  { name: 'seconds', about: 'time in all' },
  { name: 'cpuSeconds', about: 'time of processors in all' },
  { name: 'peakMemoryMB', about: 'the most memory that the process took' },
] as const satisfies readonly EngineCounter[];

/** All counters, each once, in the order of the document. */
export const allCounters: readonly EngineCounter[] = [
  ...new Map(
    [...engines.flatMap(({ counters }): readonly EngineCounter[] => counters), ...runCounters].map((c) => [
      c.name,
      c,
    ]),
  ).values(),
];

const isComplete = (counts: Readonly<Record<string, number>>): counts is Stats =>
  allCounters.every(({ name }) => name in counts);

/** The counters of a run that did nothing yet. */
export const noStats: Stats = zeros();

function zeros(): Stats {
  const counts = Object.fromEntries(allCounters.map(({ name }) => [name, 0]));
  invariant(isComplete(counts), 'there is a 0 for every counter');
  return counts;
}

/** A report in which nothing is filled in but the file; its name is empty if it is not known. */
export const blankReport = (file: string): VerifyReport => ({
  file,
  language: null,
  model: null,
  engine: null,
  why: null,
  method: null,
  encoding: null,
  bound: null,
  verdict: null,
  reason: null,
  errors: [],
  property: null,
  trace: null,
  properties: [],
  warnings: [],
  discovery: null,
  limitations: [],
  stats: noStats,
});

/** The report of a run that came to no verdict; the file may be unknown. */
export const refusal = (
  file: string | null,
  reason: Reason,
  errors: readonly Diagnostic[],
): VerifyReport => ({ ...blankReport(file ?? ''), reason, errors });
