import { int, local, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { localId } from '../../lang/expr/ids.js';
import { Cells } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import type { Type } from '../../lang/expr/type.js';
import { at, getOrFail, invariant } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { CommandProgram, Input, CommandVariable } from '../command-program.js';

/** All cells of memory, and all locals. */
export function variablesIn(system: System): readonly CommandVariable[] {
  const cells = new Cells(system.shared);
  return [
    ...cells.all().map((cell) => {
      const variable = cells.variable(cell);
      const index = variable.shape.kind === 'scalar' ? null : int(cells.indexIn(cell));
      return { expr: shared(variable.id, index), name: cells.nameOf(cell), type: variable.type };
    }),
    ...system.locals.map((v) => ({
      expr: local(v.id),
      name: `${at(system.threads, v.thread).name}.${v.name}`,
      type: v.type,
    })),
  ];
}

/**
 * The types of all variables and inputs of a program, and of the inputs that the steps of paths have for themselves. For
 * opening an Smt.
 */
export function typesOf({
  system,
  variables,
  inputs,
}: Pick<CommandProgram, 'system' | 'variables' | 'inputs'>): (variable: Expr) => Type {
  const known = new Map<Expr, Type>([...variables, ...inputs].map(({ expr, type }) => [expr, type]));
  const firstOfSteps = system.locals.length + inputs.length;
  return (variable) => {
    if (variable.kind !== 'local' || variable.local < firstOfSteps) return getOrFail(known, variable);
    return at(inputs, (variable.local - firstOfSteps) % inputs.length).type;
  };
}

/** The input as what it is in one step of a path, counted from 0: steps draw values of their own. */
export function inputOfStep(
  { system, inputs }: Pick<CommandProgram, 'system' | 'inputs'>,
  input: Expr,
  step: number,
): Expr {
  const number = inputs.findIndex((known) => known.expr === input);
  invariant(number >= 0, 'what a command draws is an input of its program');
  return local(localId(system.locals.length + inputs.length * (step + 1) + number));
}

/** Makes the inputs that commands draw from: the first of a type in every command is the same, and so on. */
export class InputSupply {
  readonly #inputs: Input[] = [];
  readonly #byKey = new Map<string, Expr>();

  constructor(private readonly system: System) {}

  /** For the `number`-th value of the type in a command, counted from 0. */
  input(type: Type, number: number): Expr {
    return remembered(this.#byKey, `${typeKey(type)} ${number}`, () => {
      const expr = local(localId(this.system.locals.length + this.#inputs.length));
      this.#inputs.push({ expr, type });
      return expr;
    });
  }

  typeOf(input: Expr): Type | null {
    return this.#inputs.find(({ expr }) => expr === input)?.type ?? null;
  }

  all(): readonly Input[] {
    return this.#inputs;
  }
}

export const typeKey = (type: Type): string => (type.kind === 'range' ? `${type.lo}..${type.hi}` : type.kind);
