import { truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { negated } from '../../lang/expr/simplify.js';
import { substitution } from '../../lang/expr/substitute.js';
import { at, invariant } from '../../support/invariant.js';
import { inputOfStep } from '../commands/command-variables.js';
import type { CommandPath, CommandProgram } from '../command-program.js';
import { fixedValue } from '../fixed-value.js';
import { placed } from '../placed.js';

/** What a path asks of the initial values of variables and of the values that its steps draw. */
export interface SymbolicPath {
  /** Of initial values that depend on others; fixed ones are put in everywhere. */
  readonly initial: readonly Expr[];
  /** For each step what its guard says. */
  readonly steps: readonly (readonly Expr[])[];
  /** That the formula is false after the last step. */
  readonly end: readonly Expr[];
}

/** Executes a path with expressions in the place of values. A formula that is to be false at the end may say `at`. */
export function symbolicPath(
  program: CommandProgram,
  path: CommandPath,
  violated: Expr | null,
): SymbolicPath {
  const { fixed, conditions } = startOf(program);
  const places = program.threads.map((t) => t.entry);
  let values: SymbolicValues = fixed;
  const steps = path.map((command, i) => {
    invariant(at(places, command.thread) === command.from, 'the steps of a path follow one another');
    places[command.thread] = command.to;
    const drawn = command.drawn.map((input) => [input, inputOfStep(program, input, i)] as const);
    const now = substitution(drawn.length === 0 ? values : new Map([...values, ...drawn]));
    const written = command.updates.map(({ variable, value }) => [variable, now(value)] as const);
    if (written.length > 0) values = new Map([...values, ...written]);
    return command.guard.map(now).filter((condition) => condition !== truth);
  });
  const atEnd = (formula: Expr): Expr => substitution(values)(placed(formula, program.threads, places));
  return { initial: conditions, steps, end: violated === null ? [] : [negated(atEnd(violated))] };
}

/** By variable; what is not listed has its initial value still, and stands for that. */
type SymbolicValues = ReadonlyMap<Expr, Expr>;

/** The initial values that are constants, and what is known of the others. */
function startOf({ initial }: CommandProgram): {
  readonly fixed: SymbolicValues;
  readonly conditions: readonly Expr[];
} {
  const fixed = new Map<Expr, Expr>();
  let conditions: readonly Expr[] = initial;
  for (let before = -1; before !== fixed.size;) {
    before = fixed.size;
    const now = substitution(fixed);
    conditions = conditions.flatMap((condition) => {
      const here = now(condition);
      const value = fixedValue(here);
      if (value !== null) fixed.set(value.variable, value.value);
      return value !== null || here === truth ? [] : [here];
    });
  }
  return { fixed, conditions };
}
