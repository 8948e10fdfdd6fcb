import type { Expr } from '../../lang/expr/expr.js';
import { compileNumber, compileTruth } from '../../smt/compiled-truth.js';
import type { CompiledNumber, CompiledTruth } from '../../smt/compiled-truth.js';
import { FormulaVariables } from '../../smt/formula-variables.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import { at } from '../../support/invariant.js';
import { ByPlaces } from '../by-places.js';
import { typesOf } from '../commands/command-variables.js';
import type { Command, CommandProgram } from '../command-program.js';

/**
 * Where the threads stand, and values of all variables and inputs by their numbers, of which 0 is none. Truth is 0 or 1.
 */
export interface ProbedValues {
  readonly locations: readonly number[];
  readonly values: readonly number[];
}

export interface ProbedStep {
  readonly command: Command;
  /** The values that it drew. */
  readonly drawn: readonly number[];
}

export interface CompiledCommand {
  /** As it is taken if it draws nothing. */
  readonly step: ProbedStep;
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

interface CompiledCondition {
  readonly name: string;
  readonly isFinal: boolean;
  readonly truth: ByPlaces<CompiledTruth>;
}

/** The commands of a program as functions of values, so that it can be run without a solver. */
export class CompiledCommands {
  /** By thread and location. */
  readonly leaving: readonly (readonly (readonly CompiledCommand[])[])[];
  readonly initial: readonly CompiledTruth[];
  readonly #conditions: readonly CompiledCondition[];
  readonly #variables: FormulaVariables;

  constructor(readonly program: CommandProgram) {
    this.#variables = new FormulaVariables(typesOf(program));
    for (const { expr } of [...program.variables, ...program.inputs]) this.#variables.numberOf(expr);
    this.leaving = program.threads.map(({ locations, commands }) => {
      const byLocation: CompiledCommand[][] = locations.map(() => []);
      for (const command of commands) byLocation[command.from]?.push(this.#compile(command));
      return byLocation;
    });
    this.initial = program.initial.map((condition) => this.truth(condition));
    this.#conditions = program.stateProperties.map(({ property, formula }) => ({
      name: property.name,
      isFinal: property.kind === 'final',
      truth: new ByPlaces(formula, program.threads, (here) => this.truth(here)),
    }));
  }

  numberOf(variable: Expr): number {
    return this.#variables.numberOf(variable);
  }

  truth(formula: Expr): CompiledTruth {
    return compileTruth(formula, this.#variables);
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

  /** The thread that stands at an atomic location, or -1. */
  atomicThread(locations: readonly number[]): number {
    const { threads } = this.program;
    for (let t = 0; t < locations.length; t++)
      if (threads[t]?.locations[locations[t] ?? 0]?.atomic === true) return t;
    return -1;
  }

  /** Properties that are violated in the state. */
  *violated({ locations, values }: ProbedValues): Generator<string> {
    if (this.#conditions.length === 0 || this.atomicThread(locations) >= 0) return;
    for (const { name, isFinal, truth } of this.#conditions) {
      if (isFinal && !this.#haveEnded(locations)) continue;
      if (truth.at(locations)(values) === false) yield name;
    }
  }

  #haveEnded(locations: readonly number[]): boolean {
    return locations.every((location, t) => location === at(this.program.threads, t).end);
  }

  #compile(command: Command): CompiledCommand {
    const violates = command.end.kind === 'violates' ? command.end.property : null;
    return {
      command,
      step: { command, drawn: [] },
      inputs: command.drawn.map((input) => this.numberOf(input)),
      guards: command.guard.map((guard) => this.truth(guard)),
      writes: (violates === null ? command.updates : []).map(({ variable, value }) => ({
        number: this.numberOf(variable),
        value: this.#value(variable, value),
      })),
      violates,
    };
  }

  #value(variable: Expr, value: Expr): CompiledNumber {
    if (!this.#variables.isTruth(variable)) return compileNumber(value, this.#variables);
    const truth = this.truth(value);
    return (values) => {
      const holds = truth(values);
      return holds === null ? Number.NaN : holds ? 1 : 0;
    };
  }
}

/** Whether it can be taken. */
export function isEnabled({ guards }: CompiledCommand, values: readonly number[]): boolean {
  for (const guard of guards) if (guard(values) !== true) return false;
  return true;
}

/** What it writes, in order; null: numbers that are not exact. */
export function writtenBy({ writes }: CompiledCommand, values: readonly number[]): readonly number[] | null {
  const written = writes.map(({ value }) => value(values));
  return written.some((value) => Number.isNaN(value)) ? null : written;
}
