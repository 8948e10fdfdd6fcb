import type { Expr } from '../../lang/expr/expr.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import { remembered } from '../../support/remembered.js';
import type { CommandProgram } from '../command-program.js';
import { constantsIn } from '../program-formulas.js';
import { differenceAtom } from './canonical.js';
import type { FoundPredicate } from './found-predicates.js';

const cameAtOnce: ReadonlySet<string> = new Set([
  'given',
  'extrapolated',
  'property',
  'template',
  'observed',
]);

/** A variable, or a difference of two, that predicates compare with ever more numbers. */
export interface Divergence {
  readonly x: Expr | null;
  readonly y: Expr | null;
  /** Of x - y, in the order in which they came. */
  readonly constants: ReadonlySet<bigint>;
}

/**
 * Whether some difference, or some variable, is compared with so many constants, or there are so many predicates of other
 * forms, that it looks as if there were no end.
 */
export const diverges = (found: readonly FoundPredicate[], program: CommandProgram, most: number): boolean =>
  most > 0 && (otherForms(found) > most || divergences(found, program, most).length > 0);

/** What is compared with more than `most` constants. */
export function divergences(
  found: readonly FoundPredicate[],
  program: CommandProgram,
  most: number,
): readonly Divergence[] {
  const finite = new Map(program.variables.map(({ expr, type }) => [expr, type.kind !== 'int']));
  const places = new Map<Expr | null, number>();
  const placeOf = (variable: Expr | null): number => remembered(places, variable, () => places.size);
  const known = constantsIn(program);
  const seen = new Map<string, Divergence & { readonly constants: Set<bigint> }>();
  for (const { formula, from } of found) {
    const atom = cameAtOnce.has(from) ? null : differenceAtom(formula);
    if (atom === null) continue;
    const isFinite = [atom.x, atom.y].every((variable) => variable === null || finite.get(variable) === true);
    if (isFinite && known.has(atom.c)) continue;
    const swapped = placeOf(atom.x) > placeOf(atom.y);
    const { x, y, c } = swapped ? { x: atom.y, y: atom.x, c: -atom.c } : atom;
    const key = `${placeOf(x)} ${placeOf(y)}`;
    remembered(seen, key, () => ({ x, y, constants: new Set<bigint>() })).constants.add(c);
  }
  return [...seen.values()].filter(({ constants }) => constants.size > most);
}

const otherForms = (found: readonly FoundPredicate[]): number =>
  found.filter(
    ({ formula, from }) =>
      !cameAtOnce.has(from) && differenceAtom(formula) === null && variablesOf(formula).size > 1,
  ).length;
