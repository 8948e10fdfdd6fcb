import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { UnknownReason } from '../engines/engine.js';
import type { PropertyKind } from '../ir/program.js';
import type { Trace } from '../ir/trace.js';

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
}

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
  readonly seconds: number;
  readonly peakMemoryMB: number;
}
