import { diagnosticJson } from '../diagnostics/render.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';

export interface TransformOutcome {
  readonly file: string | null;
  readonly language?: string | null;
  readonly model?: string;
  readonly to?: string | null;
  /** The file that was written; absent: none, the text is here. */
  readonly output?: string | null;
  readonly text?: string;
  readonly reason?: string | null;
  readonly errors?: readonly Diagnostic[];
  readonly warnings?: readonly Diagnostic[];
  readonly seconds?: number;
}

/** The document of `transform --json`; docs/schema/transform.json describes it. */
export function transformDocument(outcome: TransformOutcome, version: string): object {
  return {
    schema: 1,
    tool: 'fencepost',
    version,
    file: outcome.file,
    language: outcome.language ?? null,
    model: outcome.model ?? null,
    to: outcome.to ?? null,
    output: outcome.output ?? null,
    text: outcome.text ?? null,
    reason: outcome.reason ?? null,
    errors: (outcome.errors ?? []).map((error) => diagnosticJson(error, outcome.file)),
    warnings: (outcome.warnings ?? []).map((warning) => warning.message),
    stats: outcome.seconds === undefined ? null : { seconds: outcome.seconds },
  };
}
