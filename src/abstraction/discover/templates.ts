import { binary, equal, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import { addTo, remembered } from '../../support/remembered.js';
import type { CommandProgram } from '../command-program.js';
import { constantsIn, formulasOf } from '../program-formulas.js';
import { countersOf } from './counted-variables.js';

/** Larger classes would have too many pairs. */
const mostVariables = 12;
const mostConstants = 8;

/**
 * Predicates of the usual forms, of variables that have to do with each other: how each compares with the constants of the
 * program, and in which order each two are.
 */
export function templates(program: CommandProgram): readonly Expr[] {
  const isInteger = new Map(program.variables.map(({ expr, type }) => [expr, type.kind]));
  const constants = fewConstants(program);
  return classesOf(program).flatMap((members) => {
    const integers = members.filter((variable) => isInteger.get(variable) !== 'bool');
    const isFinite = integers.every((variable) => isInteger.get(variable) === 'range');
    if (isFinite || integers.length > mostVariables) return [];
    return [
      ...integers.flatMap((x, i) =>
        integers.slice(i + 1).flatMap((y) => [binary('<', x, y), binary('<=', x, y)]),
      ),
      ...integers.flatMap((x) => constants.flatMap((c) => [binary('<=', x, int(c)), equal(x, int(c))])),
    ];
  });
}

/** The smallest ones, and those that are compared with everywhere. */
function fewConstants(program: CommandProgram): readonly bigint[] {
  const size = (value: bigint): bigint => (value < 0n ? -value : value);
  return [...new Set([-1n, 0n, 1n, ...constantsIn(program)])]
    .sort((a, b) => Number(size(a) - size(b)))
    .slice(0, mostConstants);
}

/** Variables that some formula mentions together, and all counters. */
function classesOf(program: CommandProgram): readonly (readonly Expr[])[] {
  const leaders = new Map<Expr, Expr>();
  const leaderOf = (variable: Expr): Expr => {
    let leader = remembered(leaders, variable, () => variable);
    for (let next = leaders.get(leader) ?? leader; next !== leader; next = leaders.get(leader) ?? leader)
      leader = next;
    return leader;
  };
  const join = (variables: Iterable<Expr>): void => {
    const [first, ...others] = variables;
    if (first !== undefined) for (const other of others) leaders.set(leaderOf(other), leaderOf(first));
  };
  for (const formula of formulasOf(program)) join(variablesOf(formula));
  join(countersOf(program));
  const classes = new Map<Expr, Expr[]>();
  for (const { expr } of program.variables) addTo(classes, leaderOf(expr), expr);
  return [...classes.values()];
}
