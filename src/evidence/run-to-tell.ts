import type { Lasso } from '../lang/run/execution.js';
import type { Trace } from '../lang/run/trace.js';
import type { Machine } from '../memory/machine.js';

/** A run that the plain machine has made, with what there is to tell of it. */
export interface RunToTell {
  readonly machine: Machine;
  readonly run: Lasso;
  readonly trace: Trace;
  /** The property that it violates. */
  readonly property: { readonly name: string; readonly kind: string };
  readonly file: {
    /** As the evidence has it. */
    readonly name: string;
    /** Where it was found; what it includes lies beside that. */
    readonly path: string;
    readonly sha256: string;
    readonly language: string;
  };
}
