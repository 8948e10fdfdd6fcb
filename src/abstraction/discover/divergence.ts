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

/**
 * Whether some difference, or some variable, is compared with so many constants, or there are so many predicates of other
 * forms, that it looks as if there were no end.
 */
export function diverges(found: readonly FoundPredicate[], program: CommandProgram, most: number): boolean {
  if (most === 0) return false;
  const finite = new Map(program.variables.map(({ expr, type }) => [expr, type.kind !== 'int']));
  const constants = new Map<string, Set<bigint>>();
  const places = new Map<Expr | null, number>();
  const placeOf = (variable: Expr | null): number => remembered(places, variable, () => places.size);
  const known = constantsIn(program);
  let others = 0;
  return found.some(({ formula, from }) => {
    if (cameAtOnce.has(from)) return false;
    const atom = differenceAtom(formula);
    if (atom === null) return variablesOf(formula).size > 1 && ++others > most;
    const { x, y, c } = atom;
    const isFinite = [x, y].every((variable) => variable === null || finite.get(variable) === true);
    if (isFinite && known.has(c)) return false;
    const swapped = placeOf(x) > placeOf(y);
    const key = swapped ? `${placeOf(y)} ${placeOf(x)}` : `${placeOf(x)} ${placeOf(y)}`;
    const seen = remembered(constants, key, () => new Set<bigint>());
    return seen.add(swapped ? -c : c).size > most;
  });
}
