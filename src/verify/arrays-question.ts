import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { lineOf } from '../diagnostics/span.js';
import type { Limits, ProgressListener } from '../search/limits.js';
import type { ArraySystem } from '../ir/array-system.js';
import { at } from '../support/check.js';
import type { ArrayOptions } from './arrays-options.js';
import type { PropertyReport, Stats } from './report.js';

/** A system that was read, and what is asked of it. */
export interface ArrayQuestion {
  readonly system: ArraySystem;
  /** The clauses of `unsafe` to decide, by their places in the system. */
  readonly clauses: readonly number[];
  readonly options: ArrayOptions;
  readonly limits: Limits;
  readonly progress: ProgressListener;
  /** Of performance.now(). */
  readonly started: number;
}

/** What an engine came to, in the terms of the report. */
export interface ArrayDecision {
  readonly properties: readonly PropertyReport[];
  readonly warnings: readonly Diagnostic[];
  readonly limitations: readonly string[];
  readonly stats: Partial<Stats>;
}

/** The report of a clause of which nothing is known. */
export function blankClause(system: ArraySystem, clause: number): Omit<PropertyReport, 'verdict'> {
  const { name, span } = at(system.unsafe, clause);
  return { name, kind: 'invariant', line: lineOf(span), reason: null, detail: null, trace: null };
}
