import type { Limits, ProgressListener } from '../search/limits.js';
import type { Execution } from '../lang/run/execution.js';
import type { System } from '../lang/program/system.js';
import type { Property } from '../lang/program/program.js';
import type { MemoryModel } from '../memory/model.js';

/** What every engine is asked. Engines never parse, print or exit. */
export interface EngineRequest {
  readonly system: System;
  readonly model: MemoryModel;
  /** The properties to decide: a subset of the system's, or `deadlock`. */
  readonly properties: readonly Property[];
  readonly limits: Limits;
  readonly progress: ProgressListener;
  /** Hears of violations by finite runs, where the search goes on for long. */
  readonly found?: (name: string, execution: Execution) => void;
}

/** The counters of the JSON document that an engine fills in; the rest stays 0. */
export interface EngineStats {
  readonly states: number;
  readonly transitions: number;
  readonly checkSeconds: number;
  /** Of the table of states. */
  readonly tableBytes: number;
}
