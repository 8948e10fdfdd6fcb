import type { Expr } from '../../lang/expr/expr.js';
import { subexpressions } from '../../lang/expr/expr.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import { remembered } from '../../support/remembered.js';
import type { CommandProgram } from '../command-program.js';
import { differenceAtom } from './canonical.js';
import type { FoundPredicate } from './found-predicates.js';

const cameAtOnce: ReadonlySet<string> = new Set(['given', 'property', 'template']);

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
  const known = new Set(constantsIn(program));
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

function* constantsIn({ threads, initial, stateProperties }: CommandProgram): Generator<bigint> {
  const formulas = [
    ...initial,
    ...stateProperties.map(({ formula }) => formula),
    ...threads.flatMap(({ commands }) =>
      commands.flatMap((c) => [...c.guard, ...c.updates.map((u) => u.value)]),
    ),
  ];
  for (const formula of formulas)
    for (const part of subexpressions(formula)) if (part.kind === 'int') yield part.value;
}
