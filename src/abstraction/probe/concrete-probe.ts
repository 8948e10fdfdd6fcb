import type { Expr } from '../../lang/expr/expr.js';
import { randomFrom } from '../../support/random-from.js';
import type { SmtModel } from '../../smt/smt.js';
import type { CommandProgram } from '../command-program.js';
import { BreadthFirst } from './breadth.js';
import { CompiledCommands } from './compiled-commands.js';
import type { ProbedValues } from './compiled-commands.js';
import { ProbeLog } from './probe-log.js';
import type { Probed } from './probe-log.js';
import { ProbeChoices } from './probe-starts.js';
import { Walks } from './walks.js';

/** States that are looked at between two looks at the clock, and before each walk. */
const stride = 64;
const statesBeforeWalk = 640;

/** Enough when the clock says so. */
export const timeUp = (at: number) => (): boolean => performance.now() >= at;

/** Looks for violations by running the program. What it does not find may be there all the same. */
export class ConcreteProbe {
  readonly #log: ProbeLog;
  readonly #breadth: BreadthFirst;
  readonly #walks: Walks;
  readonly numberOf: (variable: Expr) => number;

  constructor(
    program: CommandProgram,
    wanted: Set<string>,
    /** States that the program may begin in, besides those that are guessed. */
    models: readonly SmtModel[] = [],
  ) {
    const commands = new CompiledCommands(program);
    this.numberOf = (variable) => commands.numberOf(variable);
    const choices = new ProbeChoices(program, commands);
    const starts = choices.starts(models);
    this.#log = new ProbeLog(program, commands, wanted);
    this.#breadth = new BreadthFirst(commands, choices, this.#log, starts);
    this.#walks = new Walks(program, commands, choices, this.#log, starts, randomFrom(1));
  }

  /** There is nothing to look for, or all states that a walk may come to were seen. */
  get isDone(): boolean {
    return this.#log.isDone || this.#breadth.isComplete;
  }

  /** States that were met. */
  get states(): readonly ProbedValues[] {
    return this.#log.samples;
  }

  /** Goes on until that is enough, which is asked for every few states; each property is found violated once. */
  run(isEnough: () => boolean): readonly Probed[] {
    while (!this.isDone && !isEnough()) {
      this.#breadth.go(stride);
      if (this.isDone) break;
      const { isDone, expanded } = this.#breadth;
      if (isDone || expanded > (this.#walks.count + 1) * statesBeforeWalk) this.#walks.go(isEnough);
    }
    return this.#log.take();
  }
}
