import { successors } from '../../../arrays/expand.js';
import { ArrayMachine } from '../../../arrays/array-machine.js';
import { noLimits } from '../../../arrays/array-limits.js';
import { packState } from '../../../arrays/pack-state.js';
import { replayProof } from '../../../arrays/replay-proof.js';
import type { ArrayRun } from '../../../arrays/array-run.js';
import { viewsOf } from '../../../arrays/array-states.js';
import type { ArrayState } from '../../../arrays/array-states.js';
import { Unsupported } from '../../../diagnostics/diagnostic.js';
import type { MemoryModel } from '../../../memory/model.js';
import { at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import type { Limits } from '../../../search/limits.js';
import { ForwardStates } from './forward-states.js';
import { bufferBound } from './small-instances.js';
import type { BackwardProblem } from '../cubes/problem.js';
import type { ProofPath } from '../steps/proof.js';
import { seenStep } from './seen-values.js';
import type { SeenStep } from './seen-values.js';

/** So many states around a run are looked at: what is near to where one guess was wrong is what others are about. */
const mostAround = 300;
/** Runs of more processes have too many states around them. */
const mostProcs = 5;
const mostReplayed = 20_000;

/**
 * States that were come to where a guess was wrong: those of a run that refutes it, and what is near to them. They may have more
 * processes than the states that guesses are taken from, which is why the guess could be wrong.
 */
export class LearntStates {
  /** A table for each run. */
  readonly tables: ForwardStates[] = [];
  readonly #machines = new Map<number, ArrayMachine>();
  /** Of each number of processes: what is in some table. */
  readonly #known = new Map<number, Set<string>>();

  constructor(
    private readonly problem: BackwardProblem,
    private readonly model: MemoryModel,
    private readonly limits: Limits,
  ) {}

  /** From a path that leads from initial states to a guess. It may have no run, for all that is known; then nothing is learnt. */
  async learn({ procs, steps }: Pick<ProofPath, 'procs' | 'steps'>): Promise<ForwardStates | null> {
    const machine = this.#machineFor(procs);
    if (machine === null) return null;
    const limits = { ...noLimits, ...this.limits, maxStates: mostReplayed };
    const replayed = await replayProof(machine, steps, null, { limits });
    if (replayed.kind !== 'run') return null;
    const table = this.#around(replayed.run, machine);
    this.tables.push(table);
    return table;
  }

  #machineFor(procs: number): ArrayMachine | null {
    if (procs > mostProcs) return null;
    try {
      return remembered(
        this.#machines,
        procs,
        () => new ArrayMachine(this.problem.system, this.model, procs),
      );
    } catch (error) {
      // What cannot be run teaches nothing.
      if (error instanceof Unsupported) return null;
      throw error;
    }
  }

  /** The states of the run, and others breadth first that are in no table yet. */
  #around(run: ArrayRun, machine: ArrayMachine): ForwardStates {
    const found = new StatesFound(
      machine,
      remembered(this.#known, machine.procs, () => new Set()),
    );
    let last = found.add(run.initial);
    for (const step of run.steps) {
      const next = found.add(step.after);
      found.steps.push(seenStep(last, step, next));
      last = next;
    }
    const enough = found.states.length + mostAround;
    for (let from = 0; from < found.states.length && found.states.length < enough; from++) found.expand(from);
    return ForwardStates.from(this.problem, machine, found.states, found.steps);
  }
}

class StatesFound {
  readonly states: ArrayState[] = [];
  readonly steps: SeenStep[] = [];
  readonly #number = new Map<string, number>();

  constructor(
    private readonly machine: ArrayMachine,
    /** What is in other tables. */
    private readonly known: Set<string>,
  ) {}

  /** Its number. */
  add(state: ArrayState): number {
    const text = packState(state, this.machine.hasBuffers);
    this.known.add(text);
    return remembered(this.#number, text, () => this.states.push(state) - 1);
  }

  expand(from: number): void {
    const state = at(this.states, from);
    for (const next of successors(this.machine, state, viewsOf(state)).list) {
      if (next.state.buffers.some((buffer) => buffer.length > bufferBound)) continue;
      const text = packState(next.state, this.machine.hasBuffers);
      if (this.known.has(text) && !this.#number.has(text)) continue;
      this.steps.push(seenStep(from, next.move, this.add(next.state)));
    }
  }
}
