import type { Expr } from '../../lang/expr/expr.js';
import { compileNumber, compileTruth } from '../../smt/compiled-truth.js';
import type { CompiledNumber, CompiledTruth } from '../../smt/compiled-truth.js';
import { FormulaVariables } from '../../smt/formula-variables.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import { placed } from '../placed.js';
import { typesOf } from '../commands/command-variables.js';
import type { Command, CommandProgram, StateProperty } from '../command-program.js';

/**
 * Where the threads stand, and values of all variables and inputs by their numbers, of which 0 is none. Truth is 0 or 1.
 */
export interface ProbedValues {
  readonly locations: readonly number[];
  readonly values: readonly number[];
}

export interface CompiledCommand {
  readonly command: Command;
  /** The numbers of the inputs that it draws. */
  readonly inputs: readonly number[];
  readonly guards: readonly CompiledTruth[];
  readonly writes: readonly CompiledWrite[];
  /** The property that it violates. */
  readonly violates: string | null;
}

interface CompiledWrite {
  readonly number: number;
  readonly value: CompiledNumber;
}

/** The commands of a program as functions of values, so that it can be run without a solver. */
export class CompiledCommands {
  /** By thread and location. */
  readonly leaving: readonly (readonly (readonly CompiledCommand[])[])[];
  readonly initial: readonly CompiledTruth[];
  readonly #variables: FormulaVariables;
  readonly #judged = new Map<string, CompiledTruth>();

  constructor(readonly program: CommandProgram) {
    this.#variables = new FormulaVariables(typesOf(program));
    for (const { expr } of [...program.variables, ...program.inputs]) this.#variables.numberOf(expr);
    this.leaving = program.threads.map(({ locations, commands }) => {
      const byLocation: CompiledCommand[][] = locations.map(() => []);
      for (const command of commands) byLocation[command.from]?.push(this.#compile(command));
      return byLocation;
    });
    this.initial = program.initial.map((condition) => compileTruth(condition, this.#variables));
  }

  numberOf(variable: Expr): number {
    return this.#variables.numberOf(variable);
  }

  /** Gives variables the values that they are said to have, in the order in which they depend on each other. */
  settle(values: number[], fixed: ReadonlyMap<Expr, Expr>): void {
    const open = new Map(fixed);
    const settled = (variable: Expr, value: Expr): boolean => {
      if ([...variablesOf(value)].some((other) => open.has(other))) return false;
      values[this.numberOf(variable)] = this.#value(variable, value)(values);
      return open.delete(variable);
    };
    while ([...open].some(([variable, value]) => settled(variable, value)));
  }

  /** Null: it cannot be taken, or not with numbers that are exact. */
  take(
    { command, guards, writes }: CompiledCommand,
    { locations, values }: ProbedValues,
  ): ProbedValues | null {
    for (const guard of guards) if (guard(values) !== true) return null;
    const after = [...values];
    for (const { number, value } of writes) {
      const written = value(values);
      if (Number.isNaN(written)) return null;
      after[number] = written;
    }
    return { locations: locations.with(command.thread, command.to), values: after };
  }

  /** False if the property is violated. */
  holds({ formula, property }: StateProperty, { locations, values }: ProbedValues): boolean {
    const key = `${property.name} ${locations.join()}`;
    let truth = this.#judged.get(key);
    if (truth === undefined) {
      truth = compileTruth(placed(formula, this.program.threads, locations), this.#variables);
      this.#judged.set(key, truth);
    }
    return truth(values) !== false;
  }

  #compile(command: Command): CompiledCommand {
    const violates = command.end.kind === 'violates' ? command.end.property : null;
    return {
      command,
      inputs: command.drawn.map((input) => this.numberOf(input)),
      guards: command.guard.map((guard) => compileTruth(guard, this.#variables)),
      writes: (violates === null ? command.updates : []).map(({ variable, value }) => ({
        number: this.numberOf(variable),
        value: this.#value(variable, value),
      })),
      violates,
    };
  }

  #value(variable: Expr, value: Expr): CompiledNumber {
    if (!this.#variables.isTruth(variable)) return compileNumber(value, this.#variables);
    const truth = compileTruth(value, this.#variables);
    return (values) => {
      const holds = truth(values);
      return holds === null ? Number.NaN : holds ? 1 : 0;
    };
  }
}
