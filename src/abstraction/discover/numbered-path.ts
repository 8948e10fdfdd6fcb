import { equal, local, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { localId } from '../../lang/expr/ids.js';
import { negated } from '../../lang/expr/simplify.js';
import { substitution, variablesOf } from '../../lang/expr/substitute.js';
import type { Type } from '../../lang/expr/type.js';
import { at, getOrFail } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { typesOf } from '../commands/command-variables.js';
import type { Command, CommandPath, CommandProgram, StateProperty } from '../command-program.js';
import { conjuncts } from '../conjuncts.js';
import { placed } from '../placed.js';

/**
 * A path as one formula: every value that a variable has on the way is a variable of the formula by itself. The first part
 * speaks of the start, each of the next of a step, and the last of the violation. Between parts are cuts.
 */
export interface NumberedPath {
  readonly parts: readonly (readonly Expr[])[];
  /** By cut, which follows the part of the same number: what the variables of the formula that live there stand for. */
  readonly meanings: readonly ReadonlyMap<Expr, Expr>[];
  /** By part: the variables that its equations define, and their values. */
  readonly definitions: readonly ReadonlyMap<Expr, Expr>[];
}

/** The versions of variables that the formulas of paths speak of; the first is the variable itself. */
export class PathVariables {
  readonly #versions = new Map<Expr, Expr[]>();
  readonly #types = new Map<Expr, Type>();
  readonly #declared: (variable: Expr) => Type;
  #next: number;

  constructor({ system, variables, inputs }: Pick<CommandProgram, 'system' | 'variables' | 'inputs'>) {
    this.#declared = typesOf({ system, variables, inputs });
    this.#next = system.locals.length + inputs.length;
  }

  readonly typeOf = (variable: Expr): Type => this.#types.get(variable) ?? this.#declared(variable);

  version(variable: Expr, number: number): Expr {
    const versions = remembered(this.#versions, variable, () => [variable]);
    for (let v = versions.length; v <= number; v++) {
      const fresh = local(localId(this.#next++));
      this.#types.set(fresh, this.#declared(variable));
      versions.push(fresh);
    }
    return versions[number] ?? variable;
  }
}

/** The violated property is null where the last step itself violates one. */
export function numberedPath(
  program: CommandProgram,
  path: CommandPath,
  violated: StateProperty | null,
  names: PathVariables,
): NumberedPath {
  const writer = new PathWriter(program, names);
  writer.close(program.initial);
  const places = program.threads.map((t) => t.entry);
  for (const command of path) {
    writer.step(command);
    places[command.thread] = command.to;
  }
  if (violated !== null) {
    const formula = placed(violated.formula, program.threads, places);
    writer.close([negated(writer.now(formula))]);
  }
  return writer;
}

class PathWriter implements NumberedPath {
  readonly parts: (readonly Expr[])[] = [];
  readonly meanings: ReadonlyMap<Expr, Expr>[] = [];
  readonly definitions: ReadonlyMap<Expr, Expr>[] = [];
  /** What each variable is at the moment, and the other way round. */
  readonly #current = new Map<Expr, Expr>();
  readonly #numbers = new Map<Expr, number>();
  #meaning: ReadonlyMap<Expr, Expr>;
  #written: ((expr: Expr) => Expr) | null = null;

  constructor(
    { variables }: CommandProgram,
    private readonly names: PathVariables,
  ) {
    for (const { expr } of variables) this.#current.set(expr, expr);
    this.#meaning = new Map(this.#current);
  }

  now(expr: Expr): Expr {
    this.#written ??= substitution(new Map(this.#current));
    return this.#written(expr);
  }

  step({ guard, updates, drawn, end }: Command): void {
    if (drawn.length > 0) this.#written = null;
    for (const input of drawn) this.#current.set(input, this.#fresh(input));
    const conditions = guard.map((g) => this.now(g));
    if (end.kind === 'violates') {
      this.close(conditions);
      return;
    }
    const values = updates.map(({ variable, value }) => ({ variable, value: this.now(value) }));
    const meaning = new Map(this.#meaning);
    const defined = new Map<Expr, Expr>();
    for (const { variable, value } of values) {
      meaning.delete(getOrFail(this.#current, variable));
      const fresh = this.#fresh(variable);
      this.#current.set(variable, fresh);
      meaning.set(fresh, variable);
      defined.set(fresh, value);
      conditions.push(equal(fresh, value));
    }
    if (values.length > 0) this.#written = null;
    this.#meaning = meaning;
    this.close(conditions, defined);
  }

  close(conditions: readonly Expr[], defined: ReadonlyMap<Expr, Expr> = new Map()): void {
    this.parts.push(conditions.flatMap(conjuncts).filter((condition) => condition !== truth));
    this.meanings.push(this.#meaning);
    this.definitions.push(defined);
  }

  #fresh(variable: Expr): Expr {
    const number = (this.#numbers.get(variable) ?? 0) + 1;
    this.#numbers.set(variable, number);
    return this.names.version(variable, number);
  }
}

/** What a formula says at a cut of the program's variables; null if it speaks of a value that no variable has there. */
export function meantAt({ meanings }: NumberedPath, cut: number, formula: Expr): Expr | null {
  const meaning = at(meanings, cut);
  for (const variable of variablesOf(formula)) if (!meaning.has(variable)) return null;
  return substitution(meaning)(formula);
}
