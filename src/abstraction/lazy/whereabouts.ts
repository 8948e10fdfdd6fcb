import { emptyMask } from '../bits.js';
import type { Mask } from '../bits.js';
import type { LazyPlan } from './lazy-plan.js';

/** Where the threads stand in the state at hand, and what that means for the step of one of them. */
export class Whereabouts {
  readonly locations: Int32Array;
  readonly #others: Mask;

  constructor(private readonly plan: LazyPlan) {
    this.locations = new Int32Array(plan.program.threads.length);
    this.#others = emptyMask(plan.posts.vocabulary.words);
  }

  /** Where the program begins; also as the places of a state. */
  begin(state: Mask): void {
    for (const [t, { entry }] of this.plan.program.threads.entries()) {
      this.locations[t] = entry;
      this.plan.places.move(t, entry, state);
    }
  }

  read(state: Mask): void {
    this.plan.places.read(state, this.locations);
  }

  get haveEnded(): boolean {
    return this.plan.program.threads.every((thread, t) => this.locations[t] === thread.end);
  }

  /** The thread that stands at an atomic location, or -1. */
  atomicThread(): number {
    const { atomic } = this.plan;
    for (let t = 0; t < atomic.length; t++) {
      if (atomic[t]?.[this.locations[t] ?? 0] === 1) return t;
    }
    return -1;
  }

  /** Predicates that say nothing of what is dead for the other threads than this one. Valid until the next call. */
  liveForOthers(thread: number): Mask {
    const live = this.#others;
    live.fill(-1);
    for (let t = 0; t < this.locations.length; t++) {
      const here = t === thread ? undefined : this.plan.live[t]?.[this.locations[t] ?? 0];
      if (here === undefined) continue;
      for (let w = 0; w < live.length; w++) live[w] = (live[w] ?? 0) & (here[w] ?? 0);
    }
    return live;
  }
}
