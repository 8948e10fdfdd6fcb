import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { diagnosticJson } from '../diagnostics/render.js';
import type { HerdLogInput } from './herd-log.js';

/** One test under one model. */
export interface LitmusEntry {
  readonly name: string;
  readonly file: string;
  readonly model: string;
  /** Null if the final states were not all found: `reason` says why. */
  readonly outcome:
    | (Pick<HerdLogInput['outcome'], 'verdict' | 'observation' | 'states'> & {
        readonly finals: readonly FinalState[];
      })
    | null;
  readonly reason: string | null;
}

export interface FinalState {
  readonly text: string;
  readonly values: readonly bigint[];
  /** Whether the condition of the test holds there. */
  readonly satisfies: boolean;
}

/** An error of a file that could not be run. */
export interface FileError {
  readonly file: string | null;
  readonly diagnostic: Diagnostic;
}

/** The document of `litmus --json`; docs/schema/litmus.json describes it. */
export function litmusDocument(entries: readonly LitmusEntry[], errors: readonly FileError[]): object {
  return {
    schema: 1,
    tests: entries.map(({ name, file, model, outcome, reason }) => ({
      name,
      file,
      model,
      verdict: outcome?.verdict ?? null,
      observation: outcome?.observation ?? null,
      states: outcome?.states ?? [],
      reason,
    })),
    errors: errors.map(({ file, diagnostic }) => diagnosticJson(diagnostic, file)),
  };
}
