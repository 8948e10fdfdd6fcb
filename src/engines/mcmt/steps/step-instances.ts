import type { BackwardProblem, BackwardStep } from '../cubes/problem.js';
import { StepInstance } from './step-instance.js';

/** The instances of a transition for cubes of some number of processes. */
interface Kept {
  readonly instances: readonly StepInstance[];
  /** Whether some were left out because there may only be so many processes. */
  readonly capped: boolean;
}

/** More are made anew each time. */
const mostKept = 4096;

/** The instances of transitions. They are the same for all cubes of so many processes, so what is worked out about them is kept. */
export class StepInstances {
  /** By the number of the transition and of processes. */
  readonly #kept = new Map<number, Kept>();

  constructor(
    private readonly problem: BackwardProblem,
    /** Called where a cube would have more processes than there may be. */
    private readonly onCapped: () => void,
  ) {}

  /** Those for a cube of so many processes: with these, and with new ones. */
  of(step: BackwardStep, known: number): Iterable<StepInstance> {
    if ((known + step.arity) ** step.arity > mostKept)
      return this.#made(step, [], known, known, this.onCapped);
    const key = step.index * 32 + known;
    const kept = this.#kept.get(key) ?? this.#keep(step, known);
    this.#kept.set(key, kept);
    if (kept.capped) this.onCapped();
    return kept.instances;
  }

  #keep(step: BackwardStep, known: number): Kept {
    let capped = false;
    const instances = [
      ...this.#made(step, [], known, known, () => {
        capped = true;
      }),
    ];
    return { instances, capped };
  }

  *#made(
    step: BackwardStep,
    procs: readonly number[],
    known: number,
    count: number,
    onCapped: () => void,
  ): Generator<StepInstance> {
    if (procs.length === step.arity) {
      yield new StepInstance(this.problem, step, procs, count);
      return;
    }
    for (let p = 0; p < known; p++) {
      if (!procs.includes(p)) yield* this.#made(step, [...procs, p], known, count, onCapped);
    }
    if (count < this.problem.limit) yield* this.#made(step, [...procs, count], known, count + 1, onCapped);
    else onCapped();
  }
}
