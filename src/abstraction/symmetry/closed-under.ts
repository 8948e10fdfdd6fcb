import type { Expr } from '../../lang/expr/expr.js';
import { transposition } from './thread-roles.js';
import type { ThreadRoles } from './thread-roles.js';

/** More counterparts than this are not made of one formula. */
const mostCounterparts = 500;

/** The formula with what it says of all instances in the place of some: the formula itself first. */
export function counterparts(formula: Expr, all: readonly ThreadRoles[], threads: number): readonly Expr[] {
  const found = new Set([formula]);
  for (const roles of all) {
    const [first, ...others] = roles.instances.keys();
    if (first === undefined) continue;
    const swaps = others.map((other) => transposition(threads, first, other));
    for (const one of found) {
      for (const swap of swaps) {
        const other = roles.exchanged(one, swap);
        if (other !== null && found.size < mostCounterparts) found.add(other);
      }
    }
  }
  return [...found];
}
