import { remembered } from '../../../support/remembered.js';
import type { BackwardProblem, BackwardStep } from '../cubes/problem.js';
import { countWith, placements } from '../../../arrays/placements.js';
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
    if ((known + step.arity) ** step.arity > mostKept) return this.#made(step, known, this.onCapped);
    const kept = remembered(this.#kept, step.index * 32 + known, () => {
      let capped = false;
      const instances = this.#made(step, known, () => {
        capped = true;
      });
      return { instances: [...instances], capped };
    });
    if (kept.capped) this.onCapped();
    return kept.instances;
  }

  *#made(step: BackwardStep, known: number, onCapped: () => void): Generator<StepInstance> {
    for (const procs of placements(step.arity, known)) {
      const count = countWith(known, procs);
      if (count <= this.problem.limit) yield new StepInstance(this.problem, step, procs, count);
      else onCapped();
    }
  }
}
