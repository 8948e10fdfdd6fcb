import { and, binary, or, temporal, unary, until } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import type { Random } from '../random.js';

/** A temporal formula over the atoms with about so many operators. */
export function temporalFormula(random: Random, atom: () => Expr, size: number): Expr {
  if (size <= 0) return random.chance(0.5) ? atom() : unary('!', atom());
  const one = (): Expr => temporalFormula(random, atom, size - 1);
  const [some, rest] = shares(random, size - 1);
  const left = (): Expr => temporalFormula(random, atom, some);
  const right = (): Expr => temporalFormula(random, atom, rest);
  switch (random.pick(['G', 'F', 'G', 'F', 'X', '!', '&&', '||', '->', '==', '!=', 'U', 'R', 'W'] as const)) {
    case 'G':
      return temporal('G', one());
    case 'F':
      return temporal('F', one());
    case 'X':
      return temporal('X', one());
    case '!':
      return unary('!', one());
    case '&&':
      return and(left(), right());
    case '||':
      return or(left(), right());
    case '->':
      return binary('->', left(), right());
    case '==':
      return binary('==', left(), right());
    case '!=':
      return binary('!=', left(), right());
    case 'U':
      return until('U', left(), right());
    case 'R':
      return until('R', left(), right());
    case 'W':
      return until('W', left(), right());
  }
}

function shares(random: Random, size: number): readonly [number, number] {
  const left = random.between(0, Math.max(0, size));
  return [left, size - left];
}
