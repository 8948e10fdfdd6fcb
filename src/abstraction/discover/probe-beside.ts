import type { Clock } from '../clock.js';
import type { CommandProgram } from '../command-program.js';
import { ConcreteProbe, timeUp } from '../probe/concrete-probe.js';
import type { Probed } from '../probe/probe-log.js';
import { observedFacts } from './observe/observed-facts.js';
import type { Expr } from '../../lang/expr/expr.js';

/** At a time, in milliseconds; and of the time that a search took. */
const leastProbing = 3;
const mostProbing = 2000;
const share = 0.3;
/** Between two looks at the clock. */
const slice = 5;
/** Before facts are told; by no clock, for them to be the same each time. */
const observingRounds = 20;
const looksARound = 20;

/** Runs the program between two searches, for a part of the time that they take: what it meets is real, however long it is. */
export class ProbeBeside {
  #probe: ConcreteProbe | null = null;

  constructor(
    private readonly program: CommandProgram,
    private readonly clock: Clock,
    private readonly wanted: () => readonly string[],
    private readonly onViolation: (probed: Probed) => void,
  ) {}

  /** After a search of so many milliseconds. */
  run(milliseconds: number): Promise<void> {
    return this.#run(Math.min(Math.max(milliseconds * share, leastProbing), mostProbing));
  }

  /** What held in all states that the program was seen in. */
  async facts(): Promise<readonly Expr[]> {
    const probe = new ConcreteProbe(this.program, new Set(this.wanted()));
    for (let round = 0; round < observingRounds && !probe.isDone && this.clock.stop === null; round++) {
      let looks = 0;
      for (const probed of probe.run(() => ++looks > looksARound)) this.onViolation(probed);
      await this.clock.goOn();
    }
    return observedFacts(this.program, probe);
  }

  async #run(milliseconds: number): Promise<void> {
    this.#probe ??= new ConcreteProbe(this.program, new Set(this.wanted()));
    const until = performance.now() + milliseconds;
    while (performance.now() < until && !this.#probe.isDone && this.clock.stop === null) {
      if (this.wanted().length === 0) return;
      const sliceEnd = Math.min(until, performance.now() + slice);
      for (const probed of this.#probe.run(timeUp(sliceEnd))) this.onViolation(probed);
      await this.clock.goOn();
    }
  }
}
