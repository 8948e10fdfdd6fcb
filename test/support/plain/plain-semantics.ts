import { toAutomata } from '../../../passes/pipelines.js';
import type { Program } from '../../../src/lang/program/program.js';
import type { System } from '../../../src/lang/program/system.js';
import type { BufferSpec } from '../../../src/memory/bound.js';
import { Machine } from '../../../src/memory/machine.js';
import type { PassContext } from '../../../src/pass/pass.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { reachable } from './bounded.js';
import type { Reachable } from './bounded.js';

/** What a program can do by the plain semantics; both encodings are compared with it, so it is explored once. */
export class PlainSemantics {
  /** After lowering; its sections are single steps. */
  readonly reference: System;
  /** With its sections joined. */
  readonly system: System;
  readonly #found = new Map<System, Map<BufferSpec, Reachable | null>>();

  constructor(
    program: Program,
    readonly maxStates: number,
    /** Which writes are atomic; absent: nobody asks. */
    readonly atomicWrites?: ReadonlySet<number>,
  ) {
    const lowered = runPipeline(toAutomata, program, { procs: null, ...this.atomic });
    this.reference = lowered.reference;
    this.system = lowered.system;
  }

  /** For the context of passes. */
  get atomic(): Pick<PassContext, 'atomicWrites'> {
    return this.atomicWrites === undefined ? {} : { atomicWrites: this.atomicWrites };
  }

  /** Of one of the two systems; null beyond `maxStates`. */
  reachable(system: System, spec: BufferSpec): Reachable | null {
    const known = this.#found.get(system) ?? new Map<BufferSpec, Reachable | null>();
    this.#found.set(system, known);
    const before = known.get(spec);
    if (before !== undefined) return before;
    const found = reachable(new Machine(system, spec.model), spec.bound, { maxStates: this.maxStates });
    known.set(spec, found);
    return found;
  }
}
