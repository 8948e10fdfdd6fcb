import { falsity, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { isVariable } from '../../lang/expr/substitute.js';
import type { Type } from '../../lang/expr/type.js';
import type { SmtModel } from '../../smt/smt.js';
import { at } from '../../support/invariant.js';
import type { CommandProgram } from '../command-program.js';
import { constantsIn } from '../program-formulas.js';
import type { CompiledCommands, ProbedValues } from './compiled-commands.js';

const mostStarts = 16;
const mostConstants = 8;
/** For what goes on as often as a number says. */
const someNumbers = [7, 30];

/** Values that are tried where a program leaves them open. */
export class ProbeChoices {
  readonly #constants: readonly number[];
  readonly #types: ReadonlyMap<number, Type>;

  constructor(
    private readonly program: CommandProgram,
    private readonly commands: CompiledCommands,
  ) {
    this.#constants = fewConstants(program);
    this.#types = new Map(program.inputs.map(({ expr, type }) => [commands.numberOf(expr), type]));
  }

  ofInput(input: number): readonly number[] {
    return this.#candidates(this.#types.get(input) ?? { kind: 'int' });
  }

  /** Few values of a type, those that the program compares with among them. */
  #candidates(type: Type): readonly number[] {
    const [lo, hi] =
      type.kind === 'int'
        ? [-Infinity, Infinity]
        : type.kind === 'bool'
          ? [0, 1]
          : [Number(type.lo), Number(type.hi)];
    const near = [0, 1, lo, hi, ...this.#constants, ...someNumbers];
    return [...new Set(near)].filter((value) => Number.isSafeInteger(value) && lo <= value && value <= hi);
  }

  /** States that the program begins in: those of models, and others in which what is open has one of a few values. */
  starts(models: readonly SmtModel[]): readonly ProbedValues[] {
    return [...models.map((model) => this.#modelled(model)), ...this.#beginnings()].filter(({ values }) =>
      this.commands.initial.every((holds) => holds(values) === true),
    );
  }

  #modelled(model: SmtModel): ProbedValues {
    const values = this.#zeros();
    for (const { expr } of this.program.variables)
      values[this.commands.numberOf(expr)] = Number(model.value(expr));
    return { locations: this.#entries, values };
  }

  get #entries(): readonly number[] {
    return this.program.threads.map((t) => t.entry);
  }

  #zeros(): number[] {
    const { variables, inputs } = this.program;
    return Array.from({ length: 1 + variables.length + inputs.length }, () => 0);
  }

  #beginnings(): readonly ProbedValues[] {
    const { program } = this;
    const fixed = fixedBy(program.initial);
    const free = program.variables.filter(({ expr }) => !fixed.has(expr));
    const choices = free.map(({ type }) => this.#candidates(type).slice(0, 4));
    const starts = combinations(choices, mostStarts).map((chosen) => {
      const values = this.#zeros();
      for (const [i, { expr }] of free.entries()) values[this.commands.numberOf(expr)] = at(chosen, i);
      return { locations: this.#entries, values };
    });
    for (const { values } of starts) this.commands.settle(values, fixed);
    return starts;
  }
}

/** One element of each list, in all ways; but only the first of longer lists once there are too many. */
export function combinations(
  lists: readonly (readonly number[])[],
  most: number,
): readonly (readonly number[])[] {
  let all: readonly (readonly number[])[] = [[]];
  for (const list of lists) {
    const room = Math.max(1, Math.floor(most / all.length));
    all = all.flatMap((chosen) => list.slice(0, room).map((value) => [...chosen, value]));
  }
  return all;
}

/** Variables that are said to be equal to something, one side of each equation: `x == 0`, `y == x`. */
function fixedBy(initial: readonly Expr[]): ReadonlyMap<Expr, Expr> {
  const fixed = new Map<Expr, Expr>();
  for (const condition of initial) {
    if (isVariable(condition)) fixed.set(condition, truth);
    else if (condition.kind === 'unary' && condition.op === '!' && isVariable(condition.arg))
      fixed.set(condition.arg, falsity);
    else if (condition.kind === 'binary' && condition.op === '==' && isVariable(condition.left)) {
      if (!fixed.has(condition.left)) fixed.set(condition.left, condition.right);
      else if (isVariable(condition.right)) fixed.set(condition.right, condition.left);
    }
  }
  return fixed;
}

/** And their neighbours. */
const fewConstants = (program: CommandProgram): readonly number[] =>
  [...constantsIn(program)]
    .slice(0, mostConstants)
    .flatMap((value) => [Number(value), Number(value) + 1, Number(value) - 1]);
