import { describe, expect, it } from '@jest/globals';
import { loadedPredicates } from '../../../../src/abstraction/extrapolate/temporaries.js';
import { printExpr } from '../../../../src/lang/program/print-expr.js';
import { parseFp } from '../../../support/parse-fp.js';
import { requestFor } from '../../../support/abstraction/extrapolated.js';

/** The predicates about loaded values, with what each was made from. */
function loadedOf(text: string): readonly string[] {
  const { system, predicates } = requestFor(parseFp(text), { rules: 'sc', encoding: 'shapes', bound: 1 });
  return loadedPredicates(system, predicates).map(
    ({ formula, from }) => `${printExpr(formula, system)} from ${printExpr(from, system)}`,
  );
}

describe('predicates about loaded values', () => {
  it('say of a temporary what is said of the cell that it is loaded from', () => {
    const text = `
      shared int x = 0, y = 0;
      thread P { x = y + 1; }
      predicates { x > y; y >= 0; x == 3; }
    `;
    expect(loadedOf(text)).toEqual([
      'P.load_1 == y from P.load_1 == y',
      'x > P.load_1 from x > y',
      'P.load_1 >= 0 from y >= 0',
    ]);
  });

  it('are not made of cells that no predicate speaks of, nor of loads into variables of the program', () => {
    const text = `
      shared int x = 0, y = 0;
      thread P { local int r = 0; x = y + 1; r = x; }
      predicates { x >= 0; P.r == x; }
    `;
    expect(loadedOf(text)).toEqual([]);
  });
});
