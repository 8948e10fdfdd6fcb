import { binary, equal, int } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import { at } from '../../../support/invariant.js';
import { gcd } from '../../../support/divisors.js';
import type { CommandProgram } from '../../command-program.js';
import { AffineHull } from './affine-hull.js';
import type { LinearEquation } from './affine-hull.js';
import { observedBounds } from './observed-bounds.js';
import type { ObservedBounds } from './observed-bounds.js';

/** States that the program was in. */
export interface ObservedStates {
  readonly states: readonly { readonly locations: readonly number[]; readonly values: readonly number[] }[];
  readonly numberOf: (variable: Expr) => number;
}

/** A formula that held, and how likely it is to be of use: the lower the better. */
interface ObservedFact {
  readonly formula: Expr;
  readonly rank: number;
}

const mostFacts = 100;
const mostVariables = 10;
/** Of those at one place. */
const mostStates = 400;
const fewestStates = 8;
/** Equations with larger factors are taken for chance. */
const largestFactor = 64n;

/**
 * What held in all states that were met in which a thread stood somewhere: equations between variables, bounds of variables,
 * of differences and of sums of two, and remainders. Nobody says that it holds in others: the search will tell.
 */
export function observedFacts(
  program: CommandProgram,
  { states, numberOf }: ObservedStates,
): readonly Expr[] {
  const facts = program.threads.flatMap((thread, t) =>
    thread.locations.flatMap((_, location) => {
      const here = thinned(states.filter(({ locations }) => locations[t] === location));
      if (here.length < fewestStates) return [];
      const isOthers = (variable: Expr): boolean =>
        variable.kind === 'local' && at(program.system.locals, variable.local).thread !== t;
      const variables = program.variables
        .flatMap(({ expr, type }) => (type.kind === 'bool' ? [] : [expr]))
        .filter((variable) => !isOthers(variable) && !at(thread.dead, location).has(variable))
        .slice(0, mostVariables);
      const columns = variables.map((variable) => here.map(({ values }) => at(values, numberOf(variable))));
      return [...equationsOf(variables, columns), ...boundsOf(variables, columns)];
    }),
  );
  const sorted = facts.toSorted((a, b) => a.rank - b.rank).map(({ formula }) => formula);
  return [...new Set(sorted)].slice(0, mostFacts);
}

/** Evenly, in their order. */
function thinned<T>(items: readonly T[]): readonly T[] {
  const step = Math.max(1, items.length / mostStates);
  return Array.from({ length: Math.min(items.length, mostStates) }, (_, i) =>
    at(items, Math.floor(i * step)),
  );
}

type Columns = readonly (readonly number[])[];

function equationsOf(variables: readonly Expr[], columns: Columns): readonly ObservedFact[] {
  const point = (i: number): readonly bigint[] => columns.map((column) => BigInt(at(column, i)));
  const hull = new AffineHull(point(0));
  for (const i of (columns[0] ?? []).keys()) hull.add(point(i));
  return hull.equations().flatMap((equation) => {
    const isSmall = equation.factors.every((factor) => -largestFactor <= factor && factor <= largestFactor);
    return isSmall ? [{ formula: equationFormula(equation, variables), rank: 0 }] : [];
  });
}

/** Every variable on the side where its factor is positive. */
function equationFormula({ factors, constant }: LinearEquation, variables: readonly Expr[]): Expr {
  const side = (sign: bigint, start: bigint): Expr =>
    factors.reduce<Expr>(
      (sum, factor, i) =>
        factor * sign <= 0n
          ? sum
          : simplifiedBinary('+', sum, simplifiedBinary('*', int(factor * sign), at(variables, i))),
      int(start),
    );
  return constant < 0n ? equal(side(1n, -constant), side(-1n, 0n)) : equal(side(1n, 0n), side(-1n, constant));
}

function boundsOf(variables: readonly Expr[], columns: Columns): readonly ObservedFact[] {
  const bounds = columns.map(observedBounds);
  const single = variables.flatMap((x, i) => [
    ...boundaries(x, at(bounds, i), 1),
    ...remainderOf(x, at(columns, i)),
  ]);
  const pairs = variables.flatMap((x, i) =>
    variables.slice(i + 1).flatMap((y, before) => {
      const j = i + 1 + before;
      const [a, b] = [at(bounds, i), at(bounds, j)];
      const [own, other] = [at(columns, i), at(columns, j)];
      const difference = observedBounds(own.map((value, n) => value - at(other, n)));
      const sum = observedBounds(own.map((value, n) => value + at(other, n)));
      return [
        ...boundaries(binary('-', x, y), tighter(difference, a, negative(b)), 2),
        ...boundaries(binary('+', x, y), tighter(sum, a, b), 3),
      ];
    }),
  );
  return [...single, ...pairs];
}

/** That it is not beyond a bound, and that it is on it. */
function boundaries(
  quantity: Expr,
  { least, greatest }: ObservedBounds,
  rank: number,
): readonly ObservedFact[] {
  if (least !== null && least === greatest) return [{ formula: equal(quantity, int(BigInt(least))), rank }];
  return [least, greatest].flatMap((bound) => {
    if (bound === null) return [];
    const value = int(BigInt(bound));
    return [
      { formula: binary('<=', quantity, value), rank },
      { formula: binary('>=', quantity, value), rank },
    ];
  });
}

const negative = ({ least, greatest }: ObservedBounds): ObservedBounds => ({
  least: greatest === null ? null : -greatest,
  greatest: least === null ? null : -least,
});

/** Without the bounds of a sum that those of its two parts imply. */
const tighter = (sum: ObservedBounds, a: ObservedBounds, b: ObservedBounds): ObservedBounds => ({
  least: a.least !== null && b.least !== null && sum.least === a.least + b.least ? null : sum.least,
  greatest:
    a.greatest !== null && b.greatest !== null && sum.greatest === a.greatest + b.greatest
      ? null
      : sum.greatest,
});

/** That the values go up and down by multiples of a number. */
function remainderOf(x: Expr, values: readonly number[]): readonly ObservedFact[] {
  const first = BigInt(values[0] ?? 0);
  const different = new Set(values);
  if (different.size < fewestStates) return [];
  const divisor = [...different].reduce((common, value) => gcd(common, BigInt(value) - first), 0n);
  if (divisor <= 1n) return [];
  const rest = ((first % divisor) + divisor) % divisor;
  const formula = equal(binary('%', simplifiedBinary('-', x, int(rest)), int(divisor)), int(0n));
  return [{ formula, rank: 2 }];
}
