import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { UnknownReason } from '../ir/verdict.js';
import { lineOf } from '../diagnostics/span.js';
import type { Execution, Step } from '../ir/execution.js';
import type { Property, PropertyKind } from '../ir/program.js';
import type { System } from '../ir/system.js';
import type { AbstractTrace, Trace } from '../ir/trace.js';

/** What one run of verify found; the JSON document and the text are two prints of it. */
export interface VerifyReport {
  readonly file: string;
  readonly language: string | null;
  readonly model: string | null;
  readonly engine: string | null;
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
  /** What an answer is limited to, in whole sentences: printed on the line before the verdict. */
  readonly limitations: readonly string[];
  readonly stats: Stats;
}

export type VerdictName = 'safe' | 'unsafe' | 'unknown';
export type Reason = UnknownReason | 'unsupported' | 'input' | 'usage' | 'bug';

export interface PropertyReport {
  readonly name: string;
  readonly kind: PropertyKind;
  readonly line: number | null;
  readonly verdict: VerdictName;
  readonly reason: UnknownReason | null;
  /** More about the reason. */
  readonly detail: string | null;
  readonly trace: Trace | null;
  /** The run of the trace, on the automata as they were right after lowering. */
  readonly run?: ViolatingRun;
  /** For `spurious`: the path that the abstraction takes and the program does not. */
  readonly abstract?: AbstractTrace;
}

/** What others make use of who look at counterexamples. */
export interface ViolatingRun {
  readonly system: System;
  readonly execution: Execution;
  /** What is repeated for ever behind the execution, perhaps nothing; null: the run is finite. */
  readonly cycle: readonly Step[] | null;
}

/** Of a property nothing is known of. */
export const blankProperty = (property: Property): Omit<PropertyReport, 'verdict'> => ({
  name: property.name,
  kind: property.kind,
  line: 'span' in property ? lineOf(property.span) : null,
  reason: null,
  detail: null,
  trace: null,
});

/** The counters of the contract. Those of engines that did not run stay 0. */
export interface Stats {
  readonly predicates: number;
  readonly inputCubes: number;
  readonly cubesUsed: number;
  readonly maxCube: number;
  readonly smtCalls: number;
  readonly z3Calls: number;
  readonly dlCalls: number;
  readonly buildSeconds: number;
  readonly states: number;
  readonly transitions: number;
  readonly checkSeconds: number;
  readonly tableBytes: number;
  /** Of the engine for temporal properties: states of programs beside those of automata. */
  readonly productStates: number;
  /** Of the dual engine: those made, those smallest at the end, and the most that were so at one time. */
  readonly configurations: number;
  readonly configurationsKept: number;
  readonly configurationsPeak: number;
  readonly seconds: number;
  readonly peakMemoryMB: number;
}

/** The counters of a run that did nothing yet. */
export const noStats: Stats = {
  predicates: 0,
  inputCubes: 0,
  cubesUsed: 0,
  maxCube: 0,
  smtCalls: 0,
  z3Calls: 0,
  dlCalls: 0,
  buildSeconds: 0,
  states: 0,
  transitions: 0,
  checkSeconds: 0,
  tableBytes: 0,
  productStates: 0,
  configurations: 0,
  configurationsKept: 0,
  configurationsPeak: 0,
  seconds: 0,
  peakMemoryMB: 0,
};

/** A report in which nothing is filled in but the file; its name is empty if it is not known. */
export const blankReport = (file: string): VerifyReport => ({
  file,
  language: null,
  model: null,
  engine: null,
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
  limitations: [],
  stats: noStats,
});
