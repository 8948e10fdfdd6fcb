import { equal } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import { addTo } from '../../support/remembered.js';
import type { CommandProgram } from '../command-program.js';

/** Integers without end that are only ever made from other variables: those that are counted up or down, and their copies. */
export function countersOf({ variables, threads }: CommandProgram): readonly Expr[] {
  const values = new Map<Expr, Expr[]>();
  for (const { commands } of threads)
    for (const { updates } of commands)
      for (const { variable, value } of updates) addTo(values, variable, value);
  return variables.flatMap(({ expr, type }) => {
    const made = values.get(expr) ?? [];
    return type.kind === 'int' && made.length > 0 && made.every((v) => variablesOf(v).size > 0) ? [expr] : [];
  });
}

/**
 * The start without the numbers at which counters start: those that start alike are said to be equal. A proof that holds for
 * all such starts does not count along with them.
 */
export function relaxedStart(program: CommandProgram): readonly Expr[] {
  const counters = new Set(countersOf(program));
  const firstAt = new Map<Expr, Expr>();
  return program.initial.flatMap((condition) => {
    if (condition.kind !== 'binary' || condition.op !== '==' || !counters.has(condition.left))
      return [condition];
    const { left, right } = condition;
    if (right.kind !== 'int') return [condition];
    const first = firstAt.get(right);
    if (first !== undefined) return [equal(left, first)];
    firstAt.set(right, left);
    return [];
  });
}
