import type { ArrayLimits } from '../arrays/limits.js';
import { noLimits } from '../arrays/limits.js';
import { ArrayMachine } from '../arrays/machine.js';
import type { Target } from '../arrays/machine.js';
import { replayProof } from '../arrays/replay.js';
import type { Replayed } from '../arrays/replay.js';
import { isRun } from '../arrays/run.js';
import type { ArrayRun } from '../arrays/run.js';
import { arrayTrace } from '../arrays/trace.js';
import { mostFixed } from '../arrays/walk.js';
import { Unsupported } from '../diagnostics/diagnostic.js';
import type { Limits } from '../engines/engine.js';
import type { Proof } from '../engines/mcmt/proof.js';
import type { Confirmed } from '../engines/mcmt/request.js';
import type { ArraySystem } from '../ir/array-system.js';
import type { Trace } from '../ir/trace.js';
import type { MemoryModel } from '../memory/model.js';
import { at, invariant } from '../support/check.js';
import { comparesProcesses } from './arrays-order.js';

/** So many numberings of the processes are tried. */
const mostNumberings = 120;
/** A path of the backward engine mostly is a run at once; a search that takes more states leaves it open. */
const mostStates = 300_000;

/** Looks for runs of the plain semantics that take the steps of proofs, and keeps their traces. */
export class Confirmer {
  readonly #traces = new Map<number, Trace>();
  readonly #limits: ArrayLimits;
  readonly #fixed: number;
  readonly #hasOrder: boolean;

  constructor(
    private readonly system: ArraySystem,
    private readonly model: MemoryModel,
    { signal, deadline, memoryMB }: Limits,
  ) {
    this.#limits = { ...noLimits, signal, deadline, memoryMB, maxStates: mostStates };
    this.#fixed = mostFixed(system);
    this.#hasOrder = comparesProcesses(system);
  }

  /** Of the clauses that a run was found for. */
  get traces(): ReadonlyMap<number, Trace> {
    return this.#traces;
  }

  /** Where numbers of processes matter, the proof's is one of those that it allows. */
  async confirm(proof: Proof): Promise<Confirmed> {
    try {
      return await this.#replayed(proof);
    } catch (error) {
      // There are systems with numbers that are too large to be run.
      if (error instanceof Unsupported) return 'open';
      throw error;
    }
  }

  async #replayed(proof: Proof): Promise<Confirmed> {
    const machine = new ArrayMachine(this.system, this.model, proof.procs);
    const target: Target = { kind: proof.kind, index: proof.clause };
    let isOpen = false;
    for (const number of this.#numberings(proof.procs)) {
      const steps = proof.steps.map(({ transition, procs }) => ({ transition, procs: procs.map(number) }));
      const replayed = await replayProof(machine, steps, target, { limits: this.#limits });
      if (replayed.kind === 'run') {
        this.#traces.set(proof.clause, traceOf(machine, replayed));
        return 'run';
      }
      if (replayed.kind === 'undecided') isOpen = true;
      if (replayed.kind === 'undecided' && replayed.why !== 'numbers') break;
    }
    return isOpen ? 'open' : 'no-run';
  }

  *#numberings(procs: number): Generator<(proc: number) => number> {
    if (!this.#hasOrder) {
      yield (proc) => proc;
      return;
    }
    let tried = 0;
    const others = Array.from({ length: procs - this.#fixed }, (_, i) => this.#fixed + i + 1);
    for (const order of permutations(others)) {
      if (++tried > mostNumberings) return;
      yield (proc) => (proc <= this.#fixed ? proc : at(order, proc - this.#fixed - 1));
    }
  }
}

const traceOf = (machine: ArrayMachine, { run, target, procs }: Extract<Replayed, { kind: 'run' }>): Trace =>
  checkedTrace(machine, run, target, procs);

/** The trace of a run that was gone through once more. */
export function checkedTrace(
  machine: ArrayMachine,
  run: ArrayRun,
  target: Target,
  procs: readonly number[],
): Trace {
  const goal = machine
    .clause(machine.clauseOf(target))
    .find((instance) => instance.procs.every((p, i) => p === procs[i]));
  invariant(goal !== undefined && isRun(machine, run, goal), 'a counterexample is a run of the system');
  return arrayTrace(machine, run, target, procs);
}

/** The given order first. */
function* permutations(items: readonly number[]): Generator<readonly number[]> {
  if (items.length === 0) yield [];
  for (const first of items) {
    for (const rest of permutations(items.filter((item) => item !== first))) yield [first, ...rest];
  }
}
