import type { PathValues } from '../abstraction-request.js';
import type { CommandPath, CommandProgram } from '../command-program.js';
import { isChosen } from '../path/execution-of.js';
import { at } from '../../support/invariant.js';
import type { CompiledCommands, ProbedStep, ProbedValues } from './compiled-commands.js';

/** A violation that running the program has shown. */
export interface Probed {
  readonly property: string;
  readonly path: CommandPath;
  readonly values: PathValues;
}

const mostSamples = 4096;

/** What runs of a program have shown. */
export class ProbeLog {
  /** States, in the order in which they were met. */
  readonly samples: ProbedValues[] = [];
  #found: Probed[] = [];

  constructor(
    private readonly program: CommandProgram,
    private readonly commands: CompiledCommands,
    private readonly wanted: Set<string>,
  ) {}

  get isDone(): boolean {
    return this.wanted.size === 0;
  }

  wants(property: string): boolean {
    return this.wanted.has(property);
  }

  sees({ locations, values }: ProbedValues): void {
    if (this.samples.length < mostSamples)
      this.samples.push({ locations: [...locations], values: [...values] });
  }

  violates(property: string, start: ProbedValues, steps: readonly ProbedStep[]): void {
    const { system, variables } = this.program;
    const chosen = variables.filter(({ expr }) => isChosen(system, expr));
    this.wanted.delete(property);
    this.#found.push({
      property,
      path: steps.map(({ command }) => command),
      values: {
        initial: new Map(
          chosen.map(({ expr }) => [expr, BigInt(at(start.values, this.commands.numberOf(expr)))]),
        ),
        drawn: steps.map(({ drawn }) => drawn.map(BigInt)),
      },
    });
  }

  /** Violations since it was asked last. */
  take(): readonly Probed[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }
}
