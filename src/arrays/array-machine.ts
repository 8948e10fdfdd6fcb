import type { ArraySystem, Clause } from '../lang/arrays/array-system.js';
import type { MemoryModel } from '../memory/model.js';
import { at } from '../support/invariant.js';
import { buffersUnder } from './array-buffering.js';
import { asTest, Compiler } from './compile-formula.js';
import type { UnsureSource, CompiledTest, Views } from './compile-formula.js';
import { slotsOf } from './footprint.js';
import type { Slots } from './footprint.js';
import { ArrayInstance } from './instance.js';
import { withBuffer } from './array-states.js';
import type { ArrayState } from './array-states.js';
import { transitionInstances } from './transition-instances.js';
import type { CellWrite, TransitionInstance } from './transition-instances.js';
import { free, isFree, largestValue, no, unsure, yes } from './array-values.js';
import type { ArrayValue, Truth } from './array-values.js';
import { distinctTuples } from './walk-system.js';

/** What must not be reached: an `unsafe` clause, or an `invariant` that the file only promises. */
export interface ArrayTarget {
  readonly kind: 'unsafe' | 'invariant';
  /** In the system's list of that kind. */
  readonly index: number;
}

/** A clause with its processes. */
export interface ClauseInstance {
  readonly procs: readonly number[];
  readonly test: CompiledTest;
  /** The cells that it looks at. */
  readonly reads: Slots;
}

export type StepOutcome =
  | ArrayState
  | 'disabled'
  /** It depends on a free value: see `blame`. */
  | 'unsure'
  /** A number gets too large to go on with. */
  | 'too-large';

/**
 * The plain operational semantics of an array-based system (paper 001, section 2; docs/engines/mcmt.md): what the backward
 * engine is checked against. A transition is one step. Without buffers it reads and writes memory. With buffers, what it reads is
 * what its actor sees at one moment; all it writes to weak cells is one entry of the actor's buffer, and reaches memory at one
 * moment. A transition that reads and writes weak cells is a locked instruction, which needs an empty buffer and writes to
 * memory at once. Cells that are not weak are read and written directly.
 */
export class ArrayMachine {
  readonly instance: ArrayInstance;
  readonly steps: readonly TransitionInstance[];
  readonly hasBuffers: boolean;
  readonly #compiler: Compiler;

  /** `closed`: cells hold no process beyond those that there are. */
  constructor(system: ArraySystem, model: MemoryModel, procs: number, closed = false) {
    this.hasBuffers = buffersUnder(model);
    this.instance = new ArrayInstance(system, procs, closed);
    this.#compiler = new Compiler(this.instance, this.hasBuffers);
    this.steps = transitionInstances(this.instance, this.#compiler, this.hasBuffers);
  }

  get procs(): number {
    return this.instance.procs;
  }

  get system(): ArraySystem {
    return this.instance.system;
  }

  /** Which free value the last `unsure` is about. */
  get blame(): Readonly<UnsureSource> {
    return this.#compiler.blame;
  }

  /** All ways to put different processes into a clause; what has no `i@` is read in memory. */
  clause(clause: Clause): readonly ClauseInstance[] {
    return distinctTuples(clause.params.length, this.procs).flatMap((procs) => {
      this.#compiler.reads.clear();
      const code = this.#compiler.test(clause.formula, { procs, view: 0 });
      if ('fixed' in code && code.fixed === no) return [];
      return [{ procs, test: asTest(code), reads: slotsOf(this.#compiler.reads) }];
    });
  }

  clauseOf({ kind, index }: ArrayTarget): Clause {
    return at(kind === 'unsafe' ? this.system.unsafe : this.system.invariants, index);
  }

  /** `views` are those of the state. New free values are `fresh()`. */
  take(
    state: ArrayState,
    views: Views,
    step: TransitionInstance,
    fresh: () => ArrayValue = () => free,
  ): StepOutcome {
    if (step.drains && at(state.buffers, step.actor - 1).length > 0) return 'disabled';
    const truth = step.guard(views);
    if (truth !== yes) return truth === no ? 'disabled' : 'unsure';
    const cells = state.cells.slice();
    const slots: number[] = [];
    const values: ArrayValue[] = [];
    for (const write of step.writes) {
      const value = newValue(write, views, fresh);
      if (value === 'unsure') return value;
      if (value === 'none') continue;
      if (Math.abs(value) > largestValue && !isFree(value)) return 'too-large';
      if (write.weak && this.hasBuffers && !step.locked) {
        slots.push(write.slot);
        values.push(value);
      } else cells[write.slot] = value;
    }
    if (slots.length === 0) return { cells, buffers: state.buffers };
    const buffer = [...at(state.buffers, step.actor - 1), { slots, values }];
    return { cells, buffers: withBuffer(state.buffers, step.actor, buffer) };
  }
}

/** `none`: no case applies, so the cell is not written. */
function newValue(
  { cases }: CellWrite,
  views: Views,
  fresh: () => ArrayValue,
): ArrayValue | 'unsure' | 'none' {
  for (const { when, value } of cases) {
    const truth: Truth = when(views);
    if (truth === unsure) return 'unsure';
    if (truth === no) continue;
    if (value === null) return fresh();
    const found = value.read(views);
    if (!isFree(found)) return found;
    value.explain(views);
    return 'unsure';
  }
  return 'none';
}
